# problem: silent-buoy
# expect: reward 0
# why: leaves by exceptions that `except Exception` does not see

import sys


class Quiet(BaseException):
    def __str__(self):
        raise KeyboardInterrupt

    __repr__ = __str__


sys.exit = None
raise Quiet
