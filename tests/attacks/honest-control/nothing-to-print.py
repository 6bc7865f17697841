# problem: silent-buoy
# expect: reward 1
# why: prints nothing because there is nothing to print

input()
print(*[n for n in map(int, input().split()) if n > 1000], sep="\n")
