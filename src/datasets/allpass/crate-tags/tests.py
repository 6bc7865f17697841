import random


def tidy(rng, pairs, letters, deep):
    """A tidy part of `pairs` crates; `deep` is the chance to open another one before closing."""
    out, stack = [], []
    while pairs or stack:
        if pairs and (not stack or rng.random() < deep):
            stack.append(rng.choice(letters))
            out.append(stack[-1])
            pairs -= 1
        else:
            out.append(stack.pop().upper())
    return "".join(out)


def damage(rng, belt, changes, letters):
    belt = list(belt)
    for _ in range(changes):
        letter = rng.choice(letters)
        belt[rng.randrange(len(belt))] = rng.choice((letter, letter.upper()))
    return "".join(belt)


def inputs() -> list:
    rng = random.Random(60606)
    belts = [
        "abBA",
        "aAbBcC",
        "abAaA",
        # The smallest sizes.
        "a",
        "Z",
        "zZ",
        "Zz",
        "aB",
        # A wrong closing letter in the middle, with letters behind it that could close what is open.
        "abAB",
        "abAA",
        "abABBA",
        "aBA",
        "aAbCBcC",
        "xaAYX",
        # Too many opening or closing letters.
        "aaaaa",
        "BBBB",
        "aaaAA",
        "aaAAA",
        "AaAaAa",
        # One after the other, and inside each other.
        "qQqQqQqQ",
        "aaaaAAAA",
        "aaAbBAaA",
    ]
    for length, letters in ((8, "a"), (12, "ab"), (20, "ab"), (30, "a"), (40, "abc")):
        belts.append("".join(rng.choice(letters + letters.upper()) for _ in range(length)))
    belts.append(damage(rng, tidy(rng, 60, "abc", 0.5), 6, "abc"))
    belts.append(damage(rng, tidy(rng, 300, "kx", 0.5), 8, "kx"))
    belts.append(tidy(rng, 1000, "abcdefghijklmnopqrstuvwxyz", 0.6))
    belts.append(damage(rng, tidy(rng, 4000, "mno", 0.45), 15, "mno"))
    belts.append("".join(rng.choice("aA") for _ in range(10_000)))
    # Long belts: shallow, deep, and nothing but open crates.
    belts.append("cC" * 25_000)
    belts.append("".join(rng.choice("ab") for _ in range(30_000)))
    belts.append(damage(rng, tidy(rng, 40_000, "abcdefghijklmnopqrstuvwxyz", 0.52), 20, "xyz"))
    belts.append("d" * 50_000 + "D" * 50_000)
    return [[belt] for belt in belts]
