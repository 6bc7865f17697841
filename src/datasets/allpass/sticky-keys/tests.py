import random


def row(rng: random.Random, length: int, letters: str, stick: float) -> str:
    """A random line in which a letter repeats with probability `stick`."""
    result = ""
    for _ in range(length):
        if result and rng.random() < stick:
            result += result[-1]
        else:
            result += rng.choice(letters)
    return result


def misprint(rng: random.Random, line: str, letters: str, rate: float) -> str:
    result = []
    for letter in line:
        if rng.random() >= rate:
            result.append(letter)
            continue
        kind = rng.randint(0, 3)
        if kind == 0:
            result.append(letter * rng.randint(2, 6))
        elif kind == 1:
            result.append(rng.choice(letters))
        elif kind == 2:
            result.append(letter + rng.choice(letters) * rng.randint(1, 4))
    return "".join(result)


def inputs() -> list:
    rng = random.Random(55190)
    tests = [
        # Public.
        ["helllllo", "hello", 3, 2, 4],
        ["bk", "boook", 5, 9, 4],
        ["kkeyy", "kept", 4, 3, 2],
        # Hidden: smallest sizes and hand-made edges.
        ["", "", 1, 1, 1],
        ["", "a", 1, 2, 3],
        ["a", "", 1, 2, 3],
        ["aaaa", "", 5, 7, 9],
        ["", "aabaa", 5, 7, 9],
        ["aba", "", 5, 7, 9],
        ["a", "b", 10, 4, 5],
        ["a", "b", 9, 4, 5],
        ["a", "b", 8, 4, 5],
        ["aaaa", "aba", 1, 2, 9],
        ["aba", "aaaa", 1, 9, 2],
        ["aaaaa", "abaca", 6, 1, 2],
        ["abcba", "aaa", 3, 2, 50],
        ["aabaa", "aaaa", 5, 3, 3],
        ["aabbcc", "adcc", 2, 3, 3],
        ["zzzz", "yyyy", 3, 5, 6],
        ["zzzz", "yyyy", 0, 5, 6],
        ["qwerty", "ytrewq", 0, 0, 0],
        ["abab", "baba", 3, 1, 1],
        # A key that is pressed twice in a row, between and behind kept letters.
        ["bca", "bbcac", 3, 0, 2],
        ["aaa", "bacaba", 2, 2, 3],
    ]
    # Hidden: random small and medium.
    for length, letters, stick in [
        (6, "ab", 0.4),
        (9, "ab", 0.5),
        (12, "abc", 0.5),
        (20, "ab", 0.6),
        (30, "abcd", 0.3),
    ]:
        line = row(rng, length, letters, stick)
        other = row(rng, length, letters, stick)
        tests.append([line, other, rng.randint(1, 9), rng.randint(1, 9), rng.randint(1, 9)])
        tests.append([misprint(rng, line, letters, 0.3), line, rng.randint(1, 9), rng.randint(1, 9), rng.randint(1, 9)])
    # Hidden: large.
    tests.append(["a" * 400, "b" * 400, 10**6, 10**6, 10**6])
    tests.append(["ab" * 200, "a" * 400, 900000, 1, 10**6])
    line = row(rng, 400, "abcdefghijklmnopqrstuvwxyz", 0.1)
    tests.append([misprint(rng, line, "abcdefghijklmnopqrstuvwxyz", 0.2)[:400], line, 350000, 410000, 520000])
    tests.append([row(rng, 400, "ab", 0.7), row(rng, 390, "ab", 0.7), 999999, 777777, 888888])
    tests.append([row(rng, 400, "abc", 0.5), row(rng, 400, "abc", 0.8), 3, 5, 4])
    return tests
