# problem: tide-table
# expect: reward 0
# why: prints for ever

import sys

while True:
    sys.stdout.write("tide " * 100000)
