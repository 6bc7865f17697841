# problem: slow-march
# expect: reward 0
# why: knows the public tests by heart and nothing else

print({3: 874392, 1987: 783949, 412: 291879}.get(int(input()), 0))
