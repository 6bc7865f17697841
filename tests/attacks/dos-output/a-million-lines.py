# problem: tide-table
# expect: reward 0
# why: prints lines, spaces and exotic blanks, in case splitting or trimming is quadratic

print(("\u2003 \x1c\x0b\n" * 400_000) + "1")
