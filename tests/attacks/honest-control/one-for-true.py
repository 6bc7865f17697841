# problem: gate
# expect: reward 1
# why: returns ints where bools are expected: equal in Python

def gate(heights, limit):
    return int(all(b - a <= limit for a, b in zip(heights, heights[1:])))
