from collections import Counter


def mixed_up_pairs(tickets: list[int]) -> int:
    # Compare every two tickets digit by digit.
    pairs = 0
    for i in range(len(tickets)):
        for j in range(i):
            if tickets[i] != tickets[j]:
                if Counter(str(tickets[i])) == Counter(str(tickets[j])):
                    pairs += 1
    return pairs
