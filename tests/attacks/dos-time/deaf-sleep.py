# problem: slow-march
# expect: reward 0
# why: sleeps through every interrupt, after the right answer was printed

import signal
import time

a = 7
for _ in range(int(input())):
    a = (a * a + 12345) % 1000003
print(a, flush=True)
try:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
except BaseException:
    pass
while True:
    try:
        time.sleep(1000)
    except BaseException:
        continue
