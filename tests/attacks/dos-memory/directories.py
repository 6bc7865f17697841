# problem: tide-table
# expect: reward 0
# why: makes directories inside directories until time or memory ends

import os

deep = 0
try:
    while True:
        for turn in range(200):
            os.mkdir(str(turn))
        os.chdir("0")
        deep += 1
except OSError as error:
    print(deep, error)
