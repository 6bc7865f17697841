"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(20749)
    divisors = [d for d in range(1, 721) if 720 % d == 0]

    def made(kinds, most_price, low, high):
        prices = [rng.choice([d for d in divisors if d <= most_price]) for _ in range(kinds)]
        return [prices, rng.randint(low, high)]

    out = [
        [[1, 2, 5], 10],
        [[4, 6], 7],
        [[2, 1], 10**16],
    ]
    # The smallest ones.
    out.append([[1], 0])
    out.append([[720], 0])
    out.append([[720], 719])
    out.append([[720], 720])
    out.append([[3, 3], 3])
    out.append([[1] * 8, 8])
    out.append([[5, 4, 3], 2])
    out.append([[6, 10, 15], 29])
    out.append([[6, 10, 15], 30])
    for kinds, most_price, high in ((2, 9, 60), (3, 12, 100), (4, 20, 300), (5, 30, 400), (6, 48, 900), (8, 60, 2000)):
        out.append(made(kinds, most_price, high // 2, high))
    out.append([[720, 360, 240, 180, 144, 120, 90, 80], 5759])
    out.append([[720, 360, 240, 180, 144, 120, 90, 80], 5760])
    # Around 2**53 and above.
    out.append([[1, 3], 2**53 + 1])
    out.append([[16, 9], 2**53 + 5])
    out.append([[1, 2, 5], 2**64 - 1])
    out.append([[6, 8], 10**18 + 2])
    out.append([[1] * 8, 10**18])
    out.append(made(3, 12, 10**20, 10**21))
    out.append(made(5, 60, 10**29, 10**30))
    out.append([[720] * 8, 720 * 10**37])
    out.append(made(8, 720, 10**39, 10**40))
    # All remainders are possible here, with a long period.
    out.append([[720, 144, 80, 45, 16, 9, 5, 1], 10**40 - 1])
    out.append([[720, 360, 240, 180, 144, 120, 90, 80], 10**40 // 20 * 20])
    out.append([[720, 720, 720, 360, 360, 240, 5, 1], 10**40])
    return out
