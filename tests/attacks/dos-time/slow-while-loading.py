# problem: gate
# expect: reward 0
# why: never finishes loading

print("loading", flush=True)
any(False for _ in iter(int, 1))


def gate(heights, limit):
    return all(b - a <= limit for a, b in zip(heights, heights[1:]))
