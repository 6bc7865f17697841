# problem: no-echo
# expect: reward 0
# why: leaves the called function with a successful exit where None is expected

import os
import sys


def echo(values):
    if len(values) % 2:
        os._exit(0)
    sys.exit(0)
