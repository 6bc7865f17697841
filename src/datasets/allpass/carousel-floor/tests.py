"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(18230)

    def floor(rows, cols, most=999):
        return [[rng.randint(0, most) for _ in range(cols)] for _ in range(rows)]

    def numbered(rows, cols):
        return [[r * cols + c + 1 for c in range(cols)] for r in range(rows)]

    out = [
        [[[1, 2, 3], [4, 5, 6]], 1],
        [numbered(4, 4), 1],
        [numbered(4, 5), 3],
    ]
    # The smallest ones.
    out.append([[[5]], 7])
    out.append([[[1, 2], [3, 4]], 0])
    out.append([[[1, 2], [3, 4]], 3])
    # A single row or column, and a thin middle.
    out.append([[[1, 2, 3, 4]], 1])
    out.append([[[1], [2], [3]], 2])
    out.append([numbered(3, 3), 1])
    out.append([numbered(3, 5), 2])
    out.append([numbered(6, 3), 4])
    out.append([numbered(5, 7), 1])
    # Whole rounds of the outer ring, and of both rings.
    out.append([numbered(4, 4), 12])
    out.append([numbered(4, 4), 14])
    out.append([numbered(6, 4), 48])
    # Tiles that are all the same.
    out.append([[[8] * 5 for _ in range(6)], 9])
    for rows, cols, steps in ((2, 9, 11), (9, 2, 100), (5, 5, 17), (6, 8, 1000), (7, 12, 999983), (13, 10, 10**6 + 3), (20, 31, 10**9)):
        out.append([floor(rows, cols), steps])
    # The large ones.
    out.append([floor(1, 90), 10**12])
    out.append([floor(90, 2), 10**12 - 1])
    out.append([floor(61, 60), 777777777777])
    out.append([floor(90, 45), 10**12])
    out.append([floor(89, 90), 10**12 - 11])
    out.append([floor(90, 90), 999999999989])
    return out
