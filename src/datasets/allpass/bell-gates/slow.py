import sys


def main():
    lines = sys.stdin.read().split()
    h, w = int(lines[0]), int(lines[1])
    grid = lines[2:2 + h]
    start = next((r, c) for r in range(h) for c in range(w) if grid[r][c] == "S")

    # A list keeps the states seen so far, and every look-up walks through all of it.
    seen = [(start[0], start[1], 0)]
    moves = [0]
    at = 0
    while at < len(seen):
        r, c, rung = seen[at]
        if grid[r][c] == "E":
            print(moves[at])
            return
        for nr, nc in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if not (0 <= nr < h and 0 <= nc < w):
                continue
            kind = grid[nr][nc]
            if kind == "#" or kind == ("B" if rung == 0 else "A"):
                continue
            state = (nr, nc, 1 - rung if kind == "*" else rung)
            if state not in seen:
                seen.append(state)
                moves.append(moves[at] + 1)
        at += 1
    print(-1)


main()
