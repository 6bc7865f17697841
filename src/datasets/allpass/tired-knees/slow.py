import sys


def main() -> None:
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, m, k, r = data[:4]
    width = k + 1

    # Bellman-Ford over all pairs (place, steep paths in a row).
    steps = []
    for place in range(n):
        for streak in range(1, width):
            steps.append((place * width + streak, place * width, r))
    for i in range(4, 4 + 4 * m, 4):
        u, v, t, s = data[i:i + 4]
        for a, b in ((u - 1, v - 1), (v - 1, u - 1)):
            for streak in range(width):
                if not s:
                    steps.append((a * width + streak, b * width, t))
                elif streak < k:
                    steps.append((a * width + streak, b * width + streak + 1, t))

    far = float("inf")
    best = [far] * (n * width)
    best[0] = 0
    for _ in range(n * width - 1):
        for source, target, cost in steps:
            if best[source] + cost < best[target]:
                best[target] = best[source] + cost

    result = min(best[(n - 1) * width:])
    print(-1 if result == far else result)


main()
