import random


def case(n: int, questions: list[tuple[int, int]]) -> str:
    lines = [f"{n} {len(questions)}"]
    lines.extend(f"{l} {r}" for l, r in questions)
    return "\n".join(lines) + "\n"


def stretch(rng: random.Random, n: int) -> tuple[int, int]:
    l = rng.randint(1, n)
    r = rng.randint(1, n)
    return (min(l, r), max(l, r))


def inputs() -> list:
    rng = random.Random(58213)
    tests = [
        # Public.
        case(12, [(1, 3), (5, 8), (9, 12)]),
        case(31, [(1, 1), (15, 18), (29, 31)]),
        # Hidden: smallest sizes and hand-made edges.
        case(1, [(1, 1)]),
        case(2, [(1, 1), (2, 2), (1, 2)]),
        case(3, [(2, 3), (1, 3)]),
        case(4, [(4, 4)]),
        case(10, [(1, 10), (8, 9), (6, 6), (10, 10)]),
        case(30, [(30, 30), (1, 30), (25, 28)]),
        case(64, [(16, 16), (32, 32), (64, 64), (1, 64)]),
        case(210, [(210, 210), (1, 210), (200, 209)]),
        case(100, [(k, k) for k in range(1, 101)]),
    ]
    # Hidden: random.
    for n, q in [(50, 20), (200, 60), (500, 100), (1000, 5), (2310, 40), (2311, 40)]:
        tests.append(case(n, [stretch(rng, n) for _ in range(q)]))
    tests.append(case(10000, [(1, 10000), (9973, 9973), (10000, 10000), (4999, 5001)]))
    # Hidden: large.
    tests.append(case(30030, [stretch(rng, 30030) for _ in range(500)]))
    tests.append(case(299993, [(1, 299993), (299993, 299993), (1, 1), (150000, 299992)]))
    tests.append(case(300000, [stretch(rng, 300000) for _ in range(4000)]))
    tests.append(case(300000, [(rng.randint(1, 1000), 300000 - rng.randint(0, 1000)) for _ in range(8000)]))
    return tests
