import sys


def find(parent, x):
    while parent[x] != x:
        parent[x] = parent[parent[x]]
        x = parent[x]
    return x


def main():
    data = sys.stdin.read().split()
    n, events = int(data[0]), int(data[1])
    parent = list(range(n + 1))
    size = [1] * (n + 1)
    # The rightmost plot of every group: a merge may jump there.
    right = list(range(n + 1))

    def union(a, b):
        a = find(parent, a)
        b = find(parent, b)
        if a == b:
            return
        if size[a] < size[b]:
            a, b = b, a
        parent[b] = a
        size[a] += size[b]
        right[a] = max(right[a], right[b])

    out = []
    at = 2
    for _ in range(events):
        kind = data[at]
        first = int(data[at + 1])
        if kind == "S":
            at += 2
            out.append(size[find(parent, first)])
            continue
        second = int(data[at + 2])
        at += 3
        if kind == "T":
            union(first, second)
            continue
        plot = right[find(parent, first)]
        while plot < second:
            union(plot, plot + 1)
            plot = right[find(parent, plot)]
    print("\n".join(map(str, out)))


main()
