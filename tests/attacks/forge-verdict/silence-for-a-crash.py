# problem: silent-buoy
# expect: reward 0
# why: crashes without output where the right output is empty

import sys

sys.excepthook = lambda *_: None
sys.stderr.close()
raise RuntimeError
