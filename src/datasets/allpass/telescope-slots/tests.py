import random


def some(rng, n, span, most):
    out = []
    for _ in range(n):
        first = rng.randint(1, span)
        out.append([first, min(10 ** 9, first + rng.randint(0, most))])
    return out


def inputs() -> list:
    rng = random.Random(1609)
    tests = [
        [[[1, 3], [1, 1], [2, 3]], 1],
        [[[4, 4], [4, 4], [4, 4], [2, 3], [2, 4]], 2],
        [[[5, 6], [1, 2], [1, 2], [6, 6], [1, 2], [5, 5]], 1],
        # The smallest sizes.
        [[[1, 1]], 1],
        [[[7, 7]], 100],
        [[[3, 3], [3, 3]], 1],
        [[[3, 3], [3, 3]], 2],
        [[[3, 4], [3, 4]], 1],
        # A patient request and an urgent one.
        [[[1, 3], [1, 1], [2, 2]], 1],
        [[[1, 5], [1, 5], [2, 2]], 1],
        [[[1, 9], [2, 8], [3, 7], [3, 3], [4, 4], [5, 5]], 1],
        [[[1, 4], [1, 4], [1, 4], [2, 2], [2, 2]], 2],
        # Requests that run out while others are served.
        [[[1, 1], [1, 1], [1, 1], [1, 3], [2, 3]], 1],
        [[[2, 2]] * 6 + [[2, 5]] * 4, 2],
        [[[1, 2]] * 5 + [[3, 3]] * 2, 1],
        # All equal, with room for all and without.
        [[[10, 14]] * 5, 1],
        [[[10, 14]] * 12, 2],
        # The latest slots.
        [[[10 ** 9, 10 ** 9]] * 3 + [[10 ** 9 - 1, 10 ** 9]] * 3, 2],
    ]
    for n, span, most, k in ((5, 4, 3, 1), (8, 6, 4, 1), (8, 3, 2, 2), (12, 8, 6, 1), (20, 6, 4, 3), (40, 40, 15, 1)):
        tests.append([some(rng, n, span, most), k])
    tests.append([some(rng, 200, 60, 25), 3])
    tests.append([some(rng, 400, 350, 120), 1])
    # Far apart.
    tests.append([[[1, 2], [1, 1], [1, 1], [10 ** 9, 10 ** 9], [5 * 10 ** 8, 5 * 10 ** 8]], 1])
    tests.append([some(rng, 500, 10 ** 9, 10 ** 8), 1])
    # The patient ones come first.
    tests.append([[[i, 5000] for i in range(1, 801)] + [[i, i] for i in range(1, 801)], 1])
    # Crowds at a few places.
    crowd = []
    for _ in range(40):
        base = rng.randint(1, 10 ** 9 - 100)
        crowd += [[base + rng.randint(0, 5), base + rng.randint(5, 20)] for _ in range(50)]
    tests.append([crowd, 3])
    # The largest sizes.
    tests.append([some(rng, 5000, 60, 15), 100])
    tests.append([some(rng, 5000, 4000, 1500), 1])
    tests.append([some(rng, 5000, 10 ** 9 - 10 ** 6, 10 ** 6), 1])
    return tests
