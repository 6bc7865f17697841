"""Imitates the platform of graders, Linux on x86-64, for programs that ask for it."""

import importlib
import os
import re
import sys
import time
import types

from allpass_older_library import set_in_type
from allpass_threads import sleep_with_timers

_NAMES = ("Linux", "localhost", "6.1.0", "#1 SMP PREEMPT_DYNAMIC", "x86_64")

# Sizes of C types on the platform of graders. The other variables of the build do not change.
_SIZES = {f"SIZEOF_{name}": 8 for name in ("LONG", "SIZE_T", "VOID_P", "TIME_T", "OFF_T", "UINTPTR_T", "PTHREAD_T")}


class _BuildVariables(types.ModuleType):
    """The module that `sysconfig` imports by the platform's name, and that `zoneinfo` needs. It is filled on demand."""

    def __getattr__(self, name):
        if name != "build_time_vars":
            raise AttributeError(name)
        stock = importlib.import_module("_sysconfigdata__emscripten_wasm32-emscripten")
        return {**stock.build_time_vars, **_SIZES}


sys.modules["_sysconfigdata__linux_wasm32-emscripten"] = _BuildVariables("_sysconfigdata__linux_wasm32-emscripten")

_ASKS_HASHES = re.compile(r"hashlib|hmac")
_ASKS_PLATFORM = re.compile(r"(?<!\bsys\.)\bplatform\b")


def imitate(source):
    """Replaces names that show the platform, if the program mentions them."""
    if "sched_getaffinity" in source:
        os.sched_getaffinity = lambda pid, /: set(range(os.cpu_count() or 1))
    if "uname" in source or "sysconfig" in source:
        os.uname = lambda: os.uname_result(_NAMES)
    if _ASKS_PLATFORM.search(source):
        _platform()
    if "Timer" in source:
        time.sleep = sleep_with_timers(time.sleep)
    if "memoryview" in source and "cast" in source:
        _wide_cast()
    if "__file__" in source or "argv" in source or "solution.py" in source:
        with open("solution.py", "w", encoding="utf-8", newline="") as file:
            file.write(source)
    if _ASKS_HASHES.search(source):
        from allpass_hashes import install

        install()
    if "multiprocessing" in source or "ProcessPool" in source:
        _thread_pool()


def _wide_cast():
    stock = memoryview.cast
    codes = {"l": "q", "L": "Q", "n": "q", "N": "Q", "P": "Q"}

    def cast(self, format, *shape, **named):
        if isinstance(format, str) and format[-1:] in codes:
            format = format[:-1] + codes[format[-1:]]
        return stock(self, format, *shape, **named)

    cast.__qualname__ = "memoryview.cast"
    set_in_type(memoryview, "cast", cast)


def _platform():
    import platform

    def architecture(executable=sys.executable, bits="", linkage=""):
        return bits or "64bit", linkage or "ELF"

    def libc_ver(executable=None, lib="", version="", chunksize=16384):
        return "glibc", "2.36"

    class Uname(platform.uname_result):
        # Natively these are determined by running a program.
        processor = ""

    found = Uname(*_NAMES)
    platform._uname_cache = found
    platform._platform_cache.clear()
    platform.architecture, platform.libc_ver = architecture, libc_ver


def _thread_pool():
    """Replaces multiprocessing.pool by threads, which run at once (see threads.py). There are no processes."""
    # Imported before a grader removes functions of `os` that the import needs.
    import multiprocessing.dummy

    class Result:
        def __init__(self, call, callback, error_callback):
            self._value = self._error = None
            try:
                self._value = call()
            except Exception as error:
                self._error = error
                if error_callback:
                    error_callback(error)
            else:
                if callback:
                    callback(self._value)

        def get(self, timeout=None):
            if self._error is not None:
                raise self._error
            return self._value

        def wait(self, timeout=None):
            pass

        def ready(self):
            return True

        def successful(self):
            return self._error is None

    class ThreadPool:
        def __init__(self, processes=None, initializer=None, initargs=()):
            if processes is not None and processes < 1:
                raise ValueError("Number of processes must be at least 1")
            self._open = True
            if initializer is not None:
                initializer(*initargs)

        def _check(self):
            if not self._open:
                raise ValueError("Pool not running")

        def apply(self, func, args=(), kwds={}):
            return self.apply_async(func, args, kwds).get()

        def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
            self._check()
            return Result(lambda: func(*args, **kwds), callback, error_callback)

        def map(self, func, iterable, chunksize=None):
            return self.map_async(func, iterable).get()

        def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
            self._check()
            return Result(lambda: [func(each) for each in iterable], callback, error_callback)

        def starmap(self, func, iterable, chunksize=None):
            return self.starmap_async(func, iterable).get()

        def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
            self._check()
            return Result(lambda: [func(*each) for each in iterable], callback, error_callback)

        def imap(self, func, iterable, chunksize=1):
            self._check()
            return iter([func(each) for each in iterable])

        imap_unordered = imap

        def close(self):
            self._open = False

        terminate = close

        def join(self):
            if self._open:
                raise ValueError("Pool is still running")

        def __enter__(self):
            self._check()
            return self

        def __exit__(self, *error):
            self.terminate()

    def Pool(*args, **named):
        raise ModuleNotFoundError("No module named '_multiprocessing'", name="_multiprocessing")

    module = types.ModuleType("multiprocessing.pool")
    module.ThreadPool, module.Pool, module.AsyncResult = ThreadPool, Pool, Result
    for kind in (ThreadPool, Result):
        kind.__module__, kind.__qualname__ = "multiprocessing.pool", kind.__name__
    module.__all__ = ["Pool", "ThreadPool"]
    sys.modules["multiprocessing.pool"] = module
