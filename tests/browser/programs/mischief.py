"""Programs that do all they can to their world without reaching JavaScript.

Every public function is one submission. It ends normally unless the tests say otherwise.
"""

import builtins, os, sys


def _base_files():
    found = []
    for folder, folders, names in os.walk("/"):
        if folder.startswith(("/dev", "/proc", "/judge")):
            folders.clear()
            continue
        found += [os.path.join(folder, name) for name in names]
    return found


def _keep(value):
    """Held for as long as the interpreter lives."""
    vars(builtins).setdefault("kept", []).append(value)


def _try(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return error


# Descriptors


def close_every_descriptor():
    os.closerange(0, 64)


def shuffle_descriptors():
    import fcntl

    os.lseek(0, 3, os.SEEK_SET)
    fcntl.fcntl(0, fcntl.F_SETFL, os.O_NONBLOCK | os.O_APPEND)
    fcntl.fcntl(1, fcntl.F_SETFL, os.O_APPEND)
    file = os.open("/tmp/other", os.O_RDWR | os.O_CREAT)
    os.dup2(2, 9)
    os.dup2(file, 0)
    os.dup2(0, 2)
    os.dup2(9, 1)


def close_standard_input():
    sys.stdin.close()
    open(0).close()
    os.open("/dev/null", os.O_RDONLY)


def leak_open_files():
    for number in range(200):
        file = open(f"/tmp/leak-{number}", "w+")
        file.write("never flushed")
        _keep(file)
    _keep([os.scandir("/"), os.open("/lib", os.O_RDONLY)])


def fill_the_descriptor_table():
    for _ in range(2_000):
        os.dup(0)
    while not isinstance(_try(os.open, "/dev/null", os.O_RDONLY), OSError):
        pass


# Files


def delete_everything():
    for base in os.listdir("/"):
        if base == "proc":
            continue
        for folder, folders, names in os.walk("/" + base, topdown=False):
            for name in names:
                _try(os.remove, os.path.join(folder, name))
            for name in folders:
                _try(os.rmdir, os.path.join(folder, name))
        _try(os.rmdir, "/" + base)


def rename_base_directories():
    os.chdir("/")
    os.rename("/lib", "/gone")
    os.rename("/home/pyodide", "/tmp/home")
    os.rename("/judge", "/home/pyodide")
    os.rename("/dev/null", "/dev/stdin")
    os.rename("/tmp", "/dev/tmp")


def replace_base_files():
    for path in _base_files():
        os.remove(path)
        with open(path, "wb") as file:
            file.write(b"replaced" * 1000)


def turn_base_files_into_directories():
    for path in _base_files():
        os.remove(path)
        os.mkdir(path)
        os.mkdir(path + "/inside")


def write_base_files_in_place():
    for path in _base_files():
        size = os.path.getsize(path)
        for at in (0, size // 2 - 8, size - 8, size):
            file = os.open(path, os.O_RDWR)
            _try(os.pwrite, file, b"overwritten", max(at, 0))
            _try(os.lseek, file, 0, os.SEEK_SET)
            _try(os.write, file, b"overwritten")
            os.close(file)


def write_base_files_through_memory_maps():
    import mmap

    for path in _base_files():
        size = min(os.path.getsize(path), 1 << 16)
        file = os.open(path, os.O_RDWR)
        view = _try(mmap.mmap, file, size)
        if isinstance(view, mmap.mmap):
            view[:] = bytes(255 - byte for byte in view[:])
            _try(view.close)
        os.close(file)


def write_another_file_through_a_memory_map():
    import mmap

    file = os.open("/tmp/scratch", os.O_RDWR | os.O_CREAT)
    os.write(file, os.urandom(1 << 16))
    view = mmap.mmap(file, 1 << 16)
    archive = next(path for path in _base_files() if path.endswith(".zip"))
    os.dup2(os.open(archive, os.O_RDONLY), file)
    _try(view.close)


def truncate_base_files():
    for path in _base_files():
        file = os.open(path, os.O_RDWR)
        os.ftruncate(file, 10)
        os.ftruncate(file, 1000)
        _try(os.write, file, b"after")
        os.close(file)
    for path in _base_files():
        open(path, "w").close()


def make_many_directories():
    os.makedirs("/tmp/" + "/".join(["deep"] * 40))
    for number in range(500):
        os.mkdir(f"/tmp/{number}")
    for name in ("constructor", "hasOwnProperty", "toString", "contents", "\u00e9" * 60, "a" * 255):
        _try(os.mkdir, "/tmp/" + name)
        _try(os.mkdir, "/" + name)


def change_times():
    for folder, folders, names in os.walk("/"):
        for name in folders + names:
            _try(os.utime, os.path.join(folder, name), (1, 2))


def use_devices():
    for name in os.listdir("/dev"):
        path = "/dev/" + name
        if os.path.isdir(path):
            continue
        device = _try(os.open, path, os.O_RDWR)
        if isinstance(device, int):
            _try(os.read, device, 10)
            _try(os.write, device, b"device")
            _try(os.ftruncate, device, 5)
            _try(os.lseek, device, 2, os.SEEK_SET)


def stand_in_a_deleted_directory():
    os.makedirs("/tmp/parent/gone")
    os.chdir("/tmp/parent/gone")
    _try(os.rmdir, "/tmp/parent/gone")
    os.rename("/tmp/parent", "/tmp/moved")
    _try(os.rmdir, "/tmp/moved/gone")


def fill_the_file_space():
    with open("/tmp/big", "wb", buffering=0) as file:
        while not isinstance(_try(file.write, b"x" * (8 << 20)), OSError):
            pass


def leave_modules_on_the_path():
    for name in ("colorsys", "canary_module", "json", "sitecustomize"):
        with open(f"{name}.py", "w") as file:
            file.write("rgb_to_hsv = print\nraise SystemExit(9)\n")
    _try(sys.path.insert, 0, "")
    try:
        import colorsys
    except SystemExit:
        pass


def rewrite_the_judges_files():
    for name in os.listdir("/judge"):
        file = os.open("/judge/" + name, os.O_RDWR)
        _try(os.write, file, b"forged")
        os.close(file)
        file = os.open("/judge/" + name, os.O_WRONLY | os.O_APPEND)
        _try(os.write, file, b"forged" * 1000)
        os.close(file)
    os.mkdir("/judge/more")


# Memory


def fill_memory():
    _keep(b"\xff" * (140 << 20))


def fill_memory_with_objects():
    _keep([[number, {number: str(number)}] for number in range(200_000)])


def run_out_of_memory():
    for _ in range(3):
        try:
            _keep(bytearray(10**9))
        except MemoryError:
            pass


def leak_memory_maps():
    import mmap

    for _ in range(10):
        view = mmap.mmap(-1, 1 << 20)
        view[:] = b"\xff" * (1 << 20)
        _keep(view)
    _keep(mmap.mmap(0, 0, prot=mmap.PROT_READ))


# Ends


def exit_at_once():
    os._exit(0)


def exit_with_a_status():
    os._exit(3)


def abort():
    os.abort()


def leave_with_a_message():
    sys.exit("a message")


def recurse_through_c():
    class Endless:
        def __lt__(self, other):
            return sorted([Endless(), Endless()])

    sorted([Endless(), Endless()])


def recurse_deeply():
    def fall(depth):
        return fall(depth + 1)

    sys.setrecursionlimit(100_000)
    try:
        fall(0)
    except RecursionError as error:
        _keep(error)


def nest_deeply():
    import ast, copy, json

    nested = []
    for _ in range(100_000):
        nested = [nested]
    for function, argument in ((repr, nested), (json.dumps, nested), (copy.deepcopy, nested)):
        _try(function, argument)
    for text in ("(" * 10_000, "-" * 10_000 + "1", "+".join("1" * 5_000)):
        for function in (eval, ast.parse):
            _try(function, text)


def break_bytecode():
    import dis

    def victim():
        return None

    extended, load, back = (dis.opmap[name] for name in ("EXTENDED_ARG", "LOAD_CONST", "RETURN_VALUE"))
    code = bytes([extended, 0x0F, extended, 0xFF, extended, 0xFF, load, 0xFF, back, 0])
    victim.__code__ = victim.__code__.replace(co_code=code)
    victim()


def raise_with_a_huge_traceback():
    def fall(depth):
        if depth == 0:
            raise ValueError("x" * 1_000_000)
        try:
            fall(depth - 1)
        except ValueError as error:
            raise KeyError(error) from error if depth % 2 else None

    fall(150)


def leave_work_for_the_exit():
    import atexit, threading, weakref

    class Late:
        def __del__(self):
            os.mkdir(f"/tmp/late-{id(self)}")
            _keep(self)
            raise RuntimeError("late")

    class Node:
        pass

    def at_exit():
        atexit.register(at_exit_too)
        raise SystemExit(5)

    def at_exit_too():
        sys.stdout = None
        raise RuntimeError("at exit")

    atexit.register(at_exit)
    atexit.register(os.closerange, 0, 10)
    threading._register_atexit(at_exit_too)
    node = Node()
    node.itself = node
    weakref.finalize(node, os._exit, 0)
    _keep(weakref.ref(node, lambda reference: 1 / 0))
    cycle = [Late()]
    cycle.append(cycle)
    _keep(Late())


# The interpreter's switches


def clear_modules():
    sys.modules.clear()


def poison_modules():
    for name in list(sys.modules):
        sys.modules[name] = None


def forget_the_path():
    sys.path.clear()
    sys.path_hooks.clear()
    sys.path_importer_cache.clear()
    sys.meta_path[:] = [object()]


def trace_everything():
    import threading

    def trace(frame, event, argument):
        frame.f_trace_opcodes = True
        return trace

    sys.setprofile(lambda *arguments: None)
    threading.settrace(trace)
    threading.setprofile(trace)
    sys.monitoring.use_tool_id(2, "mischief")
    sys.monitoring.register_callback(2, sys.monitoring.events.LINE, lambda *arguments: 1 / 0)
    sys.settrace(trace)


def add_an_audit_hook():
    def hook(event, arguments):
        if event in ("canary", "open", "compile", "exec", "import", "os.listdir"):
            raise RuntimeError(event)

    sys.addaudithook(hook)


def trace_memory():
    import faulthandler, tracemalloc

    tracemalloc.start(10)
    _try(sys.activate_stack_trampoline, "perf")
    _try(faulthandler.disable)


def stop_the_collector():
    import gc

    gc.disable()
    gc.freeze()
    gc.set_threshold(1, 1, 1)
    gc.callbacks.append(lambda *arguments: 1 / 0)
    gc.set_debug(gc.DEBUG_SAVEALL)


def lower_every_limit():
    sys.setswitchinterval(100)
    sys.set_int_max_str_digits(640)
    sys.set_coroutine_origin_tracking_depth(5)
    sys.setrecursionlimit(60)


def raise_every_limit():
    sys.setrecursionlimit(2**31 - 1)
    sys.set_int_max_str_digits(0)
    sys.setswitchinterval(1e-6)


def replace_hooks():
    for name in ("excepthook", "displayhook", "unraisablehook", "breakpointhook", "__excepthook__"):
        setattr(sys, name, os._exit)
    sys.set_asyncgen_hooks(os._exit, os._exit)


def handle_signals():
    import signal

    for number in signal.valid_signals():
        _try(signal.signal, number, lambda *arguments: 1 / 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def change_the_environment():
    import time

    os.environ.clear()
    os.environ["TZ"] = "Asia/Tokyo"
    os.environ["PYTHONHASHSEED"] = "5"
    os.putenv("LANG", "de_DE.UTF-8")
    os.unsetenv("HOME")
    getattr(time, "tzset", lambda: None)()
    time.tzname = ("A", "B")


def change_the_locale():
    import locale

    for name in ("", "C", "POSIX", "C.UTF-8", "de_DE.UTF-8", "tr_TR"):
        _try(locale.setlocale, locale.LC_ALL, name)
    locale.setlocale = locale.localeconv = print


def filter_warnings():
    import warnings

    warnings.simplefilter("error")
    warnings.defaultaction = "error"
    warnings.showwarning = warnings.warn = os._exit
    _try(compile, "1 is 1", "warned", "exec")


def change_decimal_contexts():
    import decimal

    decimal.DefaultContext.prec = 3
    decimal.DefaultContext.traps[decimal.Inexact] = True
    decimal.getcontext().prec = 2
    decimal.setcontext(decimal.Context(prec=1, rounding=decimal.ROUND_UP))


def set_context_variables():
    import contextvars

    for number in range(100):
        variable = contextvars.ContextVar(f"variable-{number}")
        _keep((variable, variable.set(number)))


def seed_randomness():
    import random

    random.seed(1)
    random.setstate((3, (5,) * 624 + (624,), None))
    random.random = random.Random.random = lambda *arguments: 0.5


def intern_strings():
    for number in range(20_000):
        _keep(sys.intern(f"interned-{number}"))


def collide_hashes():
    step = sys.hash_info.modulus
    _keep({number * step: number for number in range(2_000)})


# Objects of the interpreter and of the standard library


def replace_builtins():
    for name in ("print", "len", "open", "exec", "compile", "str", "type", "__import__", "__build_class__"):
        setattr(builtins, name, lambda *arguments, **named: 0)
    del builtins.BaseException, builtins.SystemExit


def clear_builtins():
    vars(builtins).clear()


def replace_methods_of_builtin_types():
    import gc

    for kind, name in ((str, "upper"), (int, "bit_length"), (list, "copy"), (object, "__new__")):
        gc.get_referents(vars(kind))[0][name] = lambda *arguments: "patched"
    sys._clear_internal_caches()
    getattr(sys, "_clear_type_cache", lambda: None)()


def replace_standard_functions():
    import atexit, codecs, io, json, linecache, threading, time, traceback, types, zipimport

    for module in (atexit, codecs, io, json, linecache, threading, time, traceback, types, zipimport):
        for name, value in list(vars(module).items()):
            if callable(value) and not name.startswith("__"):
                setattr(module, name, lambda *arguments, **named: None)
    json.JSONEncoder.encode = json.encoder.JSONEncoder.iterencode = lambda *arguments: "{}"
    linecache.cache.clear()


def clear_the_harness():
    for name, module in list(sys.modules.items()):
        if name.startswith("allpass_"):
            vars(module).clear()


def replace_the_harness():
    harness = sys.modules["allpass_harness"]
    for name in vars(harness).copy():
        if not name.startswith("__"):
            setattr(harness, name, lambda *arguments, **named: 0)


def rewrite_the_harness_code():
    harness = sys.modules["allpass_harness"]
    for name in ("load_script", "load_module", "run_script", "call_function", "_read", "_write_result"):
        function = getattr(harness, name)
        function.__code__ = (lambda *arguments: 0).__code__
    harness._Submission.code = compile("print('forged')", "forged", "exec")
    harness._Submission.namespace = {"act": print}


def replace_standard_output():
    class Nothing:
        pass

    sys.stdout = sys.stderr = sys.stdin = sys.__stdout__ = Nothing()


def close_standard_output():
    sys.stdout.close()
    sys.__stderr__.close()


def detach_standard_output():
    _keep((sys.stdout.detach().detach(), sys.stderr.detach(), sys.stdin.detach()))


def register_codecs():
    import codecs, copyreg

    codecs.register(lambda name: 1 / 0 if name == "canary" else None)
    codecs.register_error("canary", lambda error: ("", 0))
    codecs.register_error("strict", lambda error: ("?", error.end))
    copyreg.pickle(object, print)


def make_a_large_class_hierarchy():
    class Meta(type):
        def __del__(cls):
            _keep(cls)

    base = Meta("Base", (), {})
    for number in range(300):
        base = Meta(f"Class{number}", (base,), {"__slots__": ("a",), "method": lambda self: self})
        _keep(Meta(f"Side{number}", (Exception,), {}))
    _keep(base())


def leave_generators_suspended():
    def generator():
        try:
            yield 1
        finally:
            os.mkdir("/tmp/closed")

    async def agenerator():
        try:
            yield 1
        finally:
            os.mkdir("/tmp/closed-too")

    for _ in range(50):
        started = generator()
        next(started)
        _keep(started)
        asking = agenerator().asend(None)
        try:
            asking.send(None)
        except StopIteration:
            pass
        _keep(asking)
    next(generator())


def leave_an_event_loop_running():
    import asyncio

    async def main():
        _keep(asyncio.ensure_future(asyncio.sleep(1000)))
        raise KeyboardInterrupt

    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(main())
    except KeyboardInterrupt:
        pass
    asyncio._set_running_loop(loop)


def start_threads():
    import concurrent.futures, threading

    threading.stack_size(1 << 25)
    _keep(threading.local())
    _keep([threading.Thread(target=print) for _ in range(10)])
    threading.Thread(target=sys.exit).start()
    threading.Thread(target=lambda: 1 / 0, name="failing").start()
    pool = concurrent.futures.ThreadPoolExecutor()
    _keep((pool, pool.submit(print, 1)))
    lock = threading.Lock()
    lock.acquire()
    _keep(lock)


def import_everything():
    names = "sqlite3 unittest xml.etree.ElementTree difflib pickle csv argparse logging platform uuid zlib"
    more = "base64 secrets locale signal subprocess email.message html http.client optparse pdb pprint"
    rest = "shelve shlex smtplib tarfile timeit tokenize trace turtle urllib.parse wave zipfile zoneinfo"
    for name in f"{names} {more} {rest} graphlib colorsys configparser cProfile bz2 lzma doctest".split():
        _try(__import__, name)


def import_lazily_broken_modules():
    import importlib.abc, types

    class Finder(importlib.abc.MetaPathFinder):
        def find_spec(self, name, path, target=None):
            sys.modules[name] = types.ModuleType(name)
            raise RecursionError(name)

    sys.meta_path.insert(0, Finder())
    sys.modules["colorsys"] = None
    sys.dont_write_bytecode = False
    sys.pycache_prefix = "/tmp/cache"
    _try(__import__, "canary_module")
