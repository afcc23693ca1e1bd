"""A second verifier, written from docs/fairness.md alone: it uses nothing of Filon, and so proves that the document is enough."""

import hashlib
import hmac
import json


def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def hmac256(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def canonical(value):
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: pair[0].encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(held) for name, held in pairs) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, ensure_ascii=False)


def numbers(key):
    block = 0
    while True:
        bits = hmac256(key, block.to_bytes(8, "big"))
        for start in range(0, 32, 4):
            yield int.from_bytes(bits[start : start + 4], "big")
        block += 1


def below(limit, stream):
    for number in stream:
        if number < 2**32 - 2**32 % limit:
            return number % limit
    raise AssertionError("a stream has no end")


def entropy_at_start(game):
    entropy = {}
    for line in game["lines"]:
        if line["line"] == "sat":
            entropy[line["seat"]] = line.get("entropy", "")
        elif line["line"] == "left":
            entropy[line["seat"]] = ""
        elif line["line"] == "began":
            return [entropy.get(seat, "") for seat in range(len(line["names"]))], line
    raise AssertionError("the game never began")


def key_of(game):
    entropy, began = entropy_at_start(game)
    setup = {
        "game": game["game"],
        "rules": game["rules"],
        "names": began["names"] if game["version"] == 1 else began["hashes"],
        "options": began["options"],
        "content": game["opened"]["content"],
    }
    frozen = canonical({"table": game["table"], "setup": setup, "entropy": entropy})
    return hmac256(bytes.fromhex(game["opened"]["secret"]), f"filon {game['version']} key {frozen}".encode())


def check_names(game):
    """Each name fits its hash; one that was withdrawn has neither name nor salt."""
    held = {}
    for line in game["lines"]:
        if line["line"] == "sat" or (line["line"] == "robot" and line.get("name")):
            held[line["seat"]] = line["name"], line.get("salt", "")
        elif line["line"] == "began":
            break
    names = [held.get(seat, ("", "")) for seat in range(len(line["names"]))]
    assert [name for name, _ in names] == line["names"], "names"
    assert len(names) == len(line["hashes"]), "names"
    for (name, salt), hashed in zip(names, line["hashes"], strict=True):
        assert not (name or salt) or sha256(f"filon 2 name {salt} {name}") == hashed, "name"


def check(text):
    """Everything that can be checked without the rules of the game."""
    game = json.loads(text)
    assert sha256("filon 1 secret " + game["opened"]["secret"]) == game["opened"]["commit"], "commitment"
    if game["version"] > 1:
        check_names(game)
    key = key_of(game)
    stream = numbers(hmac256(key, b"deal"))
    for limit, draw in game["deal"]:
        assert below(limit, stream) == draw, "deal"
    for count, (limit, draw) in enumerate(game["throws"]):
        assert below(limit, numbers(hmac256(key, f"chance {count}".encode()))) == draw, "throw"
    check_leaves(game, key)
    check_moves(game)


def check_leaves(game, key):
    _, began = entropy_at_start(game)
    leaves = began["leaves"] + [line["leaf"] for line in game["lines"] if line.get("leaf")]
    assert len(leaves) == len(game["items"]), "items"
    for item, (leaf, value) in enumerate(zip(leaves, game["items"], strict=True)):
        salt = hmac256(key, f"salt {item}".encode())[:16].hex()
        assert sha256(f"filon 1 item {item} {value} {salt}") == leaf, "leaf"


def check_moves(game):
    rows = ""
    for line in game["lines"]:
        if line["line"] in ("moved", "took-back"):
            what = line["move"] if line["line"] == "moved" else line["back_to"]
            rows += f"{line['seq']} {line['seat']} {line['at']} {what}\n"
    assert sha256(rows) == game["moves"], "moves"
