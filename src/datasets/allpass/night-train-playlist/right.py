def longest_block(lengths: list[int], gap: int, limit: int) -> list[int]:
    best_start, best_count = -1, 0
    left = 0
    # The silence is counted after every song of the window; the last one is free, so the limit grows by one gap.
    total = 0
    for right, length in enumerate(lengths):
        total += length + gap
        while left <= right and total > limit + gap:
            total -= lengths[left] + gap
            left += 1
        if right - left + 1 > best_count:
            best_start, best_count = left, right - left + 1
    return [best_start, best_count]
