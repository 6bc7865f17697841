# problem: tide-table
# expect: reward 0
# why: breaks the engine's own report of a failure, so that the failure looks like the judge's

import js

js.String.prototype.slice = 0
js.Array.prototype.find = 0
print("wrong")
