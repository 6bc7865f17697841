"""Test inputs, in the order somebody wrote them down: from 1 up."""


def inputs():
    return [f"{n}\n" for n in range(1, 26)]
