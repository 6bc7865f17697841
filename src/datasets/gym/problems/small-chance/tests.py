"""Test inputs, public ones first."""


def inputs():
    pairs = [(49, 6), (45, 6), *((n, k) for n in range(40, 49) for k in (6, 7))]
    return [f"{n} {k}\n" for n, k in pairs]
