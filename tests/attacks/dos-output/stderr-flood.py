# problem: tide-table
# expect: reward 0
# why: talks on stderr without end, in every encoding

import sys

while True:
    sys.stderr.write("\udc80\U0001f30a\x00" * 20000)
