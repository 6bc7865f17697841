"""Test inputs, public ones first; one of them is perfect."""


def inputs():
    return [f"{n}\n" for n in (12, 10, *range(29, 150), 28)]
