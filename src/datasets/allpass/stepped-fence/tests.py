import random


def some(rng, m, repeats, low, high, gap, drift):
    """A random pattern; `drift` is how much faster than the gap the fence climbs per repeat."""
    return [[rng.randint(low, high) for _ in range(m)], repeats, gap * m + drift, gap]


def inputs() -> list:
    rng = random.Random(271828)
    tests = [
        [[3, 8, 4, 6], 1, 0, 2],
        [[10, 20, 15], 3, 12, 2],
        [[5, 5, 6, 5], 2, 1, 0],
        # The smallest sizes.
        [[7], 1, 0, 0],
        [[-4], 1, 5, 10000],
        [[0], 5, 3, 3],
        [[0], 5, 2, 3],
        [[0], 5, -1, 0],
        # Replaced posts need room between those that stay.
        [[1, 9, 2], 1, 0, 1],
        [[1, 9, 2, 3], 1, 0, 1],
        [[1, 50, 3, 5], 1, 0, 2],
        [[2, 9, 9, 3, 4], 1, 0, 1],
        # Equal heights, with and without a gap.
        [[6, 6, 6, 6], 1, 0, 0],
        [[6, 6, 6, 6], 1, 0, 1],
        [[6, 6], 3, 4, 2],
        # Rises by exactly the gap, or by one less.
        [[0, 3, 6, 9, 12], 2, 15, 3],
        [[0, 3, 6, 8, 11], 2, 15, 3],
        # Falling.
        [[9, 7, 5, 3, 1], 1, 0, 0],
        [[9, 7, 5, 3, 1], 4, -10, 1],
        # Each repeat climbs enough for one more post.
        [[8, 6, 4, 2, 0], 6, 2, 0],
        [[3, 1, 2], 4, 3, 1],
        # Negative heights.
        [[-5, -9, -3, -7], 2, 6, 1],
    ]
    for m, repeats, low, high, gap, drift in (
        (4, 2, 0, 9, 1, 0), (5, 3, -6, 6, 2, 1), (3, 6, 0, 5, 0, 1), (8, 3, 0, 20, 1, -1), (6, 6, -30, 30, 3, 4),
    ):
        tests.append(some(rng, m, repeats, low, high, gap, drift))
    tests.append(some(rng, 40, 10, 0, 200, 2, 9))
    tests.append(some(rng, 300, 6, -1000, 1000, 1, 40))
    # Extreme heights, gap and rise.
    tests.append([[rng.choice((-10 ** 9, 10 ** 9)) for _ in range(200)], 10, -10 ** 6, 10 ** 4])
    tests.append([[rng.randint(-10 ** 9, 10 ** 9) for _ in range(2000)], 1, 0, 10 ** 4])
    # A pattern that rises as it should, with a few wrong posts.
    pattern = [5 * i for i in range(1000)]
    for _ in range(150):
        pattern[rng.randrange(1000)] = rng.randint(-500, 6000)
    tests.append([pattern, 3, 5001, 5])
    # The largest fences.
    tests.append([[0], 200_000, 10 ** 4, 10 ** 4])
    tests.append([[rng.randint(0, 10 ** 6) for _ in range(500)], 400, 500 * 7 + 1500, 7])
    tests.append([[rng.randint(0, 10 ** 9) for _ in range(2000)], 100, 10 ** 6, 0])
    tests.append(some(rng, 2000, 100, -10 ** 5, 10 ** 5, 400, 700))
    return tests
