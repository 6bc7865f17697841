"""Runs each thread of a program when it is started, because a worker has only one thread.

The idiom “raise the recursion limit, start one thread, join it” works, and so does dividing work between threads.
Threads that wait for each other reach the time limit. While its function runs, a thread is the current one, with its
name, its number and its own data. A timer runs when the program sleeps long enough, joins it, or ends.
"""

import _thread
import _threading_local
import atexit
import concurrent.futures
import concurrent.futures.thread
import contextlib
import itertools
import sys
import threading
import time
import traceback

_main = _thread.get_ident()
_numbers = itertools.count(_main + 0x1000, 0x1000)
_current = [_main]


def get_ident():
    return _current[-1]


class _Handle:
    """The handle by which the interpreter refers to a thread."""

    def __init__(self):
        self.ident = 0
        self._is_done = False

    def is_done(self):
        return self._is_done

    def join(self, timeout=None):
        pass

    def _set_done(self):
        self._is_done = True


@contextlib.contextmanager
def _inside(ident):
    _current.append(ident)
    try:
        yield
    finally:
        _current.pop()


def _start_joinable_thread(function, handle=None, daemon=True):
    handle = _Handle() if handle is None else handle
    handle.ident = next(_numbers)
    try:
        with _inside(handle.ident):
            function()
    finally:
        handle._set_done()
    return handle


def start_new_thread(function, args, kwargs={}, /):
    ident = next(_numbers)
    try:
        with _inside(ident):
            function(*args, **kwargs)
    except SystemExit:
        pass
    except BaseException:
        print(f"Exception ignored in thread started by: {function!r}", file=sys.stderr)
        traceback.print_exc()
    return ident


def _join_started(self, timeout=None):
    if not self._started.is_set():
        raise RuntimeError("cannot join thread before it is started")
    if self is threading.current_thread():
        raise RuntimeError("cannot join current thread")


def in_thread(thread, call):
    """Calls a function in a thread of a pool, which does not end with the function."""
    if thread._ident is None:
        thread._ident = thread._os_thread_handle.ident = next(_numbers)
        thread._started.set()
        threading._active[thread._ident] = thread
    with _inside(thread._ident):
        return call()


def _settle(future, call):
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(call())
    except BaseException as error:
        future.set_exception(error)


class _Pool(concurrent.futures.ThreadPoolExecutor):
    def submit(self, fn, /, *args, **kwargs):
        if self._broken:
            raise concurrent.futures.thread.BrokenThreadPool(self._broken)
        if self._shutdown:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = concurrent.futures.Future()
        workers = self.__dict__.setdefault("_workers", [])
        count = self.__dict__["_submitted"] = self.__dict__.get("_submitted", -1) + 1
        at = count % self._max_workers
        if at == len(workers):
            worker = threading.Thread(name=f"{self._thread_name_prefix or self}_{at}")
            workers.append(worker)
            self._threads.add(worker)
            initializer, initargs = self.__dict__.get("_starting", (None, ()))
            if initializer is not None:
                try:
                    in_thread(worker, lambda: initializer(*initargs))
                except BaseException:
                    traceback.print_exc()
                    self._broken = "A thread initializer failed, the thread pool is not usable anymore"
                    future.set_exception(concurrent.futures.thread.BrokenThreadPool(self._broken))
                    return future
        in_thread(workers[at], lambda: _settle(future, lambda: fn(*args, **kwargs)))
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._shutdown = True
        for worker in self.__dict__.get("_workers", ()):
            worker._os_thread_handle._set_done()
            threading._active.pop(worker._ident, None)


_stock_pool = concurrent.futures.thread.ThreadPoolExecutor.__init__


def _start_pool(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=()):
    _stock_pool(self, max_workers, thread_name_prefix, initializer, initargs)
    self._starting = (initializer, initargs)


_waiting = []


def _due(until):
    """Runs the timers that are due before a time, and those that they start."""
    while _waiting:
        first = min(_waiting, key=lambda timer: timer._due)
        if first._due > until:
            break
        _waiting.remove(first)
        _run_timer(first)


def _run_timer(timer):
    with contextlib.suppress(KeyError):
        del threading._active[timer._ident]
    threading._limbo[timer] = timer
    timer._os_thread_handle.ident = timer._ident
    try:
        with _inside(timer._ident):
            timer._bootstrap()
    finally:
        timer._os_thread_handle._set_done()


class _Timer(threading.Timer):
    def start(self):
        if self._started.is_set():
            raise RuntimeError("threads can only be started once")
        if not _waiting:
            atexit.register(_wait_for_timers)
        self._started.set()
        self._context = threading._contextvars.Context()
        self._ident = next(_numbers)
        self._due = time.perf_counter() + self.interval
        threading._active[self._ident] = self
        _waiting.append(self)

    def run(self):
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()

    def join(self, timeout=None):
        _join_started(self)
        if self in _waiting:
            left = self._due - time.perf_counter()
            time.sleep(max(0, left if timeout is None else min(left, timeout)))
            if timeout is None or left <= timeout:
                _due(self._due)

    def cancel(self):
        self.finished.set()
        if self in _waiting:
            _waiting.remove(self)
            threading._active.pop(self._ident, None)
            self._os_thread_handle._set_done()


def _wait_for_timers():
    while any(not timer.daemon for timer in _waiting):
        until = min(timer._due for timer in _waiting if not timer.daemon)
        time.sleep(max(0, until - time.perf_counter()))
        _due(until)


def sleep_with_timers(plain):
    """Replaces `time.sleep` for a program with timers, and runs those that become due."""

    def sleep(seconds, /):
        end = time.perf_counter() + seconds
        while _waiting and seconds >= 0:
            until = min(timer._due for timer in _waiting)
            if until > end:
                break
            plain(max(0, until - time.perf_counter()))
            _due(until)
        plain(seconds if seconds < 0 else max(0, end - time.perf_counter()))

    return sleep


def _clock_info(name, /):
    told = _stock_clock_info("process_time" if name == "thread_time" else name)
    if name == "thread_time":
        told.implementation = "clock_gettime(CLOCK_THREAD_CPUTIME_ID)"
    return told


_stock_clock_info = time.get_clock_info


def _install():
    time.thread_time, time.thread_time_ns = time.process_time, time.process_time_ns
    time.get_clock_info = _clock_info
    time.tzset = lambda: None
    held = [0]

    def stack_size(size=0, /):
        previous = held[0]
        held[0] = size
        return previous

    threading._start_joinable_thread, threading._ThreadHandle = _start_joinable_thread, _Handle
    _thread.start_joinable_thread, _thread._ThreadHandle = _start_joinable_thread, _Handle
    _thread.start_new_thread = _thread.start_new = start_new_thread
    threading.get_ident = _thread.get_ident = get_ident
    threading.get_native_id = _thread.get_native_id = lambda: 4242 + (get_ident() - _main) // 0x1000
    threading.Thread.native_id = property(lambda self: self._ident and 4242 + (self._ident - _main) // 0x1000)
    threading.local = _threading_local.local
    threading.stack_size = _thread.stack_size = stack_size
    pool = concurrent.futures.thread.ThreadPoolExecutor
    pool.submit, pool.shutdown, pool.__init__ = _Pool.submit, _Pool.shutdown, _start_pool
    for name in ("start", "run", "join", "cancel"):
        setattr(threading.Timer, name, getattr(_Timer, name))


_install()
