"""Test inputs, public ones first."""
import random


def text(cost, rules=()):
    lines = [f"{len(cost)} {len(rules)}"]
    lines += [" ".join(map(str, row)) for row in cost]
    lines += [f"{a} {b}" for a, b in rules]
    return "\n".join(lines) + "\n"


def inputs():
    rng = random.Random(90871)
    out = [
        text([[0, 5, 2], [1, 0, 4], [6, 3, 0]]),
        text([[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]], [(1, 2), (2, 3), (3, 1)]),
        text([[0, 2, 3, 9], [5, 0, 4, 1], [9, 9, 0, 7], [1, 2, 6, 0]], [(2, 4)]),
    ]

    def matrix(n, low, high):
        return [[0 if i == j else rng.randint(low, high) for j in range(n)] for i in range(n)]

    def kept(n, count):
        """Rules that some order keeps."""
        hidden = list(range(1, n + 1))
        rng.shuffle(hidden)
        rules = []
        for _ in range(count):
            i, j = sorted(rng.sample(range(n), 2))
            rules.append((hidden[i], hidden[j]))
        return rules

    # The smallest ones.
    out.append(text([[0]]))
    out.append(text([[0, 3], [3, 0]]))
    out.append(text([[0, 3], [3, 0]], [(2, 1), (2, 1)]))
    out.append(text([[0, 1], [2, 0]], [(1, 2), (2, 1)]))
    # Every order costs the same.
    out.append(text(matrix(5, 0, 0)))
    out.append(text(matrix(5, 7, 7), [(5, 1), (4, 2)]))
    # Small amounts, many ties.
    for n, high, count in ((4, 1, 0), (5, 1, 1), (5, 2, 0), (6, 1, 2), (6, 2, 0), (7, 1, 3), (7, 3, 0)):
        out.append(text(matrix(n, 0, high), kept(n, count)))
    out.append(text(matrix(7, 0, 50), kept(7, 2)))
    out.append(text(matrix(8, 0, 10**6)))
    # A long circle of rules.
    out.append(text(matrix(9, 0, 9), [(i, i % 9 + 1) for i in range(1, 10)]))
    # A chain of rules that leaves one order.
    out.append(text(matrix(11, 0, 100), [(i + 1, i) for i in range(1, 11)]))
    # The largest ones.
    out.append(text(matrix(12, 0, 1), kept(12, 4)))
    out.append(text(matrix(12, 0, 10**6)))
    out.append(text(matrix(13, 0, 1000), kept(13, 100)))
    out.append(text(matrix(13, 0, 2), kept(13, 5)))
    out.append(text(matrix(13, 10**6, 10**6)[:12] + [[0] * 13]))
    out.append(text(matrix(13, 0, 10**6)))
    return out
