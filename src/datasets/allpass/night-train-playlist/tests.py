import random


def inputs() -> list:
    rng = random.Random(77)
    tests = [
        [[30, 20, 10, 20, 40], 5, 60],
        [[50, 50, 50], 0, 100],
        [[7, 3, 4, 1, 1, 2, 9], 2, 15],
        # The smallest sizes: the song fits exactly, is too long, or nothing may be played.
        [[1], 0, 1],
        [[5], 1000, 5],
        [[5], 3, 4],
        [[1], 0, 0],
        [[4, 4, 4, 4], 1, 3],
        # Songs too long for the limit in between.
        [[9, 3, 3, 3], 2, 8],
        [[2, 20, 2, 2, 20, 2, 2, 2], 3, 9],
        [[20, 6, 6], 4, 15],
        # A silence as long as everything else.
        [[1, 1, 1, 1, 1], 1000, 1001],
        [[1, 1, 1, 1, 1], 1000, 1002],
        # The whole list fits, exactly or with one second missing.
        [[3, 1, 2], 1, 8],
        [[3, 1, 2], 1, 7],
        # Ties: the first block counts.
        [[5] * 8, 1, 17],
        [[2, 2, 9, 2, 2, 9, 2, 2], 0, 4],
        # Rising and falling.
        [list(range(1, 13)), 2, 30],
        [list(range(12, 0, -1)), 2, 30],
    ]
    for n, most, gap, limit in ((6, 5, 2, 9), (10, 9, 1, 12), (15, 20, 3, 35), (30, 50, 0, 120), (60, 100, 10, 90)):
        tests.append([[rng.randint(1, most) for _ in range(n)], gap, limit])
    tests.append([[rng.randint(1, 300) for _ in range(400)], 7, 1800])
    tests.append([[rng.choice((1, 2, 900)) for _ in range(1500)], 5, 40])
    # Nothing fits in a long list.
    tests.append([[rng.randint(500, 1000) for _ in range(2000)], 1, 499])
    # Everything fits in a long list.
    tests.append([[rng.randint(1, 99) for _ in range(6000)], 1000, 10 ** 9])
    tests.append([[10 ** 4] * 6000, 1000, 11000 * 2500 - 1000])
    # The largest size.
    tests.append([[rng.randint(1, 9999) for _ in range(20000)], 250, 50_000_000])
    return tests
