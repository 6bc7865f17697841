"""Provides an event loop for asyncio that waits by sleeping, without the browser's event loop and without stack switching.

Files are always ready, like a standard input that is complete.
"""

import asyncio
import os
import threading
import time
from asyncio import base_events, events, transports

import pyodide.webloop
from allpass_threads import in_thread

_ONE_READ = 256 * 1024


def _number(file):
    return file if isinstance(file, int) else file.fileno()


class _Selector:
    """The files that callbacks wait for, and the time until the next callback."""

    def __init__(self):
        self.readers, self.writers = {}, {}

    def select(self, timeout=None):
        ready = [*self.readers.values(), *self.writers.values()]
        if ready:
            return ready
        if timeout is None:
            raise RuntimeError("the event loop would wait for ever")
        if timeout > 0:
            time.sleep(timeout)
        return ready

    def close(self):
        pass


class _Pipe:
    """One end of a pipe. It notifies its protocol when it opens and closes."""

    def __init__(self, loop, pipe, protocol):
        super().__init__({"pipe": pipe})
        self._loop, self._pipe, self._protocol = loop, pipe, protocol
        self._number = _number(pipe)
        self._is_closing = False
        loop.call_soon(protocol.connection_made, self)

    def get_protocol(self):
        return self._protocol

    def set_protocol(self, protocol):
        self._protocol = protocol

    def is_closing(self):
        return self._is_closing

    def close(self):
        if not self._is_closing:
            self._is_closing = True
            self._loop.remove_reader(self._number)
            self._loop.call_soon(self._end)

    def abort(self):
        self.close()

    def _end(self):
        self._protocol.connection_lost(None)
        self._pipe.close()


class _Input(_Pipe, transports.ReadTransport):
    def __init__(self, loop, pipe, protocol):
        super().__init__(loop, pipe, protocol)
        loop.call_soon(self.resume_reading)

    def is_reading(self):
        return self._number in self._loop._selector.readers

    def pause_reading(self):
        self._loop.remove_reader(self._number)

    def resume_reading(self):
        if not self._is_closing:
            self._loop.add_reader(self._number, self._read)

    def _read(self):
        data = os.read(self._number, _ONE_READ)
        if data:
            self._protocol.data_received(data)
            return
        self.pause_reading()
        self._is_closing = True
        self._loop.call_soon(self._protocol.eof_received)
        self._loop.call_soon(self._end)


class _Output(_Pipe, transports.WriteTransport):
    """The end that is written to. It writes at once, so nothing ever waits."""

    def write(self, data):
        left = memoryview(data).cast("B")
        while left:
            left = left[os.write(self._number, left) :]

    def writelines(self, list_of_data):
        self.write(b"".join(list_of_data))

    def can_write_eof(self):
        return True

    def write_eof(self):
        self.close()

    def get_write_buffer_size(self):
        return 0

    def get_write_buffer_limits(self):
        return 16384, 65536

    def set_write_buffer_limits(self, high=None, low=None):
        pass


class _Loop(base_events.BaseEventLoop):
    def __init__(self):
        super().__init__()
        self._selector = _Selector()
        self._workers = []

    def _process_events(self, event_list):
        for handle in event_list:
            self._add_callback(handle)

    def _write_to_self(self):
        pass

    def add_reader(self, fd, callback, *args):
        self._selector.readers[_number(fd)] = events.Handle(callback, args, self)

    def remove_reader(self, fd):
        return self._selector.readers.pop(_number(fd), None) is not None

    def add_writer(self, fd, callback, *args):
        self._selector.writers[_number(fd)] = events.Handle(callback, args, self)

    def remove_writer(self, fd):
        return self._selector.writers.pop(_number(fd), None) is not None

    async def connect_read_pipe(self, protocol_factory, pipe):
        return await self._connected(_Input, protocol_factory(), pipe)

    async def connect_write_pipe(self, protocol_factory, pipe):
        return await self._connected(_Output, protocol_factory(), pipe)

    async def _connected(self, kind, protocol, pipe):
        transport = kind(self, pipe, protocol)
        waiter = self.create_future()
        self.call_soon(waiter.set_result, None)
        await waiter
        return transport, protocol

    def run_in_executor(self, executor, func, *args):
        if executor is not None:
            return asyncio.wrap_future(executor.submit(func, *args), loop=self)
        future = self.create_future()
        if not self._workers:
            self._workers.append(threading.Thread(name="asyncio_0"))
        try:
            future.set_result(in_thread(self._workers[0], lambda: func(*args)))
        except BaseException as error:
            future.set_exception(error)
        return future


class _Policy(events._BaseDefaultEventLoopPolicy):
    _loop_factory = _Loop

    class _Local(threading.local):
        _loop = None
        set_called = False

    def get_event_loop(self):
        # Before 3.14, a call without a current loop created one in the main thread.
        is_main = threading.current_thread() is threading.main_thread()
        if self._local._loop is None and not self._local.set_called and is_main:
            self.set_event_loop(self.new_event_loop())
        if self._local._loop is None:
            raise RuntimeError(f"There is no current event loop in thread {threading.current_thread().name!r}.")
        return self._local._loop

    def set_event_loop(self, loop):
        self._local.set_called = True
        super().set_event_loop(loop)


# Also for programs that restore the policy, or create a loop by its class.
asyncio.unix_events._DefaultEventLoopPolicy = asyncio.DefaultEventLoopPolicy = _Policy
asyncio.SelectorEventLoop = _Loop
events._set_event_loop_policy(_Policy())
# Pyodide wraps this function so that it reads JavaScript objects. The original does not.
asyncio.run = pyodide.webloop._orig_run
events._set_running_loop(None)
