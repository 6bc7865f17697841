# problem: gate
# expect: reward 0
# why: gives the commoner answer to everything, to pass most tests

def gate(heights, limit):
    return True
