import random


def show(weight, spices):
    return f"{len(spices)} {weight}\n" + "".join(f"{w} {c}\n" for w, c in spices)


def some(rng, n, weight, w_most, c_most):
    return show(weight, [(rng.randint(1, w_most), rng.randint(1, c_most)) for _ in range(n)])


def inputs() -> list:
    rng = random.Random(998)
    tests = [
        show(10, [(3, 2), (4, 3), (5, 2), (2, 3)]),
        show(13, [(4, 2), (2, 3), (6, 1), (3, 3), (20, 1)]),
        # One spice: the weight is met exactly, missed, or needs one sachet too many.
        show(1, [(1, 1)]),
        show(2, [(1, 1)]),
        show(6, [(2, 3)]),
        show(7, [(2, 3)]),
        show(8, [(2, 3)]),
        show(1, [(2, 5000)]),
        show(5000, [(5000, 5000)]),
        # Equal weights are different spices.
        show(2, [(1, 1), (1, 1)]),
        show(3, [(1, 2), (1, 2), (1, 1)]),
        show(4, [(2, 1)] * 5),
        # All sachets of the shop are needed.
        show(20, [(1, 2), (3, 2), (4, 3)]),
        # No blend has this weight.
        show(15, [(2, 4), (4, 4), (6, 9)]),
        show(100, [(1, 3), (2, 3), (5, 2)]),
    ]
    for n, weight, w_most, c_most in ((3, 8, 4, 3), (4, 12, 5, 2), (5, 20, 6, 4), (6, 30, 9, 5), (8, 40, 7, 1)):
        tests.append(some(rng, n, weight, w_most, c_most))
    tests.append(some(rng, 12, 200, 20, 10))
    tests.append(some(rng, 25, 500, 30, 6))
    # Only even weights, and an odd one among them.
    tests.append(show(601, [(2 * rng.randint(1, 40), rng.randint(1, 9)) for _ in range(29)] + [(7, 3)]))
    # Stocks so large that they never run out.
    tests.append(show(1000, [(rng.randint(1, 30), 5000) for _ in range(30)]))
    # One sachet of each.
    tests.append(some(rng, 60, 1500, 100, 1))
    # Sachets of one gram only.
    tests.append(show(3000, [(1, rng.randint(1, 60)) for _ in range(140)]))
    # Heavy sachets.
    tests.append(show(5000, [(rng.randint(1500, 5000), rng.randint(1, 5)) for _ in range(150)]))
    # The largest sizes.
    tests.append(show(5000, [(rng.randint(1, 60), rng.randint(1, 80)) for _ in range(150)]))
    tests.append(show(5000, [(rng.randint(1, 3), rng.randint(1, 5000)) for _ in range(150)]))
    return tests
