from collections import Counter


def mixed_up_pairs(tickets: list[int]) -> int:
    same_digits = Counter()
    same_number = Counter()
    pairs = 0
    for number in tickets:
        # Mistake: a set forgets how often each digit is written.
        digits = frozenset(str(number))
        pairs += same_digits[digits] - same_number[number]
        same_digits[digits] += 1
        same_number[number] += 1
    return pairs
