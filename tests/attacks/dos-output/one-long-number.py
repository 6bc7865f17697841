# problem: half-tide
# expect: reward 0
# why: prints a number of some million digits, in case the comparison computes with it

print("9" * 4_000_000 + ".5")
