import sys


def distances(row: str) -> list[int]:
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

    # Mistake: inside the motif the distances are compared as they are,
    # without cutting off what lies before the border.
    fail = [0] * (size + 1)
    j = 0
    for i in range(1, size):
        while j and pattern[j] != pattern[i]:
            j = fail[j]
        if pattern[j] == pattern[i]:
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
