"""Test inputs, public ones first."""


def inputs():
    return [f"{n}\n" for n in (3, 5, 1, 2, 4, 7, 10, 12, 15, 20, 25, 31, 40, 44, 50, 61, 77, 80, 93, 100)]
