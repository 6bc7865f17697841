import sys
from collections import deque


def main():
    lines = sys.stdin.read().split()
    h, w = int(lines[0]), int(lines[1])
    grid = lines[2:2 + h]
    for r in range(h):
        for c in range(w):
            if grid[r][c] == "S":
                start = (r, c)

    # Visits every cell once, whatever the state of the gates was at that time.
    seen = [[False] * w for _ in range(h)]
    seen[start[0]][start[1]] = True
    queue = deque([(start[0], start[1], 0, 0)])
    while queue:
        r, c, rung, moves = queue.popleft()
        if grid[r][c] == "E":
            print(moves)
            return
        for nr, nc in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if not (0 <= nr < h and 0 <= nc < w) or seen[nr][nc]:
                continue
            kind = grid[nr][nc]
            if kind == "#" or kind == "AB"[1 - rung]:
                continue
            seen[nr][nc] = True
            queue.append((nr, nc, rung ^ (kind == "*"), moves + 1))
    print(-1)


main()
