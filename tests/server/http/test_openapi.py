"""The description is the truth. Its cases run in a pytest of their own: schemathesis takes 16 seconds to collect them, in every worker."""

import subprocess
import sys
from pathlib import Path

CASES = Path(__file__).with_name("openapi_cases.py")


def test_every_answer_is_as_described() -> None:
    command = [sys.executable, "-m", "pytest", "-q", str(CASES)]
    done = subprocess.run(command, cwd=CASES.parents[3], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
