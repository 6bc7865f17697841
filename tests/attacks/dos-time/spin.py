# problem: tide-table
# expect: reward 0
# why: spins for ever

while True:
    pass
