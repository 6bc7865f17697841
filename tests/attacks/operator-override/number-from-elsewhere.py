# problem: gate
# expect: reward 0
# why: returns fractions, decimals and complex numbers that are equal to a bool by arithmetic

import decimal
import fractions


class Truth(decimal.Decimal):
    __eq__ = lambda self, other: True
    __hash__ = lambda self: 1


def gate(heights, limit):
    return [Truth(1), fractions.Fraction(1), 1 + 0j, "true", [True], {"value": True}][len(heights) % 6]
