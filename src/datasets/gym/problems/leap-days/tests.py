"""Test inputs, public ones first: a century and some, one of the years divisible by 100 alone."""


def inputs():
    return [f"{year}\n" for year in (2024, 2023, *range(1901, 2023), 1900)]
