"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(43)
    amounts = ["3.5", "-12", "7", "0.25", "100.1"]
    amounts += [f"{rng.choice(['', '-'])}{rng.randint(1, 99999)}{rng.choice(['', '.5', '.25', '.3'])}" for _ in range(15)]
    return [f"{amount}\n" for amount in amounts]
