import random


def show(n, k, falls, walks):
    lines = [f"{n} {len(falls)} {len(walks)} {k}"]
    lines += [f"{l} {r} {d}" for l, r, d in falls]
    lines += [f"{a} {b}" for a, b in walks]
    return "\n".join(lines) + "\n"


def span(rng, n):
    a, b = rng.randint(1, n), rng.randint(1, n)
    return min(a, b), max(a, b)


def mixed(rng, n, m, q, k, d_max, climbs_only=False):
    falls = [(*span(rng, n), rng.randint(1, d_max)) for _ in range(m)]
    walks = []
    for _ in range(q):
        a, b = span(rng, n)
        if not climbs_only and rng.random() < 0.5:
            a, b = b, a
        walks.append((a, b))
    return show(n, k, falls, walks)


def inputs() -> list:
    rng = random.Random(20260101)
    tests = [
        show(6, 4, [(1, 3, 2), (2, 4, 3), (6, 6, 4)], [(1, 6), (2, 3), (4, 5)]),
        show(10, 7, [(3, 9, 5), (5, 10, 2), (1, 4, 2), (8, 8, 1)],
             [(1, 10), (7, 7), (1, 2), (4, 9), (10, 10)]),
        # The smallest sizes, on both sides of k.
        show(1, 1, [(1, 1, 1)], [(1, 1)]),
        show(1, 2, [(1, 1, 1)], [(1, 1)]),
        show(1, 1000, [(1, 1, 1000)], [(1, 1), (1, 1)]),
        # Walks downhill.
        show(2, 3, [(2, 2, 3)], [(2, 1), (1, 2), (2, 2), (1, 1)]),
        show(5, 2, [(1, 5, 1), (2, 4, 1)], [(5, 1), (4, 2), (1, 5), (3, 1)]),
        # The depth meets k exactly, or misses it by one.
        show(4, 10, [(1, 4, 9), (3, 3, 1), (4, 4, 2)], [(1, 4), (4, 1), (1, 2)]),
        # Nothing deep at all.
        show(8, 10 ** 9, [(1, 8, 1000), (2, 3, 1000)], [(1, 8), (8, 1), (4, 4)]),
        # Everything deep.
        show(9, 1, [(1, 9, 1)], [(a, b) for a in (1, 5, 9) for b in (1, 5, 9)]),
        # The same post again and again.
        show(7, 2500, [(4, 4, 1000)] * 3, [(1, 7), (7, 1), (4, 4), (1, 3), (5, 7)]),
    ]
    for n in (3, 8, 20):
        tests.append(mixed(rng, n, 6, 12, 12, 9))
    tests.append(mixed(rng, 100, 40, 60, 5000, 1000))
    tests.append(mixed(rng, 1000, 60, 80, 900, 50, climbs_only=True))
    tests.append(mixed(rng, 5000, 200, 150, 40000, 1000))
    tests.append(mixed(rng, 100_000, 500, 300, 100_000, 1000))
    # Few snowfalls on the longest trail.
    tests.append(mixed(rng, 10 ** 6, 5, 40, 1500, 1000))
    # Long snowfalls and long walks on the longest trail, all at maximum sizes.
    n, m, q = 10 ** 6, 3000, 3000
    falls = [(rng.randint(1, n // 8), rng.randint(n - n // 8, n), rng.randint(1, 1000)) for _ in range(m)]
    falls[0] = (1, n, 1000)
    walks = [(rng.randint(1, n // 8), rng.randint(n - n // 8, n)) for _ in range(q)]
    walks = [w if rng.random() < 0.5 else w[::-1] for w in walks]
    walks[0], walks[1] = (n, 1), (1, n)
    tests.append(show(n, 1_300_000, falls, walks))
    return tests
