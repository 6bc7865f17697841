def turn_rings(grid, steps):
    rows, cols = len(grid), len(grid[0])
    grid = [row[:] for row in grid]
    rings = []
    for ring in range(min(rows, cols) // 2):
        bottom, right = rows - 1 - ring, cols - 1 - ring
        places = [(ring, c) for c in range(ring, right)]
        places += [(r, right) for r in range(ring, bottom)]
        places += [(bottom, c) for c in range(right, ring, -1)]
        places += [(r, ring) for r in range(bottom, ring, -1)]
        if ring % 2:
            places.reverse()
        rings.append(places)
    # One step after the other.
    for _ in range(steps):
        for places in rings:
            r, c = places[-1]
            carried = grid[r][c]
            for r, c in places:
                grid[r][c], carried = carried, grid[r][c]
    return grid
