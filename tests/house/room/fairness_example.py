"""The worked example in docs/fairness.md, computed by the house itself so that it cannot go stale."""

from pathlib import Path

from filon.house.room.fairness import Fairness, canonical, commitment, name_hash

PAGE = Path(__file__).parents[3] / "docs/fairness.md"
BEGIN, END = "<!-- the example: written by `make record` -->\n", "<!-- end of the example -->"

SECRET = bytes(range(32)).hex()
TABLE = "example-table"
NAMES = ["Ada", "Chloé"]
SALTS = [bytes(range(16)).hex(), bytes(range(16, 32)).hex()]
SETUP = {
    "game": "example",
    "rules": 1,
    "names": [name_hash(name, salt) for name, salt in zip(NAMES, SALTS, strict=True)],
    "options": {"first": "lot", "notes": True},
    "content": {"sand": {"longest": 32.0, "step": 0.1}},
}
ENTROPY = ["lucky 7", ""]


def example() -> str:
    fairness = Fairness(SECRET, TABLE, SETUP, ENTROPY, version=2)
    stream = fairness.deal()
    rows = [
        ("secret", SECRET),
        ("commitment", commitment(SECRET)),
        *((f"hash of the name {name}, with the salt {salt}", name_hash(name, salt)) for name, salt in zip(NAMES, SALTS, strict=True)),
        ("frozen", canonical({"table": TABLE, "setup": SETUP, "entropy": ENTROPY})),
        ("key", fairness.key.hex()),
        ("key of the deal", stream.key.hex()),
        ("deal, draws below 48, 47, 46, 45", ", ".join(str(stream.below(limit)) for limit in (48, 47, 46, 45))),
        ("key of throw 0", fairness.throw(0).key.hex()),
        ("throws 0 to 5, each below 6", ", ".join(str(fairness.throw(number).below(6)) for number in range(6))),
        ("throw 6, below 101", str(fairness.throw(6).below(101))),
        ("salt of item 0", fairness.salt(0)),
        ("leaf of item 0, if its value is 17", fairness.leaf(0, 17)),
        ("leaf of item 1, if its value is 17", fairness.leaf(1, 17)),
        ("tremor of pull 0, attempt 0", str(fairness.tremor(0, 0))),
    ]
    return "```text\n" + "".join(f"{name}:\n    {value}\n" for name, value in rows) + "```\n"


def written() -> str:
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return before + BEGIN + example() + END + rest.partition(END)[2]


def write_example() -> None:
    PAGE.write_text(written(), encoding="utf-8")
