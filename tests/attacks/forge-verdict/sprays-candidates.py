# problem: slow-march
# expect: reward 0
# why: prints every number there is, in case the check is a search

print(*range(1000003))
