# problem: tide-table
# expect: reward 0
# why: blocks the thread outside Python, where no signal reaches

import js

memory = js.WebAssembly.Memory.new(js.JSON.parse('{"initial":1,"maximum":1,"shared":true}'))
js.Atomics.wait(js.Int32Array.new(memory.buffer), 0, 0)
