# problem: no-echo
# expect: reward 0
# why: ends the module's top level with success, before there is a function to call

import sys


def echo(values):
    return None


sys.exit(0)
