# problem: gate
# expect: reward 0
# why: fills its module with half a gigabyte before any call

ballast = [bytes([n % 251]) * (16 << 20) for n in range(64)]


def gate(heights, limit):
    return all(b - a <= limit for a, b in zip(heights, heights[1:]))
