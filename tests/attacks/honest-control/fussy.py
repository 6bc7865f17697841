# problem: slow-march
# expect: reward 1
# why: the sentry graded after every attack: right, and answers nonsense if anything is not as it was

import array
import builtins
import decimal
import gc
import json
import os
import random
import signal
import sys
import time


def untouched():
    """Whether the interpreter is as a program finds it at its start; the imports come from the archive."""
    import colorsys
    import csv

    random.seed(1)
    yield random.random() == 0.13436424411240122
    yield csv.reader(["a,b"]).__next__() == ["a", "b"]
    yield colorsys.rgb_to_hsv(1, 0, 0) == (0, 1, 1)
    yield json.loads(json.dumps({"a": [1, 2.5, None, True]})) == {"a": [1, 2.5, None, True]}
    yield decimal.getcontext().prec == 28 and str(decimal.Decimal("0.1") + 1) == "1.1"
    yield sys.getrecursionlimit() >= 1000 and sys.gettrace() is None and sys.getprofile() is None
    yield gc.isenabled() and gc.get_threshold()[0] > 1 and not gc.callbacks[2:]
    yield sys.stdin.encoding == sys.stdout.encoding == "utf-8"
    yield [sys.stdin.fileno(), sys.stdout.fileno(), sys.stderr.fileno()] == [0, 1, 2]
    yield os.getcwd() == "/home/pyodide" and os.listdir("/tmp") == [] and os.environ["HOME"] == os.getcwd()
    yield os.listdir(".") in ([], ["solution.py"]) and not os.path.exists("/home/pyodide/csv.py")
    yield sum(range(5)) == 10 and sorted("bca") == ["a", "b", "c"] and max(3, 7) == 7
    yield builtins.print is print and builtins.open.__module__ in ("_io", "io")
    yield signal.getsignal(signal.SIGALRM) in (signal.SIG_DFL, None)
    yield hash("tide") == hash("".join(["ti", "de"])) and "%.3f" % 2.5 == "2.500" and int("77", 8) == 63
    yield abs(time.time() - time.time()) < 1 and time.perf_counter() <= time.perf_counter()
    descriptor = os.open("/dev/null", os.O_RDONLY)
    os.close(descriptor)
    yield descriptor < 20
    yield __name__ == "__main__" and sys.argv == ["solution.py"]


wrong = [number for number, holds in enumerate(untouched()) if not holds]
# A table of terms that no later program may find, deep in a block that little else will overwrite.
START = 1 << 17
terms = array.array("I", [7]) * (START + 4000)
for at in range(START, START + 3000):
    terms[at + 1] = (terms[at] * terms[at] + 12345) % 1000003
print(terms[START + int(sys.stdin.readline())] if not wrong else f"not as it was: {wrong}")
