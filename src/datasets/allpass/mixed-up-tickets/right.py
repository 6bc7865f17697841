from collections import Counter


def mixed_up_pairs(tickets: list[int]) -> int:
    # Walk through the tickets. Each one pairs up with all earlier tickets
    # that have the same digits, except those with the very same number.
    same_digits = Counter()
    same_number = Counter()
    pairs = 0
    for number in tickets:
        digits = "".join(sorted(str(number)))
        pairs += same_digits[digits] - same_number[number]
        same_digits[digits] += 1
        same_number[number] += 1
    return pairs
