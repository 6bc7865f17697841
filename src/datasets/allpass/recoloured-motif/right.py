import sys


def distances(row: str) -> list[int]:
    """For each bead, how far back the same colour was last seen (0: never)."""
    seen = {}
    result = []
    for i, colour in enumerate(row):
        result.append(i - seen[colour] if colour in seen else 0)
        seen[colour] = i
    return result


def main() -> None:
    ribbon, motif = sys.stdin.read().split()
    size = len(motif)
    text = distances(ribbon)
    pattern = distances(motif)

    # Two pieces show each other when their distances agree, where a colour
    # seen only before the piece counts as never seen. So a distance longer
    # than the part matched so far is read as 0.
    fail = [0] * (size + 1)
    j = 0
    for i in range(1, size):
        d = pattern[i]
        while j and pattern[j] != (d if d <= j else 0):
            j = fail[j]
        if pattern[j] == (d if d <= j else 0):
            j += 1
        fail[i + 1] = j

    count = 0
    total = 0
    j = 0
    for i, d in enumerate(text):
        if j == size:
            j = fail[j]
        while j and pattern[j] != (d if d <= j else 0):
            j = fail[j]
        if pattern[j] == (d if d <= j else 0):
            j += 1
        if j == size:
            count += 1
            total += i - size + 2

    print(count)
    print(total)


main()
