# problem: tide-table
# expect: reward 0
# why: poisons builtins, modules, hooks and contexts for whatever runs next

import builtins
import codecs
import collections
import decimal
import gc
import locale
import os
import random
import sys
import warnings

builtins.print = builtins.input = builtins.sum = lambda *_, **__: None
collections.Counter.__init__ = collections.deque = None
codecs.register_error("strict", lambda error: ("", error.end))
decimal.getcontext().prec = 1
gc.disable()
os.environ.clear()
os.chdir("/")
random.seed = lambda *_: None
sys.path[:] = []
sys.meta_path[:] = [None]
sys.setrecursionlimit(40)
sys.settrace(lambda *_: sys.exit(1))
sys.excepthook = sys.unraisablehook = sys.displayhook = None
warnings.simplefilter("error")
locale.setlocale = None
