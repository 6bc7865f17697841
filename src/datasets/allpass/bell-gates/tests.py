import random


def show(rows):
    return f"{len(rows)} {len(rows[0])}\n" + "\n".join(rows) + "\n"


def place(grid, cell, kind):
    grid[cell[0]][cell[1]] = kind


def scatter(rng, h, w, weights):
    kinds = ".#AB*"
    grid = [rng.choices(kinds, weights, k=w) for _ in range(h)]
    cells = [(r, c) for r in range(h) for c in range(w)]
    s, e = rng.sample(cells, 2)
    place(grid, s, "S")
    place(grid, e, "E")
    return show(["".join(row) for row in grid])


def corners(rng, h, w, weights):
    """Start and end in opposite corners."""
    grid = [rng.choices(".#AB*", weights, k=w) for _ in range(h)]
    place(grid, (0, 0), "S")
    place(grid, (h - 1, w - 1), "E")
    return show(["".join(row) for row in grid])


def serpentine(h, w, door):
    """Walls in every second row, open at alternating ends; `door(i)` is the cell in the i-th opening."""
    rows = []
    for r in range(h):
        if r % 2 == 0:
            rows.append(["."] * w)
        else:
            row = ["#"] * w
            row[w - 1 if r % 4 == 1 else 0] = door(r // 2)
            rows.append(row)
    return rows


def inputs() -> list:
    rng = random.Random(4711)
    tests = [
        show(["S.#E", "..A.", "#*#."]),
        show(["S.*.B.", "#####E"]),
        show(["SB*", ".#A", ".*E"]),
        # The smallest sizes.
        show(["SE"]),
        show(["E", "S"]),
        show(["S#E"]),
        show(["SAE"]),
        show(["SBE"]),
        show(["S*AE"]),
        show(["S*BE"]),
        # The way leads back over cells seen before, or over the same plate twice.
        show(["*S.BE"]),
        show(["*..S.BE"]),
        show(["S.*.BE", "######"]),
        show(["E.A*S", "####*"]),
        show(["S*.B.#", "##.###", "##A.E#"]),
        show(["*.S.B*A.E"]),
        show(["#####*", "EABS..", "#####."]),
        # The bell would have to ring an even number of times, and there is one plate.
        show(["S*A*B*A*B*E"]),
        show(["SA*B*A*B*AE"]),
        # Many plates without any gate.
        show(["S****", "*****", "****E"]),
        # E is walled in.
        show(["S.*.#.", "..B.##", ".A..#E"]),
    ]
    for h, w in ((4, 5), (6, 6), (7, 9), (9, 8), (12, 12)):
        tests.append(scatter(rng, h, w, (5, 3, 3, 3, 1)))
    tests.append(corners(rng, 20, 20, (10, 5, 5, 5, 1)))
    tests.append(corners(rng, 40, 40, (10, 5, 5, 5, 1)))
    tests.append(corners(rng, 1, 180, (10, 0, 0, 0, 1)))
    # A long way with a gate in every opening, and one plate next to each.
    rows = serpentine(61, 60, lambda i: "AB"[i % 2])
    for r in range(0, 61, 2):
        rows[r][30] = "*"
    rows[0][0] = "S"
    rows[60][0 if 60 % 4 == 0 else 59] = "E"
    tests.append(show(["".join(row) for row in rows]))
    # The only plate lies at the far end; the end is behind a gate at the start.
    rows = serpentine(81, 80, lambda i: ".")
    rows[0][0] = "E"
    rows[0][1] = "B"
    rows[0][2] = "S"
    rows[80][79] = "*"
    tests.append(show(["".join(row) for row in rows]))
    tests.append(corners(rng, 120, 120, (20, 8, 8, 8, 1)))
    # The largest castle: wide open, with few plates.
    tests.append(corners(rng, 180, 180, (200, 5, 5, 5, 1)))
    # The same, but the end is walled in: every state is seen.
    grid = [rng.choices(".#AB*", (200, 2, 5, 5, 1), k=180) for _ in range(180)]
    for r, c in ((178, 179), (179, 178), (178, 178)):
        grid[r][c] = "#"
    grid[179][179] = "E"
    grid[0][0] = "S"
    tests.append(show(["".join(row) for row in grid]))
    return tests
