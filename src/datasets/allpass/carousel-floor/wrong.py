def turn_rings(grid, steps):
    rows, cols = len(grid), len(grid[0])
    turned = [row[:] for row in grid]
    for ring in range((min(rows, cols) + 1) // 2):
        bottom, right = rows - 1 - ring, cols - 1 - ring
        # A middle of a single row or column is taken for a ring as well.
        if bottom == ring:
            places = [(ring, c) for c in range(ring, right + 1)]
        elif right == ring:
            places = [(r, right) for r in range(ring, bottom + 1)]
        else:
            places = [(ring, c) for c in range(ring, right)]
            places += [(r, right) for r in range(ring, bottom)]
            places += [(bottom, c) for c in range(right, ring, -1)]
            places += [(r, ring) for r in range(bottom, ring, -1)]
        length = len(places)
        shift = steps % length if ring % 2 == 0 else -steps % length
        for i, (r, c) in enumerate(places):
            to_r, to_c = places[(i + shift) % length]
            turned[to_r][to_c] = grid[r][c]
    return turned
