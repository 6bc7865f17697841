# problem: tide-table
# expect: reward 0
# why: ends with status 0 before printing anything

import os

os._exit(0)
