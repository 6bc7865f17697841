def longest_block(lengths: list[int], gap: int, limit: int) -> list[int]:
    # Adds up every block anew: cubic.
    n = len(lengths)
    best = [-1, 0]
    for start in range(n):
        for end in range(start + 1, n + 1):
            count = end - start
            if sum(lengths[start:end]) + (count - 1) * gap <= limit and count > best[1]:
                best = [start, count]
    return best
