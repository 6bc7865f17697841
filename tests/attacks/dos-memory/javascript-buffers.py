# problem: tide-table
# expect: reward 0
# why: fills buffers outside the interpreter's memory, three quarters of a gigabyte, and keeps them

import js

js.hoard = js.Array.new()
for _ in range(24):
    block = js.Uint8Array.new(32 << 20)
    block.fill(1)
    js.hoard.push(block)
print("hoarded")
