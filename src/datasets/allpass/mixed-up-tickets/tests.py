import random
from itertools import permutations


def inputs() -> list:
    rng = random.Random(30977)
    tests = [
        # Public.
        [[123, 45, 321, 7, 213]],
        [[10, 1, 55, 55]],
        [[907, 16, 790, 97, 61]],
        # Hidden: smallest sizes and hand-made edges.
        [[]],
        [[0]],
        [[0, 0]],
        [[21, 12]],
        [[12, 21, 12]],
        [[100, 10, 1, 0]],
        [[12, 122, 112, 21]],
        [[7, 7, 7, 7, 7]],
        [[110, 101, 11, 110, 101]],
        [[999999, 99999, 9999, 999, 99, 9]],
        [[100000, 999998, 899999, 989999, 999999]],
        [[1001, 1010, 1100, 1001, 1100, 11, 110]],
        [[10 * i + j for i in range(1, 10) for j in range(10)]],
        [[int("".join(p)) for p in permutations("1234")]],
        [[int("".join(p)) for p in permutations("1122")]],
    ]
    # Hidden: random, from crowded to sparse.
    for size, top in [(10, 30), (30, 99), (60, 300), (150, 120), (400, 9999), (1000, 999)]:
        tests.append([[rng.randint(0, top) for _ in range(size)]])
    # Hidden: large.
    tests.append([[rng.choice([123456, 654321, 123465]) for _ in range(3000)]])
    tests.append([[int("".join(rng.choice("12") for _ in range(6))) for _ in range(6000)]])
    tests.append([[500005] * 11999 + [550000]])
    tests.append([rng.sample(range(100000, 1000000), 12000)])
    return tests
