"""`python -m filon` is `filon`."""

import sys

from filon.terminal.cli import main

sys.exit(main())
