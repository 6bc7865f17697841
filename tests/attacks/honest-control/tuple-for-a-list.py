# problem: braid
# expect: reward 1
# why: prints while it works, spoils its arguments, returns a tuple

def braid(left, right):
    out = []
    while left or right:
        for side in (left, right):
            if side:
                out.append(side.pop(0))
    print("braided", out)
    return tuple(out)
