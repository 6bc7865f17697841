import re
import sys


def read_row(text):
    return [[int(count or 1), letter] for count, letter in re.findall(r"(\d*)([A-Z])", text)]


def main():
    top, bottom = (read_row(line) for line in sys.stdin.read().split())
    matches = longest = stretch = 0
    i = j = 0
    while i < len(top) and j < len(bottom):
        step = min(top[i][0], bottom[j][0])
        if top[i][1] == bottom[j][1]:
            matches += step
            stretch += step
            longest = max(longest, stretch)
        else:
            stretch = 0
        top[i][0] -= step
        bottom[j][0] -= step
        if top[i][0] == 0:
            i += 1
        if bottom[j][0] == 0:
            j += 1
    print(matches, longest)


main()
