# problem: half-tide
# expect: reward 1
# why: the same number written with more zeros

input()
print("%.6f" % (sum(map(int, input().split())) / 2))
