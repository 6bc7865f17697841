import random


def case(m: int, levels: list[int]) -> str:
    return f"{len(levels)} {m}\n{' '.join(map(str, levels))}\n"


def inputs() -> list:
    rng = random.Random(410721)
    tests = [
        # Public.
        case(4, [2, 5, 9]),
        case(6, [3, 3, 3, 3]),
        case(9, [7, 1, 4]),
        # Hidden: smallest sizes and hand-made edges.
        case(0, [0]),
        case(5, [3]),
        case(0, [4, 2, 2, 8]),
        case(1, [5, 4]),
        case(2, [5, 4]),
        case(4, [9, 0, 3, 1]),
        case(7, [6, 5, 4, 3]),
        case(3, [2, 1, 2, 1, 2]),
        case(4, [2, 1, 2, 1, 2]),
        case(10, [10, 9, 1, 10, 2]),
        case(1, [0] * 12),
        case(25, [7] * 12),
        case(40, list(range(15, 0, -1))),
    ]
    # Hidden: random small and medium rows with many ties.
    for n, top, m in [(8, 4, 11), (15, 6, 30), (40, 10, 111), (100, 3, 257), (200, 1000, 40000)]:
        tests.append(case(m, [rng.randint(0, top) for _ in range(n)]))
    tests.append(case(99999, [rng.randint(0, 10**5) for _ in range(500)]))
    # Hidden: the water reaches exactly the level of the next barrels.
    row = [50] * 30 + [20] * 30 + [90] * 30
    rng.shuffle(row)
    tests.append(case(30 * 30, row))
    tests.append(case(30 * 30 + 17, row))
    # Hidden: large.
    tests.append(case(10**12, [10**9]))
    tests.append(case(10**12 - 1, [10**9, 0, 10**9 - 1, 1]))
    tests.append(case(777777777777, [rng.randint(0, 10**9) for _ in range(1000)]))
    tests.append(case(10**12 - 12345, [rng.randint(0, 9) for _ in range(10**4)]))
    tests.append(case(10**12, [rng.randint(0, 10**9) for _ in range(10**4)]))
    return tests
