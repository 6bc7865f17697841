# problem: silent-buoy
# expect: reward 0
# why: aborts the interpreter where the right output is empty

import os

os.abort()
