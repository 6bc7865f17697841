import random


def write(rng, groups):
    """A row in short form; a single stitch is written with or without its 1."""
    return "".join((letter if count == 1 and rng.random() < 0.6 else f"{count}{letter}") for count, letter in groups)


def cut(rng, groups, parts):
    """The same stitches in more groups: cuts groups at random places."""
    groups = list(groups)
    while len(groups) < parts:
        at = rng.randrange(len(groups))
        count, letter = groups[at]
        if count > 1:
            first = rng.randint(1, count - 1)
            groups[at:at + 1] = [(first, letter), (count - first, letter)]
        elif all(c == 1 for c, _ in groups):
            break
    return groups


def pair(rng, groups, letters, most, flip):
    """Two rows that agree in most groups; `flip` is the chance that a group's letter differs."""
    top = [(rng.randint(1, most), rng.choice(letters)) for _ in range(groups)]
    bottom = [(c, rng.choice(letters) if rng.random() < flip else l) for c, l in top]
    return (write(rng, cut(rng, top, groups + groups // 3)) + "\n"
            + write(rng, cut(rng, bottom, groups + groups // 3)) + "\n")


def fit(rng, total, groups, letters):
    """A row of `total` stitches in `groups` groups."""
    marks = sorted(rng.sample(range(1, total), groups - 1))
    return [(b - a, rng.choice(letters)) for a, b in zip([0] + marks, marks + [total])]


def apart(rng, total, groups, letters):
    return write(rng, fit(rng, total, groups, letters)) + "\n" + write(rng, fit(rng, total, groups, letters)) + "\n"


def inputs() -> list:
    rng = random.Random(31415)
    tests = [
        "3K2P\n2K3P\n",
        "10AB2C\n4A6D3C\n",
        "5XYZ\n1Y5YX\n",
        # The smallest sizes.
        "A\nA\n",
        "A\n1B\n",
        "1Q\nQ\n",
        # A stretch that runs on over a change of yarn, or over a cut inside one yarn.
        "2K3P\n2K3P\n",
        "2K1K\n3K\n",
        "ABCDE\nABXDE\n",
        "KKKKKK\n6K\n",
        "3AB2C\nX2AB1CC\n",
        # Nothing matches.
        "4A3B\n3B4A\n",
        "12M\n5N7O\n",
        # Long numbers.
        "1000000000Z\n999999999ZA\n",
        "10A100B1000C\n1000A100B10C\n",
        # A stretch at the end beats the one at the start.
        "3A2B6C\n3A2C2C3CC\n",
    ]
    for groups, letters, most, flip in ((4, "AB", 3, 0.4), (8, "KP", 5, 0.3), (20, "ABC", 12, 0.3)):
        tests.append(pair(rng, groups, letters, most, flip))
    tests.append(apart(rng, 60, 25, "AB"))
    tests.append(apart(rng, 5000, 120, "ABC"))
    tests.append(pair(rng, 300, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1000, 0.1))
    # Two equal rows of many groups.
    tests.append(pair(rng, 600, "KP", 100_000, 0.0))
    tests.append(apart(rng, 10 ** 9, 1000, "ABC"))
    # The largest number of groups and of stitches.
    top = [(10 ** 9, "AB"[i % 2]) for i in range(2500)]
    bottom = [(10 ** 9, "AB"[i % 2] if i % 7 else "C") for i in range(2500)]
    tests.append(write(rng, cut(rng, top, 5000)) + "\n" + write(rng, cut(rng, bottom, 5000)) + "\n")
    return tests
