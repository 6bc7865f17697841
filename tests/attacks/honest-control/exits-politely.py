# problem: half-tide
# expect: reward 1
# why: chatter on stderr, output from an exit handler, sys.exit in the middle

import atexit
import sys

total = sum(map(int, open(0).read().split()[1:]))
print("halving", total, file=sys.stderr)
atexit.register(print, total / 2)
sys.exit()
