# problem: tide-table
# expect: reward 0
# why: sets alarms, interval timers and signal handlers that outlive it

import faulthandler
import signal
import time

for act in (
    lambda: signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01),
    lambda: signal.alarm(1),
    lambda: signal.signal(signal.SIGALRM, lambda *_: exit(1)),
    lambda: faulthandler.dump_traceback_later(0.1, repeat=True, exit=True),
    lambda: time.tzset(),
):
    try:
        act()
    except BaseException:
        pass
time.sleep = time.perf_counter = time.time = lambda *_: 0
