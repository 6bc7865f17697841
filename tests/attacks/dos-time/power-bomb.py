# problem: tide-table
# expect: reward 0
# why: a number with more digits than time

print(len(str(9**9**8)))
