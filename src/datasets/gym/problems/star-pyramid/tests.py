"""Test inputs, public ones first."""


def inputs():
    return [f"{n}\n" for n in (3, 1, *range(2, 20))]
