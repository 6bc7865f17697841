"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(60412)

    def made(n, letters, limit):
        return ["".join(rng.choice(letters) for _ in range(n)), limit]

    out = [
        ["abcab", 1],
        ["aabbabb", 2],
        ["zzzz", 7],
    ]
    # The smallest ones.
    out.append(["q", 1])
    out.append(["q", 100000])
    out.append(["kk", 1])
    # All equal.
    out.append(["eeeeeeeeee", 1])
    out.append(["eeeeeeeeee", 3])
    out.append(["eeeeeeeeee", 10])
    # A colour whose surplus bead lies before the start already.
    out.append(["abba", 1])
    out.append(["abcba", 1])
    out.append(["aabbbbaacc", 2])
    out.append(["tmmzuxt", 1])
    # Every window has the same length.
    out.append(["abcdefghijklmnopqrstuvwxyz" * 2, 1])
    out.append(["ab" * 20, 4])
    for n, letters, limit in (
        (12, "ab", 2),
        (15, "abc", 1),
        (20, "abc", 3),
        (40, "abcdef", 2),
        (80, "abcdefghij", 4),
        (200, "xyz", 5),
        (500, "abcdefghijklmnopqrstuvwxyz", 3),
    ):
        out.append(made(n, letters, limit))
    # The large ones.
    out.append(made(3000, "abcd", 300))
    out.append(made(30000, "abcdefghijklmnopqrstuvwxyz", 1))
    out.append(made(60000, "aaaaaaab", 20000))
    out.append(["ab" * 40000, 100000])
    out.append(made(100000, "abcdefghijklmnopqrstuvwxyz", 2000))
    out.append(["a" * 49999 + "b" + "a" * 50000, 50000])
    return out
