# problem: tide-table
# expect: reward 0
# why: makes the compiler recurse over a source that only nests

print(eval("(" * 5000 + "1" + ")" * 5000))
print(compile("-" * 100_000 + "1", "deep.py", "eval"))
