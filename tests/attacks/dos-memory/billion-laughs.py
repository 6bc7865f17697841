# problem: braid
# expect: reward 0
# why: returns a small value that is enormous once written out

def braid(left, right):
    value = left
    for _ in range(40):
        value = [value] * 10
    return value
