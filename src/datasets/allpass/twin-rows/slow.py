import sys


def stitches(text):
    """Gives the row stitch by stitch."""
    count = 0
    for ch in text:
        if ch.isdigit():
            count = 10 * count + int(ch)
        else:
            for _ in range(count or 1):
                yield ch
            count = 0


def main():
    top, bottom = sys.stdin.read().split()
    matches = longest = stretch = 0
    # One step per column, and there can be thousands of billions of them.
    for a, b in zip(stitches(top), stitches(bottom)):
        if a == b:
            matches += 1
            stretch += 1
            longest = max(longest, stretch)
        else:
            stretch = 0
    print(matches, longest)


main()
