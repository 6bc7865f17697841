"""Adds features that a browser lacks and competition programs expect, as close to CPython as possible.

Each shim replaces an object of the standard library before the first submission runs. So it is part of the memory image,
and no test spends time on it.
"""

import calendar
import collections
import datetime
import enum
import fractions
import functools
import gc
import hashlib
import hmac
import inspect
import io
import math
import operator
import os
import random
import re
import signal
import sys
import time
import types
import warnings


def _shallow_lru_cache():
    """Returns functools.lru_cache in Python, because a call from Python to Python takes no JavaScript stack.

    The wrapper in C allows about 300 levels of recursion in a browser worker, this one 200,000.
    """
    CacheInfo = functools._CacheInfo
    absent = object()
    mark = (object(),)

    def keyed(args, kwargs, typed):
        """Returns the key of a call with keywords, or of a typed one, as the C code makes it."""
        key = args
        if kwargs:
            key += mark
            for pair in kwargs.items():
                key += pair
        return key + tuple(map(type, (*args, *kwargs.values()))) if typed else key

    # A single int or str is its own key. So 7 and 7.0 differ, but True equals 1.0, and (7, 1) equals (7.0, 1).

    def unbounded(user_function, typed):
        cache = {}
        lookup = cache.get
        hits = misses = 0

        def wrapper(*args, **kwargs):
            nonlocal hits, misses
            key = args
            if kwargs or typed:
                key = keyed(args, kwargs, typed)
            elif len(args) == 1:
                (one,) = args
                kind = type(one)
                if kind is int or kind is str:
                    key = one
            result = lookup(key, absent)
            if result is not absent:
                hits += 1
                return result
            misses += 1
            result = cache[key] = user_function(*args, **kwargs)
            return result

        # Faster versions for functions with one parameter, and for functions with more.
        def wrapper_of_one(one=absent, /, *rest, **kwargs):
            nonlocal hits, misses
            if rest or kwargs or one is absent:
                return wrapper(*(() if one is absent else (one,)), *rest, **kwargs)
            kind = type(one)
            key = one if kind is int or kind is str else (one,)
            result = lookup(key, absent)
            if result is not absent:
                hits += 1
                return result
            misses += 1
            result = cache[key] = user_function(one)
            return result

        def wrapper_of_more(*args, **kwargs):
            nonlocal hits, misses
            key = keyed(args, kwargs, False) if kwargs else args
            result = lookup(key, absent)
            if result is not absent:
                hits += 1
                return result
            misses += 1
            result = cache[key] = user_function(*args, **kwargs)
            return result

        chosen = wrapper
        if type(user_function) is types.FunctionType and not typed:
            code = user_function.__code__
            if code.co_argcount - len(user_function.__defaults__ or ()) > 1:
                chosen = wrapper_of_more
            elif code.co_argcount == 1 and not code.co_flags & inspect.CO_VARARGS:
                chosen = wrapper_of_one

        def cache_info():
            return CacheInfo(hits, misses, None, len(cache))

        def cache_clear():
            nonlocal hits, misses
            cache.clear()
            hits = misses = 0

        return chosen, cache_info, cache_clear

    def bounded(user_function, maxsize, typed):
        cache = collections.OrderedDict()  # The first entry is the oldest.
        lookup, renew = cache.get, cache.move_to_end
        hits = misses = 0

        def wrapper(*args, **kwargs):
            nonlocal hits, misses
            key = args
            if kwargs or typed:
                key = keyed(args, kwargs, typed)
            elif len(args) == 1:
                (one,) = args
                kind = type(one)
                if kind is int or kind is str:
                    key = one
            result = lookup(key, absent)
            if result is not absent:
                hits += 1
                renew(key)
                return result
            misses += 1
            result = user_function(*args, **kwargs)
            if key not in cache:
                if len(cache) >= maxsize:
                    cache.popitem(last=False)
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
        if not callable(user_function):
            raise TypeError("the first argument must be callable")
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


# Nanoseconds are stored in 64 bits.
_LONGEST_SLEEP = (1 << 63) / 1e9


def _spinning_sleep():
    """Replaces time.sleep, without JavaScript promises. The clock of the frame ends a program that sleeps too long."""
    clock = time.perf_counter

    def sleep(seconds, /):
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        if seconds > _LONGEST_SLEEP:
            raise OverflowError("timestamp too large to convert to C _PyTime_t")
        end = clock() + seconds
        while clock() < end:
            pass

    time.sleep = sleep


def _resource_module():
    """Adds the resource module, which Emscripten omits. Programs raise limits with it."""
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


def _whole_floats():
    """Lets random.randrange and randint accept whole numbers of any type, as before 3.12."""
    index = operator.index
    one = 1
    deprecated = "non-integer arguments to randrange() have been deprecated since Python 3.10 and will be removed in a subsequent version"

    def whole(value, place):
        number = int(value)
        if number != value:
            warnings.warn("randrange() will raise TypeError in the future", DeprecationWarning, 3)
            raise ValueError(f"non-integer {place} for randrange()")
        warnings.warn(deprecated, DeprecationWarning, 3)
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


def _older_statistics():
    """Makes means of zeros, and distributions without a width, errors, as before 3.13."""
    import statistics

    fmean, log, exp = statistics.fmean, math.log, math.exp
    NormalDist, StatisticsError = statistics.NormalDist, statistics.StatisticsError
    stock_inverse = NormalDist.inv_cdf

    def geometric_mean(data):
        try:
            return exp(fmean(map(log, data)))
        except ValueError:
            message = "geometric mean requires a non-empty dataset containing positive numbers"
            raise StatisticsError(message) from None

    def inv_cdf(self, p):
        if 0.0 < p < 1.0 and self._sigma <= 0.0:
            raise StatisticsError("cdf() not defined when sigma at or below zero")
        return stock_inverse(self, p)

    for function, owner in ((geometric_mean, statistics), (inv_cdf, NormalDist)):
        stock = getattr(owner, function.__name__)
        function.__qualname__, function.__module__, function.__doc__ = stock.__qualname__, "statistics", stock.__doc__
        setattr(owner, function.__name__, function)


def _days_as_numbers():
    """Lets the days of calendar look like integers, as before 3.12."""

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
    """Lets `in` an enumeration accept only members, as before 3.12. A value is a TypeError."""

    def __contains__(cls, member):
        if not isinstance(member, enum.Enum):
            kinds = f"'{type(member).__qualname__}' and '{cls.__class__.__qualname__}'"
            raise TypeError(f"unsupported operand type(s) for 'in': {kinds}")
        return isinstance(member, cls) and member._name_ in cls._member_map_

    stock = enum.EnumType.__new__

    def __new__(metacls, cls, bases, classdict, **named):
        try:
            return stock(metacls, cls, bases, classdict, **named)
        except RuntimeError as raised:
            # `__set_name__` makes members, and older-messages.ts turns its errors into a RuntimeError.
            error = raised
        if error.__cause__ is not None and "'_proto_member'" in str(error):
            error = error.__cause__
        if str(error).startswith("do not use `super().__new__"):
            kind = "flag" if any(issubclass(base, enum.Flag) for base in bases) else "enum"
            error = TypeError(f"<{kind} {cls!r}> has no members defined")
        raise error

    __new__.__qualname__, __new__.__module__ = "EnumType.__new__", "enum"
    __contains__.__qualname__, __contains__.__module__ = "EnumType.__contains__", "enum"
    enum.EnumType.__contains__, enum.EnumType.__new__ = __contains__, staticmethod(__new__)


def _wide_numbers():
    """Sets the attributes that show sizes of 64 bits, and those of hashes (src/sandbox/build/wide-hash.wat)."""
    sys.maxsize = (1 << 63) - 1
    told = sys.hash_info
    modulus = (1 << 61) - 1
    sys.hash_info = type(told)(
        (64, modulus, told.inf, told.nan, told.imag, told.algorithm, 64, told.seed_bits, told.cutoff)
    )
    fractions._PyHASH_MODULUS = modulus
    stock = random.Random.seed

    def seed(self, a=None, version=2):
        if isinstance(a, float):
            a = hash(a) & ((1 << 64) - 1)
        stock(self, a, version)

    seed.__qualname__, seed.__module__, seed.__doc__ = stock.__qualname__, "random", stock.__doc__
    random.Random.seed = seed
    random.seed = random._inst.seed


def _alarms():
    """Adds signal.alarm and setitimer. The host reads them from a file (src/sandbox/engine/soft-deadline.ts).

    The host sends the signal when the interpreter asks for signals, which it does between bytecodes. All timers measure
    real time, and only the timer that was set last sends a signal.
    """
    clock, FileIO, leave = time.perf_counter, io.FileIO, os._exit
    set_handler, handler_of = signal.signal, signal.getsignal
    numbers = {0: signal.SIGALRM, 1: 26, 2: 27}
    timers = {}

    def left(which):
        end, interval = timers.get(which, (0.0, 0.0))
        return (max(end - clock(), 1e-6), interval) if end else (0.0, 0.0)

    def start(which, seconds, interval):
        timers[which] = (clock() + seconds, interval) if seconds else (0.0, 0.0)
        milliseconds = max(1, round(seconds * 1000)) if seconds else 0
        with FileIO("/judge/alarm", "w") as file:
            file.write(b"%d %d" % (milliseconds, numbers[which]))

    def ringing(which, handler):
        def ring(number, frame):
            start(which, timers.get(which, (0.0, 0.0))[1], timers.get(which, (0.0, 0.0))[1])
            if handler is signal.SIG_DFL:
                # The signal ends the process.
                leave(128 + number)
            if handler is not signal.SIG_IGN:
                handler(number, frame)

        ring.handler = handler
        return ring

    def plain(handler):
        return getattr(handler, "handler", handler)

    def setitimer(which, seconds, interval=0.0, /):
        if which not in numbers or seconds < 0 or interval < 0:
            raise signal.ItimerError(22, "Invalid argument")
        before = left(which)
        number = numbers[which]
        if not hasattr(handler_of(number), "handler"):
            set_handler(number, ringing(which, handler_of(number)))
        start(which, seconds, interval)
        return before

    def alarm(seconds, /):
        return math.ceil(setitimer(0, operator.index(seconds))[0])

    def signal_(signalnum, handler, /):
        which = next((which for which, number in numbers.items() if number == signalnum), None)
        if which is not None and (callable(handler) or handler in (signal.SIG_DFL, signal.SIG_IGN)):
            handler = ringing(which, handler)
        return plain(set_handler(signalnum, handler))

    signal_.__name__ = signal_.__qualname__ = "signal"
    signal.signal, signal.getsignal = signal_, lambda signalnum, /: plain(handler_of(signalnum))
    signal.alarm, signal.setitimer, signal.getitimer = alarm, setitimer, lambda which, /: left(which)
    signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF = 0, 1, 2
    signal.ItimerError = getattr(signal, "ItimerError", OSError)


def _sums_of_passwords():
    """Adds hashlib.pbkdf2_hmac, which is part of OpenSSL."""

    def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
        if iterations < 1:
            raise ValueError("iteration value must be greater than 0.")
        start = hmac.new(bytes(password), None, hash_name)
        length = start.digest_size if dklen is None else dklen
        if length < 1:
            raise ValueError("key length must be greater than 0.")
        key = b""
        for number in range(1, -(-length // start.digest_size) + 1):
            block = start.copy()
            block.update(bytes(salt) + number.to_bytes(4, "big"))
            last = block.digest()
            mixed = int.from_bytes(last, "big")
            for _ in range(iterations - 1):
                block = start.copy()
                block.update(last)
                last = block.digest()
                mixed ^= int.from_bytes(last, "big")
            key += mixed.to_bytes(start.digest_size, "big")
        return key[:length]

    pbkdf2_hmac.__module__ = "hashlib"
    hashlib.pbkdf2_hmac = pbkdf2_hmac


def _older_dates():
    """Gives strftime the flags and letters of glibc. Years below 1000 are not padded."""
    letters = re.compile(r"%([_0^#-]*)(\d*)([A-Za-z%])")
    upper, lower = str.upper, str.lower
    padded = {"k": ("H", 2, " "), "l": ("I", 2, " ")}
    widths = dict.fromkeys("deHIklmMSUWVyg", 2) | {"j": 3, "Y": 1, "G": 1, "C": 1}
    blank = set("ekl")

    def formatted(format, year, give):
        def one(found):
            flags, width, letter = found.groups()
            if letter == "%" or not (flags or width or letter in "PklYGFC"):
                return found[0]
            if letter == "F":
                text = give(formatted("%Y-%m-%d", year, give))
            elif letter == "Y":
                text = str(year)
            elif letter == "G":
                text = give("%G").lstrip("0") or "0"
            elif letter == "P":
                text = lower(give("%p"))
            else:
                text = give("%" + padded[letter][0] if letter in padded else "%" + letter)
            if letter in widths:
                pad = "0" if letter not in blank else " "
                number = text.lstrip("0 ") or "0"
                least = widths[letter]
                for flag in flags:
                    if flag == "-":
                        least, width = 1, ""
                    elif flag in "_0":
                        pad = " " if flag == "_" else "0"
                text = number.rjust(max(least, int(width or 0)), pad)
            else:
                for flag in flags:
                    if flag == "^":
                        text = upper(text)
                    elif flag == "#":
                        text = lower(text) if letter in "Zp" else upper(text)
                text = text.rjust(int(width or 0), "0" if "0" in flags else " ")
            return text.replace("%", "%%")

        return letters.sub(one, format)

    def year_of(date):
        return getattr(date, "year", 1900)

    for kind in (datetime.date, datetime.time):
        own_names = gc.get_referents(kind.__dict__)[0]
        stock = kind.strftime

        def strftime(self, format, stock=stock):
            if "%" in format and needs(format, self):
                format = formatted(format, year_of(self), lambda part: stock(self, part))
            return stock(self, format)

        strftime.__qualname__, strftime.__doc__ = f"{kind.__name__}.strftime", stock.__doc__
        own_names["strftime"] = strftime
    unusual = re.compile(r"%(?:[_0^#\d-]|[Pkl])")

    def needs(format, date):
        return year_of(date) < 1000 or unusual.search(format) is not None

    told = time.strftime

    def strftime(format, t=None, /):
        if t is None:
            t = time.localtime()
        if unusual.search(format) or t[0] < 1000:
            format = formatted(format, t[0], lambda part: told(part, t))
        return told(format, t)

    strftime.__doc__ = told.__doc__
    time.strftime = strftime
    sys._clear_internal_caches()


def _formats_of_decimals():
    """Formats a Decimal where the C code does not know the format: it accepts `z` and refuses others."""
    formats = types.ModuleType("_decformat")

    class Decimal(str):
        def __format__(self, spec, context):
            import decimal

            signed = re.match(r"(?:.?[<>=^])?[-+ ]?z", spec, re.DOTALL)
            try:
                if signed is None:
                    raise ValueError
                plain = spec[: signed.end() - 1] + spec[signed.end() :]
                text = format(decimal.Decimal(str(self)), plain)
                if not re.search("[1-9]", re.split("[eE]", text)[0]):
                    text = format(abs(decimal.Decimal(str(self))), plain)
                return text
            except ValueError:
                raise ValueError("invalid format string") from None

    formats.Decimal = Decimal
    sys.modules["_decformat"] = formats


_whole_floats()
_older_statistics()
_members_only()
re.error.__name__ = re.error.__qualname__ = "error"
# The text of the native type, as src/sandbox/build/older-objects.wat has it.
gc.get_referents(slice.__dict__)[0]["__hash__"] = None
_days_as_numbers()
_formats_of_decimals()
_resource_module()
_wide_numbers()
_alarms()
_sums_of_passwords()
_older_dates()
_shallow_lru_cache()
_spinning_sleep()
