# problem: tide-table
# expect: reward 0
# why: forks, spawns and starts programs until something gives

import multiprocessing
import os
import subprocess

for act in (
    os.fork,
    lambda: os.posix_spawn("/bin/sh", ["sh", "-c", "yes"], {}),
    lambda: os.system("yes &"),
    lambda: subprocess.Popen(["yes"]),
    lambda: multiprocessing.Process(target=print).start(),
    lambda: multiprocessing.Pool(8),
    lambda: os.execv("/bin/true", ["true"]),
):
    for _ in range(20):
        try:
            act()
        except BaseException:
            pass
