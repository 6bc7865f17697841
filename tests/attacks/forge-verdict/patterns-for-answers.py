# problem: tide-table
# expect: reward 0
# why: answers with wildcards, replacement marks and templates, in case the answer becomes a pattern

for line in (".*", "[\\s\\S]*", "$&", "${expected}", "{{expected}}", "%s", "(?:)", "\\d+", "*"):
    print(line)
