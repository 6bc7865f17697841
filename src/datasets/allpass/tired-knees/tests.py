import random

Path = tuple[int, int, int, int]


def case(n: int, k: int, r: int, paths: list[Path]) -> str:
    lines = [f"{n} {len(paths)} {k} {r}"]
    lines.extend(f"{u} {v} {t} {s}" for u, v, t, s in paths)
    return "\n".join(lines) + "\n"


def region(rng: random.Random, n: int, m: int, k: int, r: int, top: int, steep: float) -> str:
    """A connected region: a random tree with short-range extra paths."""
    reach = max(3, n // 20)
    paths: list[Path] = []
    for v in range(2, n + 1):
        u = rng.randint(max(1, v - reach), v - 1)
        paths.append((u, v, rng.randint(1, top), int(rng.random() < steep)))
    while len(paths) < m:
        u = rng.randint(1, n)
        v = min(n, max(1, u + rng.randint(-reach, reach)))
        if u != v:
            paths.append((u, v, rng.randint(1, top), int(rng.random() < steep)))
    rng.shuffle(paths)
    return case(n, k, r, paths)


def inputs() -> list:
    rng = random.Random(90112)
    tests = [
        # Public.
        case(4, 1, 10, [(1, 2, 3, 1), (2, 4, 3, 1), (2, 3, 2, 0), (3, 4, 3, 1)]),
        case(4, 2, 4, [(1, 2, 5, 1), (2, 3, 5, 1), (3, 4, 5, 1)]),
        case(3, 1, 7, [(1, 2, 6, 0)]),
        # Hidden: smallest sizes and hand-made edges.
        case(1, 1, 5, []),
        case(2, 1, 5, []),
        case(2, 1, 5, [(1, 2, 8, 1)]),
        case(2, 3, 0, [(1, 2, 8, 1), (2, 1, 8, 0), (1, 2, 9, 0)]),
        # A short walk on a flat path and back is better than a rest.
        case(4, 1, 100, [(1, 2, 5, 1), (2, 3, 1, 0), (2, 4, 5, 1)]),
        case(4, 1, 2, [(1, 2, 5, 1), (2, 3, 1, 0), (2, 4, 5, 1)]),
        case(4, 1, 1, [(1, 2, 5, 1), (2, 3, 1, 0), (2, 4, 5, 1)]),
        # The later arrival has fresher knees.
        case(4, 1, 50, [(1, 2, 4, 1), (1, 3, 3, 0), (3, 2, 3, 0), (2, 4, 4, 1)]),
        case(3, 2, 0, [(1, 2, 9, 1), (2, 3, 9, 1)]),
        case(7, 2, 3, [(i, i + 1, 1, 1) for i in range(1, 7)]),
        case(8, 3, 1000000000, [(i, i + 1, 1000000, 1) for i in range(1, 8)]),
        case(5, 1, 4, [(2, 3, 1, 0), (3, 4, 1, 1), (4, 5, 1, 1)]),
    ]
    # Hidden: random small and medium.
    for n, m, k, r, top, steep in [
        (6, 9, 1, 6, 5, 0.7),
        (8, 14, 2, 10, 6, 0.8),
        (12, 20, 1, 20, 9, 0.6),
        (20, 30, 3, 15, 9, 0.9),
        (30, 50, 1, 40, 20, 0.7),
        (40, 90, 2, 60, 20, 0.85),
        (60, 120, 5, 500, 30, 0.95),
    ]:
        tests.append(region(rng, n, m, k, r, top, steep))
    tests.append(region(rng, 400, 700, 2, 0, 100, 0.8))
    tests.append(region(rng, 1000, 1800, 1, 250, 100, 0.7))
    # Hidden: large.
    n = 5000
    names = list(range(2, n))
    rng.shuffle(names)
    names = [1, *names, n]
    chain = [(names[i], names[i + 1], rng.randint(1, 999), int(i % 7 != 0)) for i in range(n - 1)]
    chain.reverse()
    tests.append(case(n, 4, 700, chain))
    tests.append(region(rng, 3000, 6000, 5, 10**9, 1000, 0.9))
    tests.append(region(rng, 6000, 8000, 3, 5000, 999, 0.85))
    return tests
