"""Test inputs, public ones first."""
import random


def text(heights):
    return f"{len(heights)}\n" + " ".join(map(str, heights)) + "\n"


def inputs():
    rng = random.Random(33550)
    out = [
        text([1, 5, 3, 4]),
        text([-2, 6, 0, 9, 3, -7, 5]),
        text([4, 4, 4, 4, 1]),
    ]

    def spread(n, low, high):
        return [rng.randint(low, high) for _ in range(n)]

    def shuffled(n):
        values = list(range(1, n + 1))
        rng.shuffle(values)
        return values

    # The smallest ones.
    out.append(text([0]))
    out.append(text([3, -3]))
    out.append(text([1, 3, 2]))
    out.append(text([2, 3, 1]))
    # Two of the three are level.
    out.append(text([1, 2, 2]))
    out.append(text([1, 2, 1]))
    out.append(text([2, 2, 1]))
    out.append(text([1, 3, 3, 2, 2]))
    out.append(text([0, 2, 1, 2, 1, 2, 1]))
    # Sorted both ways, and all equal.
    out.append(text(list(range(-5, 6))))
    out.append(text(list(range(9, -1, -1))))
    out.append(text([-10**9] * 12))
    out.append(text([-10**9, 10**9, 0] * 4))
    for n, low, high in ((8, 0, 2), (12, -3, 3), (30, 0, 9), (60, -1000, 1000), (100, 0, 3)):
        out.append(text(spread(n, low, high)))
    out.append(text(shuffled(200)))
    # Up, then down: as many swells as can be.
    out.append(text(list(range(150)) + list(range(150, 0, -1))))
    # The large ones.
    out.append(text([1] + list(range(8000, 1, -1))))
    out.append(text(spread(8000, -10**9, 10**9)))
    out.append(text([7] * 15000))
    out.append(text(spread(15000, 0, 9)))
    out.append(text(shuffled(15000)))
    return out
