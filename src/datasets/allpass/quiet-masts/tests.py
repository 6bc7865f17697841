import random


def digits(rng: random.Random, n: int, low: int = 0) -> str:
    return "".join(str(rng.randint(low, 9)) for _ in range(n))


def renamed(rng: random.Random, parent: list[int]) -> list[int]:
    """The same tree with the hills numbered in a random order."""
    names = list(range(len(parent)))
    rng.shuffle(names)
    result = [-1] * len(parent)
    for hill, above in enumerate(parent):
        if above >= 0:
            result[names[hill]] = names[above]
    return result


def grown(rng: random.Random, n: int, reach: int) -> list[int]:
    """Each hill hangs below one of the last `reach` hills before it."""
    return [-1] + [rng.randint(max(0, i - reach), i - 1) for i in range(1, n)]


def inputs() -> list:
    rng = random.Random(71503)
    tests = [
        # Public.
        [[-1, 0, 1, 2, 3, 4], "251923"],
        [[1, -1, 1, 1], "3921"],
        [[2, 2, 3, -1, 3, 4], "071219"],
        # Hidden: smallest sizes and hand-made edges.
        [[-1], "0"],
        [[-1], "8"],
        [[1, -1], "47"],
        [[-1, 0, 0], "123"],
        [[-1, 0, 0, 0, 0], "45554"],
        [[-1, 0, 0, 0, 0], "00000"],
        [[1, 2, 3, -1], "9999"],
        [[1, 2, 3, 4, -1], "50005"],
        [[-1, 0, 0, 1, 2], "16687"],
        [[-1, 0, 0, 1, 1, 2], "078902"],
        [[-1, 0, 0, 1, 3, 2, 5], "1650946"],
        [[-1, 0, 0, 1, 1, 2, 2], "9111111"],
        [[-1] + [(i - 1) // 2 for i in range(1, 31)], "1" * 31],
    ]
    # Hidden: random small and medium.
    for n, reach in [(6, 6), (9, 2), (12, 4), (16, 16), (25, 3), (40, 8), (80, 80), (150, 2), (300, 10)]:
        tests.append([renamed(rng, grown(rng, n, reach)), digits(rng, n)])
    tests.append([[-1] + [(i - 1) // 3 for i in range(1, 1000)], digits(rng, 1000, 5)])
    tests.append([renamed(rng, grown(rng, 2000, 5)), digits(rng, 2000)])
    # Hidden: large. A star, a spine with a leaf on every hill, a long path.
    tests.append([[-1] + [0] * 19999, digits(rng, 20000)])
    spine = [-1] + list(range(5999)) + list(range(6000))
    tests.append([renamed(rng, spine), digits(rng, 12000)])
    tests.append([renamed(rng, [-1] + list(range(19999))), digits(rng, 20000)])
    return tests
