"""What a browser lacks and a competition program expects, as close to CPython as it can be had.

Each shim replaces the standard library's own object before the first submission runs, so the memory
image holds it and no test pays for it.
"""

import asyncio
import calendar
import collections
import concurrent.futures.thread
import datetime
import enum
import functools
import operator
import random
import re
import signal
import sys
import threading
import time
import traceback
import types
from asyncio import base_events, events


def _inline_threads():
    """Thread.start runs the target at once: a worker has no threads to give.

    The idiom "raise the recursion limit, start one thread, join it" works; threads that wait for each
    other do not, and run into the time limit.
    """

    def start(self):
        if self._started.is_set():
            raise RuntimeError("threads can only be started once")
        self._started.set()
        try:
            self.run()
        except SystemExit:
            pass
        except BaseException:
            print(f"Exception in thread {self.name}:", file=sys.stderr)
            traceback.print_exc()

    def join(self, timeout=None):
        if not self._started.is_set():
            raise RuntimeError("cannot join thread before it is started")

    threading.Thread.start = start
    threading.Thread.join = join
    threading.Thread.is_alive = lambda self: False

    held = [0]

    def stack_size(size=0, /):
        previous = held[0]
        held[0] = size
        return previous

    threading.stack_size = stack_size
    sys.modules["_thread"].stack_size = stack_size

    def submit(self, fn, /, *args, **kwargs):
        future = concurrent.futures.Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)
        return future

    concurrent.futures.thread.ThreadPoolExecutor.submit = submit


def _shallow_lru_cache():
    """functools.lru_cache in Python: a Python-to-Python call takes no JavaScript stack.

    The C wrapper allows about 300 levels of recursion in a browser worker, this one 200,000.
    """
    make_key = functools._make_key
    CacheInfo = functools._CacheInfo

    def unbounded(user_function, typed):
        cache = {}
        lookup = cache.get
        absent = object()
        hits = misses = 0

        if typed:

            def wrapper(*args, **kwargs):
                nonlocal hits, misses
                key = make_key(args, kwargs, True)
                result = lookup(key, absent)
                if result is not absent:
                    hits += 1
                    return result
                misses += 1
                result = cache[key] = user_function(*args, **kwargs)
                return result

        else:

            def wrapper(*args, **kwargs):
                nonlocal hits, misses
                key = (args, tuple(kwargs.items())) if kwargs else args
                result = lookup(key, absent)
                if result is not absent:
                    hits += 1
                    return result
                misses += 1
                result = cache[key] = user_function(*args, **kwargs)
                return result

        def cache_info():
            return CacheInfo(hits, misses, None, len(cache))

        def cache_clear():
            nonlocal hits, misses
            cache.clear()
            hits = misses = 0

        return wrapper, cache_info, cache_clear

    def bounded(user_function, maxsize, typed):
        cache = {}  # insertion order is age: the oldest entry is the first
        absent = object()
        hits = misses = 0

        def wrapper(*args, **kwargs):
            nonlocal hits, misses
            key = make_key(args, kwargs, typed)
            result = cache.pop(key, absent)
            if result is not absent:
                hits += 1
                cache[key] = result
                return result
            misses += 1
            result = user_function(*args, **kwargs)
            if key not in cache:
                if len(cache) >= maxsize:
                    del cache[next(iter(cache))]
                cache[key] = result
            return result

        def cache_info():
            return CacheInfo(hits, misses, maxsize, len(cache))

        def cache_clear():
            nonlocal hits, misses
            cache.clear()
            hits = misses = 0

        return wrapper, cache_info, cache_clear

    def uncached(user_function):
        misses = 0

        def wrapper(*args, **kwargs):
            nonlocal misses
            misses += 1
            return user_function(*args, **kwargs)

        def cache_info():
            return CacheInfo(0, misses, 0, 0)

        def cache_clear():
            nonlocal misses
            misses = 0

        return wrapper, cache_info, cache_clear

    def lru_cache_wrapper(user_function, maxsize, typed, _CacheInfo):
        if maxsize == 0:
            parts = uncached(user_function)
        elif maxsize is None:
            parts = unbounded(user_function, typed)
        else:
            parts = bounded(user_function, maxsize, typed)
        wrapper, cache_info, cache_clear = parts
        wrapper.cache_info = cache_info
        wrapper.cache_clear = cache_clear
        return wrapper

    functools._lru_cache_wrapper = lru_cache_wrapper


def _plain_event_loop():
    """asyncio.run with a loop that waits by sleeping: no browser event loop, no stack switching."""

    class Sleeper:
        def select(self, timeout=None):
            if timeout is None:
                raise RuntimeError("the event loop would wait for ever")
            if timeout > 0:
                time.sleep(timeout)
            return []

        def close(self):
            pass

    class Loop(base_events.BaseEventLoop):
        def __init__(self):
            super().__init__()
            self._selector = Sleeper()

        def _process_events(self, event_list):
            pass

        def _write_to_self(self):
            pass

        def run_in_executor(self, executor, func, *args):
            future = self.create_future()
            try:
                future.set_result(func(*args))
            except BaseException as error:
                future.set_exception(error)
            return future

    class Policy(events._BaseDefaultEventLoopPolicy):
        _loop_factory = Loop

        def get_event_loop(self):
            # As before 3.14: who asks before any was set gets a new loop.
            if self._local._loop is None and not self._set_called:
                self.set_event_loop(self.new_event_loop())
            if self._local._loop is None:
                raise RuntimeError("There is no current event loop in thread 'MainThread'.")
            return self._local._loop

        def set_event_loop(self, loop):
            self._set_called = True
            super().set_event_loop(loop)

        _set_called = False

    events._set_event_loop_policy(Policy())
    # Pyodide wraps these so that they look into JavaScript; the originals do not.
    import pyodide.webloop

    asyncio.run = pyodide.webloop._orig_run
    events._set_running_loop(None)


def _spinning_sleep():
    """time.sleep without JavaScript promises: the host's clock ends a program that sleeps too long."""
    clock = time.perf_counter

    def sleep(seconds, /):
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        end = clock() + seconds
        while clock() < end:
            pass

    time.sleep = sleep


def _resource_module():
    """The resource module, which Emscripten leaves out: programs raise limits with it, and go on."""
    resource = types.ModuleType("resource")
    resource.RLIM_INFINITY = -1
    names = "CPU FSIZE DATA STACK CORE RSS NPROC NOFILE MEMLOCK AS".split()
    for number, name in enumerate(names):
        setattr(resource, "RLIMIT_" + name, number)
    resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN = 0, -1
    resource.error = OSError
    limits = {}
    usage_fields = (
        "ru_utime ru_stime ru_maxrss ru_ixrss ru_idrss ru_isrss ru_minflt ru_majflt "
        "ru_nswap ru_inblock ru_oublock ru_msgsnd ru_msgrcv ru_nsignals ru_nvcsw ru_nivcsw"
    )
    Usage = collections.namedtuple("struct_rusage", usage_fields)

    def getrlimit(which, /):
        return limits.get(which, (-1, -1))

    def setrlimit(which, both, /):
        soft, hard = both
        limits[which] = (soft, hard)

    def getrusage(who, /):
        return Usage(time.process_time(), 0.0, *[0] * 14)

    resource.getrlimit, resource.setrlimit, resource.getrusage = getrlimit, setrlimit, getrusage
    resource.getpagesize = lambda: 4096
    sys.modules["resource"] = resource


def _alarms():
    """signal.alarm and setitimer take their argument and never fire: the host keeps the only clock."""
    pending = [0]

    def alarm(seconds, /):
        previous, pending[0] = pending[0], int(seconds)
        return previous

    signal.alarm = alarm
    signal.setitimer = lambda which, seconds, interval=0.0, /: (0.0, 0.0)
    signal.getitimer = lambda which, /: (0.0, 0.0)


def _whole_floats():
    """random.randrange and randint take whole numbers of any type, as before 3.12."""
    index = operator.index
    one = 1

    def whole(value, place):
        number = int(value)
        if number != value:
            raise ValueError(f"non-integer {place} for randrange()")
        return number

    def randrange(self, start, stop=None, step=one):
        try:
            first = index(start)
        except TypeError:
            first = whole(start, "arg 1")
        if stop is None:
            if step is not one:
                raise TypeError("Missing a non-None stop argument")
            if first > 0:
                return self._randbelow(first)
            raise ValueError("empty range for randrange()")
        try:
            end = index(stop)
        except TypeError:
            end = whole(stop, "stop")
        width = end - first
        try:
            stride = index(step)
        except TypeError:
            stride = whole(step, "step")
        if stride == 1:
            if width > 0:
                return first + self._randbelow(width)
            raise ValueError(f"empty range for randrange() ({first}, {end}, {width})")
        if stride > 0:
            count = (width + stride - 1) // stride
        elif stride < 0:
            count = (width + stride + 1) // stride
        else:
            raise ValueError("zero step for randrange()")
        if count <= 0:
            raise ValueError("empty range for randrange()")
        return first + stride * self._randbelow(count)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    for method in (randrange, randint):
        stock = getattr(random.Random, method.__name__)
        method.__qualname__, method.__module__, method.__doc__ = stock.__qualname__, "random", stock.__doc__
        setattr(random.Random, method.__name__, method)
        setattr(random, method.__name__, getattr(random._inst, method.__name__))


def _days_as_numbers():
    """calendar's days are integers that look like integers, as before 3.12."""

    def weekday(year, month, day):
        if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
            year = 2000 + year % 400
        return datetime.date(year, month, day).weekday()

    weekday.__module__, weekday.__qualname__ = "calendar", "weekday"
    weekday.__doc__ = calendar.weekday.__doc__
    calendar.weekday = weekday
    for day in calendar.Day:
        setattr(calendar, day.name, day.value)
    calendar.January, calendar.February = 1, 2


def _members_only():
    """`in` an enumeration takes members only, as before 3.12: a value is a TypeError, not a True."""

    def __contains__(cls, member):
        if not isinstance(member, enum.Enum):
            kinds = f"'{type(member).__qualname__}' and '{cls.__class__.__qualname__}'"
            raise TypeError(f"unsupported operand type(s) for 'in': {kinds}")
        return isinstance(member, cls) and member._name_ in cls._member_map_

    __contains__.__qualname__, __contains__.__module__ = "EnumType.__contains__", "enum"
    enum.EnumType.__contains__ = __contains__


_inline_threads()
_whole_floats()
_members_only()
re.error.__name__ = re.error.__qualname__ = "error"
_days_as_numbers()
_resource_module()
_alarms()
_shallow_lru_cache()
_plain_event_loop()
_spinning_sleep()
