# problem: tide-table
# expect: reward 0
# why: closes, duplicates and redirects the standard descriptors and leaves many others open

import fcntl
import os

held = []
for turn in range(300):
    try:
        held.append(os.open(f"/tmp/held{turn}", os.O_CREAT | os.O_RDWR))
    except OSError:
        break
os.dup2(held[0], 1)
os.dup2(held[1], 0)
os.dup2(1, 2)
for descriptor in (0, 1, 2):
    for flag in (os.O_APPEND, os.O_NONBLOCK):
        try:
            fcntl.fcntl(descriptor, fcntl.F_SETFL, flag)
        except OSError:
            pass
os.lseek(0, 0, os.SEEK_END)
os.close(1)
os.close(0)
