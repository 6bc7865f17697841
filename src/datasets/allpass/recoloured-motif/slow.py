import sys


def shows(ribbon: str, start: int, motif: str) -> bool:
    there = {}
    back = {}
    for i, colour in enumerate(motif):
        other = ribbon[start + i]
        if there.setdefault(colour, other) != other:
            return False
        if back.setdefault(other, colour) != colour:
            return False
    return True


def main() -> None:
    ribbon, motif = sys.stdin.read().split()
    found = []
    for start in range(len(ribbon) - len(motif) + 1):
        if shows(ribbon, start, motif):
            found.append(start + 1)
    print(len(found))
    print(sum(found))


main()
