# problem: tide-table
# expect: reward 0
# why: fills the browser's console with large objects

import js

ballast = js.Array.new(2000).fill("tide " * 200)
for turn in range(60):
    js.console.log(turn, ballast, js.Uint8Array.new(1 << 16))
    js.console.error("%c" * 50, "x" * 10000)
print("said")
