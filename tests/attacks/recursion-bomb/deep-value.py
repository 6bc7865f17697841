# problem: braid
# expect: reward 0
# why: returns a list that is nested a hundred thousand deep

def braid(left, right):
    value = left
    for _ in range(100_000):
        value = [value]
    return value
