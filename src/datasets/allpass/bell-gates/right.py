import sys


def main():
    lines = sys.stdin.read().split()
    h, w = int(lines[0]), int(lines[1])
    # A border of walls; the cells of state 1 (bell rung an odd number of times) follow those of state 0.
    width = w + 2
    size = (h + 2) * width
    plain = "#" * width + "".join("#" + row + "#" for row in lines[2:2 + h]) + "#" * width
    start = plain.index("S")
    end = plain.index("E")

    # Where a step onto a cell leads: the same state, the other state, or nowhere.
    leads = []
    for state, shut in ((0, "B"), (1, "A")):
        for cell, kind in enumerate(plain):
            if kind == "#" or kind == shut:
                leads.append(-1)
            elif kind == "*":
                leads.append(cell + size * (1 - state))
            else:
                leads.append(cell + size * state)

    seen = bytearray(2 * size)
    seen[start] = 1
    frontier = [start]
    moves = 0
    while frontier:
        moves += 1
        following = []
        for node in frontier:
            for step in (node - 1, node + 1, node - width, node + width):
                to = leads[step]
                if to >= 0 and not seen[to]:
                    seen[to] = 1
                    following.append(to)
        if seen[end] or seen[end + size]:
            print(moves)
            return
        frontier = following
    print(-1)


main()
