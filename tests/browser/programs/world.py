"""Everything a program can see of its world, as text.

Two runs that start from the same state print the same bytes. Addresses are in it on purpose: whatever
another program left behind in memory moves the next allocation.
"""


def world():
    import array, asyncio, atexit, builtins, codecs, contextvars, copyreg, decimal, errno, fcntl, gc, hashlib
    import linecache, locale, mmap, os, random, signal, stat, sys, threading, time, traceback, types
    import warnings, weakref, zlib

    lines = []

    def say(title, *values):
        lines.append(" ".join([title, *map(repr, values)]))

    def attempt(title, function, *arguments):
        try:
            say(title, function(*arguments))
        except BaseException as error:
            say(title, type(error).__name__, getattr(error, "errno", None))

    def addresses(*collections):
        crc = 0
        for values in collections:
            crc = zlib.crc32(array.array("Q", map(id, values)).tobytes(), crc)
        return place(crc)

    def place(number):
        """Marked, since two workers may keep the same things at different addresses."""
        return f"@{number}"

    # Allocation first, before this program has stirred the heap much itself.
    say("small objects", object(), [], {}, set(), (1,), "a" * 3)
    say("blocks", [place(id(bytearray(size))) for size in (0, 10, 100, 1000, 10_000, 100_000, 1_000_000)])
    say("allocated", sys.getallocatedblocks(), sys.getunicodeinternedsize())
    objects = gc.get_objects()
    say("objects", place(len(objects)), addresses(objects))
    tables = [item for item in objects if type(item) is dict]
    contents = [table.values() for table in tables]
    say("dictionaries", place(len(tables)), addresses(*tables), addresses(*contents))
    del objects, tables, contents
    say("collector", gc.isenabled(), gc.get_threshold(), gc.get_count(), place(gc.get_freeze_count()))
    say("collector", gc.get_stats(), gc.callbacks, gc.garbage, gc.get_debug())

    # Memory above the program break is stale; memory that is promised to be zero must be zero.
    say("zeroes", any(bytes(1 << 20)), bytes(8 << 20).count(0), bytearray(1 << 20).count(0))
    with mmap.mmap(-1, 1 << 20) as fresh:
        say("zeroes", fresh[:].count(0))

    def fields(status):
        return (
            stat.filemode(status.st_mode),
            *(status.st_ino, status.st_dev, status.st_nlink, status.st_uid, status.st_gid, status.st_size),
            *(status.st_atime_ns, status.st_mtime_ns, status.st_ctime_ns, status.st_blocks, status.st_rdev),
        )

    def checksum(path, size):
        with open(path, "rb", buffering=0) as file:
            if size <= 1 << 17:
                return zlib.crc32(file.read())
            # A sample of a large file: both ends and what lies between, every 128th block.
            crc = 0
            for at in [*range(0, size, 1 << 19), size - 4096]:
                file.seek(at)
                crc = zlib.crc32(file.read(4096), crc)
            return crc

    def walk(path):
        try:
            status = os.lstat(path)
        except OSError as error:
            return say("path", path, error.errno)
        if stat.S_ISREG(status.st_mode):
            say("file", path, fields(status), checksum(path, status.st_size))
        elif stat.S_ISLNK(status.st_mode):
            say("link", path, fields(status), os.readlink(path))
        elif stat.S_ISDIR(status.st_mode):
            names = os.listdir(path)
            say("directory", path, fields(status), names)
            for name in names:
                walk(os.path.join(path, name))
        else:
            say("node", path, fields(status))

    walk("/")
    attempt("space", os.statvfs, "/")
    for fd in range(12):
        attempt(f"descriptor {fd}", lambda: fields(os.fstat(fd)))
        attempt(f"descriptor {fd} position", os.lseek, fd, 0, os.SEEK_CUR)
        attempt(f"descriptor {fd} flags", fcntl.fcntl, fd, fcntl.F_GETFL)
        attempt(f"descriptor {fd} terminal", os.isatty, fd)
    attempt("next descriptor", os.dup, 0)
    attempt("working directory", os.getcwd)
    attempt("stdin device", lambda: open("/dev/stdin").read())
    attempt("null device", lambda: open("/dev/null").read())

    say("environment", dict(os.environ), os.environb)
    say("arguments", sys.argv, sys.orig_argv, sys.flags, sys._xoptions, sys.warnoptions)
    say("machine", os.uname(), os.getpid(), os.cpu_count(), sys.executable, sys.prefix, sys.version)
    say("path", sys.path, sys.path_hooks, sys.path_importer_cache, sys.meta_path)
    say("modules", list(sys.modules))
    for name, module in list(sys.modules.items()):
        contents = vars(module) if isinstance(module, types.ModuleType) else {}
        say("module", name, len(contents), addresses(contents), addresses(contents.values()))
    say("builtins", {name: place(id(value)) for name, value in vars(builtins).items()})
    for kind in object.__subclasses__():
        say("type", kind.__name__, addresses(vars(kind).values()), len(type.__subclasses__(kind)))
    say("built-in types", "abc".upper(), (5).bit_length(), [3, 1].copy(), {"a": 1}.get("a"))

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        say("stream", stream, place(id(stream)), stream.errors, stream.newlines, stream.line_buffering)
        say("stream", stream.fileno(), stream in (sys.__stdin__, sys.__stdout__, sys.__stderr__))
    say("encodings", sys.getdefaultencoding(), sys.getfilesystemencoding(), locale.getpreferredencoding())
    say("locale", locale.setlocale(locale.LC_ALL), locale.localeconv())
    say("codecs", codecs.lookup("utf-8"), codecs.lookup_error("strict"), len(copyreg.dispatch_table))
    attempt("no codec", codecs.lookup, "canary")
    attempt("no error handler", codecs.lookup_error, "canary")

    say("recursion", sys.getrecursionlimit(), sys.getswitchinterval(), sys.get_int_max_str_digits())
    say("tracing", sys.gettrace(), sys.getprofile(), threading.gettrace(), threading.getprofile())
    say("monitoring", [sys.monitoring.get_tool(tool) for tool in range(6)])
    say("coroutines", sys.get_asyncgen_hooks(), sys.get_coroutine_origin_tracking_depth())
    say("hooks", sys.excepthook, sys.displayhook, sys.unraisablehook, threading.excepthook)
    say("exceptions", sys.exc_info(), getattr(sys, "last_exc", None))
    sys.audit("canary", 1)
    say("signals", {number: signal.getsignal(number) for number in signal.valid_signals()})
    say("threads", threading.enumerate(), place(threading.get_ident()), threading.stack_size())
    say("exits", atexit._ncallbacks(), weakref.finalize._registry, threading._threading_atexits)
    say("warnings", warnings.filters, warnings.defaultaction, warnings.showwarning)
    say("decimal", decimal.getcontext(), decimal.DefaultContext, decimal.Decimal(1) / 7)
    say("context", list(contextvars.copy_context().items()))
    say("event loops", asyncio.events._get_event_loop_policy(), asyncio._get_running_loop())
    say("lines", linecache.cache.keys())
    say("time zone", time.tzname, time.timezone, time.altzone, time.localtime(0), time.ctime(0))
    say("random", [random.random() for _ in range(5)], random.getstate()[2], random.Random(1).random())
    say("hashes", hash("foo"), hash(b"foo"), hash(1.5), hash((1, "a")), hash(None))
    say("digest", hashlib.md5(b"foo").hexdigest())
    say("errors", os.strerror(errno.ENOENT), traceback.format_exception(ValueError("x")))

    # Modules that are not imported yet come out of the standard library's archive.
    attempt("late import", lambda: __import__("colorsys").rgb_to_hsv(1, 0.5, 0.25))
    attempt("no such module", __import__, "canary_module")
    return "\n".join(lines)
