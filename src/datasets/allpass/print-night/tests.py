import random


def hall(rng: random.Random, size: int, w: int, t: int, b: int, r: int) -> list[list[int]]:
    return [
        [rng.randint(0, w), rng.randint(1, t), rng.randint(1, b), rng.randint(0, r)]
        for _ in range(size)
    ]


def inputs() -> list:
    rng = random.Random(2204)
    tests = [
        # Public.
        [[[0, 3, 2, 2]], 5],
        [[[5, 2, 3, 1], [0, 4, 10, 3]], 9],
        [[[10, 1, 4, 0], [2, 6, 1, 5], [30, 1, 1, 0]], 12],
        # Hidden: smallest sizes and hand-made edges.
        [[[0, 1, 1, 0]], 1],
        [[[0, 1, 1, 1]], 2],
        [[[7, 5, 3, 100]], 1],
        [[[7, 5, 3, 100]], 3],
        [[[7, 5, 3, 100]], 4],
        [[[7, 5, 3, 100]], 7],
        [[[0, 2, 1, 2]], 3],
        [[[0, 2, 1, 2], [0, 2, 1, 2]], 3],
        [[[0, 5, 2, 5], [100, 1, 9, 0]], 4],
        [[[20, 1, 100, 0], [0, 19, 1, 60]], 2],
        [[[3, 3, 3, 3]] * 7, 50],
        [[[9, 1, 1, 30], [9, 30, 1, 1], [0, 10, 2, 10]], 25],
        [[[1000, 1, 1000, 1000], [0, 100, 5, 500]], 700],
        # A press that still warms up at the end stands before others.
        [[[30, 1, 4, 0], [0, 1, 2, 0]], 5],
    ]
    # Hidden: random small and medium.
    for size, w, t, b, r, sheets in [
        (2, 5, 4, 3, 9, 11),
        (3, 20, 6, 4, 20, 30),
        (5, 50, 9, 2, 40, 64),
        (8, 200, 20, 5, 300, 150),
        (20, 1000, 50, 10, 500, 1000),
        (60, 3000, 90, 3, 2000, 2500),
    ]:
        tests.append([hall(rng, size, w, t, b, r), sheets])
    # Hidden: large.
    tests.append([[[10**9, 10**5, 1, 10**5]], 10**9])
    tests.append([[[10**9, 1, 10**5, 0], [0, 10**5, 10**5, 10**5]], 9999])
    tests.append([[[rng.randint(0, 10), 10**5, 1, 10**5] for _ in range(200)], 10**9])
    tests.append([hall(rng, 1999, 10**9, 10**5, 5, 10**5), 987654321])
    tests.append([hall(rng, 2000, 10**6, 10**5, 10**5, 10**5), 10**9])
    return tests
