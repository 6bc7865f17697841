# problem: tide-table
# expect: reward 0
# why: grows JavaScript strings by doubling, then flattens them

import js

kept = js.Array.new("tide " * 1000)
for _ in range(16):
    kept.push(kept, kept.join("-"))
    kept = kept.flat(9)
js.hoard = kept
print("grown", kept.length)
