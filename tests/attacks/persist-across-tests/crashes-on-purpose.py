# problem: tide-table
# expect: reward 0
# why: leaves by every road that skips the interpreter's own cleaning up

import os
import signal

n = int(input())
if n % 3 == 0:
    os.kill(os.getpid(), signal.SIGKILL)
elif n % 3 == 1:
    signal.raise_signal(signal.SIGSEGV)
    os._exit(0)
os.abort()
