/**
 * Every change to Pyodide, one row each: what an upgrade has to look at, and what is lost without it. A unit test holds
 * the rows to the code. Each change was taken out by itself, and the first test of its row failed (tamper and canary with
 * all their cases, as in the long tier). “Recorded programs” are the 435 of tests/python-3.11 that run here; a row says
 * how many of them end otherwise without it.
 */

export interface LedgerRow {
  /** For a step of the build, the name of its file; for a shim, the name of its function. */
  readonly name: string;
  /** The changed part of Pyodide. */
  readonly changes: 'module' | 'script' | 'library' | 'memory';
  readonly what: string;
  readonly why: string;
  /** Measured, with what it was measured by. */
  readonly gain: string;
  readonly files: readonly string[];
  /** Files of tests. The first fails without the change. */
  readonly tests: readonly string[];
}

const RECORDED = 'tests/browser/python-3.11.browser.test.ts';
const CONTRACT = 'tests/contracts/runner-contract.ts';
const CANARY = 'tests/browser/canary.browser.test.ts';
const TAMPER = 'tests/browser/tamper.browser.test.ts';
const BOOT = 'tests/browser/boot.browser.test.ts';
const CONTAINMENT = 'tests/browser/containment.browser.test.ts';
const ZONE = 'tests/long/time-zone.long.test.ts';
const RUNS = 'such a program runs at all';
const CONTAINS = 'containment; not a matter of speed';

/** A row of shims.py. */
const SHIM = { changes: 'library', files: ['src/sandbox/harness/shims.py'], tests: [RECORDED] } as const;

const recorded = (programs: number): string =>
  programs === 1 ? '1 recorded program' : `${programs} recorded programs`;

export const LEDGER: readonly LedgerRow[] = [
  {
    name: 'plain-sums',
    changes: 'module',
    what: '`sum` adds floats without compensation (three bytes)',
    why: 'Python 3.12 keeps what rounding loses; graders run 3.10 and 3.11',
    gain: recorded(6),
    files: ['src/sandbox/build/plain-sums.ts'],
    tests: [RECORDED, 'src/sandbox/build/plain-sums.test.ts'],
  },
  {
    name: 'older-behaviour',
    changes: 'module',
    what: 'a marked comprehension has a frame; `NotImplemented` is true; `OrderedDict` shows pairs',
    why: 'Python 3.12 and 3.14 changed all three, and programs print or count what shows of it',
    gain: '7 recorded programs; five of them need `framing`, too',
    files: ['src/sandbox/build/older-behaviour.ts'],
    tests: [RECORDED, 'src/sandbox/build/older-messages.test.ts'],
  },
  {
    name: 'older-messages',
    changes: 'module',
    what: 'messages of exceptions as Python 3.11 words them',
    why: 'programs print what they catch',
    gain: recorded(6),
    files: ['src/sandbox/build/older-messages.ts'],
    tests: [RECORDED, 'src/sandbox/build/older-messages.test.ts'],
  },
  {
    name: 'glibc-math',
    changes: 'module',
    what: 'functions of mathematics round as those of glibc do',
    why: 'musl gives another last digit, and tests compare digits',
    gain: recorded(10),
    files: [
      'src/sandbox/build/glibc-math.ts',
      'src/sandbox/build/glibc-math.wat',
      'src/sandbox/build/linked-functions.ts',
    ],
    tests: [RECORDED, 'src/sandbox/build/glibc-math.test.ts'],
  },
  {
    name: 'wide-hash',
    changes: 'module',
    what: 'hashes of numbers, tuples and frozen sets have 64 bits',
    why: 'with 32 bits, keys packed as `x << 31 | y` all collide, and sets have another order',
    gain: recorded(7),
    files: [
      'src/sandbox/build/wide-hash.ts',
      'src/sandbox/build/wide-hash.wat',
      'src/sandbox/build/linked-functions.ts',
    ],
    tests: [RECORDED, 'src/sandbox/build/wide-hash.test.ts'],
  },
  {
    name: 'set-order',
    changes: 'module',
    what: 'a set that looks for another place shifts a hash of 64 bits',
    why: 'negative numbers had another order where two of them met',
    gain: recorded(1),
    files: ['src/sandbox/build/set-order.ts'],
    tests: [RECORDED, 'src/sandbox/build/set-order.test.ts'],
  },
  {
    name: 'wide-formats',
    changes: 'module',
    what: '`struct` and `array` have the sizes of 64-bit Linux for `l`, `L`, `n`, `N` and `P`; `ctypes` is not to compare its own with them',
    why: 'programs pack and store numbers of 64 bits under these letters',
    gain: recorded(4),
    files: ['src/sandbox/build/wide-formats.ts', 'src/sandbox/build/python-bytecode.ts'],
    tests: [RECORDED, 'src/sandbox/build/wide-formats.test.ts'],
  },
  {
    name: 'c-recursion',
    changes: 'module',
    what: 'C functions that ask for room count a level of recursion and go on on another stack; 50 objects are freed inside each other',
    why: 'a worker of Chromium has 500 KB of stack: it ended programs that free a list of 2,000 nodes, and recursion after 580 levels',
    gain: recorded(7),
    files: ['src/sandbox/build/c-recursion.ts', 'src/sandbox/engine/deep-stack.ts'],
    tests: [RECORDED, 'tests/browser/recursion.browser.test.ts', 'src/sandbox/build/c-recursion.test.ts'],
  },
  {
    name: 'native-errno',
    changes: 'module',
    what: 'errors of the system have the numbers and texts of Linux',
    why: 'Emscripten numbers them after WASI, and programs print what they catch',
    gain: recorded(1),
    files: [
      'src/sandbox/build/native-errno.ts',
      'src/sandbox/build/native-errno.wat',
      'src/sandbox/build/linked-functions.ts',
      'src/sandbox/harness/errors.py',
    ],
    tests: [RECORDED],
  },
  {
    name: 'call-trampolines',
    changes: 'module',
    what: 'calls through the table in the interpreter’s loop go through one function for each signature',
    why: 'V8 compiles such a call for the functions it has seen, and never leaves the slow code that a wrong guess ends in',
    gain: 'a recursion of 8.6 s takes 4.8 s (docs/decisions/engine.md); `fib(35)` 1.6 s, not 3.0',
    files: ['src/sandbox/build/call-trampolines.ts'],
    tests: ['src/sandbox/build/call-trampolines.test.ts'],
  },
  {
    name: 'lean-emscripten',
    changes: 'script',
    what: 'a boot links 163 of 8,560 exports; the build puts functions into their places in the table',
    why: 'most boots link no package',
    gain: '325 ms of a boot from a snapshot become 247 (docs/decisions/engine.md)',
    files: ['src/sandbox/build/lean-emscripten.ts', 'src/sandbox/build/lean-exports.ts'],
    tests: ['src/sandbox/build/lean-emscripten.test.ts', BOOT],
  },
  {
    name: 'zone-name',
    changes: 'script',
    what: 'the zone without an offset is named UTC, not UTC+0000',
    why: 'Linux names it so on the machines that grade',
    gain: 'programs that print the zone’s name',
    files: ['src/sandbox/build/lean-emscripten.ts'],
    tests: [ZONE],
  },
  {
    name: 'utc-date',
    changes: 'script',
    what: '`Date` takes UTC for local time',
    why: 'the zone is part of the shipped memory, and no verdict may depend on where the browser is',
    gain: 'the same local time in every zone',
    files: ['src/sandbox/engine/utc-date.ts'],
    tests: [ZONE, 'src/sandbox/engine/utc-date.test.ts'],
  },
  {
    name: 'classic-worker',
    changes: 'script',
    what: '`importScripts` throws, so that Pyodide does not refuse a classic worker',
    why: 'the frame’s policy refuses Pyodide’s question, too, but each worker then shows two errors in the console',
    gain: 'no error in the console; not a matter of speed',
    files: ['src/sandbox/engine/no-import-scripts.ts'],
    tests: ['src/sandbox/engine/no-import-scripts.test.ts', CONTAINMENT],
  },
  {
    name: 'boot-from-bytes',
    changes: 'script',
    what: 'the loader gets all files from memory; no finaliser of Pyodide’s runs',
    why: 'the frame may fetch nothing, and a finaliser would release an address that a restore has given away',
    gain: 'Python does not start without it',
    files: ['src/sandbox/engine/boot.ts', 'src/sandbox/engine/pyodide-internals.ts'],
    tests: [CONTAINMENT],
  },
  {
    name: 'import-guard',
    changes: 'script',
    what: 'imports of the module outside an allow-list are wrapped, and reported before they happen',
    why: 'a program that reaches JavaScript leaves what no restore undoes',
    gain: CONTAINS,
    files: ['src/sandbox/engine/import-guard.ts', 'src/sandbox/engine/import-allow-list.ts'],
    tests: [TAMPER, 'src/sandbox/engine/import-guard.test.ts'],
  },
  {
    name: 'soft-deadline',
    changes: 'script',
    what: 'where the interpreter asks for signals it also looks at the clock, and rings the program’s alarms',
    why: 'a slow program is interrupted, where the frame would have to end its worker',
    gain: 'one boot for each program that is too slow',
    files: ['src/sandbox/engine/soft-deadline.ts'],
    tests: ['tests/browser/time-limit.browser.test.ts', 'src/sandbox/engine/soft-deadline.test.ts'],
  },
  {
    name: 'file-guard',
    changes: 'script',
    what: 'a write to a file of an image copies its bytes first; what files gain has a limit',
    why: 'a write to a memory map changed the standard library for the next submission',
    gain: CONTAINS,
    files: ['src/sandbox/engine/file-guard.ts', 'src/sandbox/engine/file-image.ts'],
    tests: [TAMPER, CANARY, CONTRACT],
  },
  {
    name: 'python-bytecode',
    changes: 'library',
    what: 'the standard library is an archive of bytecode',
    why: 'importing source is most of a boot without a snapshot, and of a program that imports what is not in memory',
    gain: 'in Node, processor time of such a boot falls from 1.69 s to 0.29, that of six large imports from 400 ms to 34',
    files: ['src/sandbox/build/python-bytecode.ts', 'src/sandbox/build/compile-python.mjs'],
    tests: [BOOT],
  },
  {
    name: 'boot-memory',
    changes: 'memory',
    what: 'the build ships the memory of an interpreter that has started and imported the usual modules',
    why: 'no visit has to start Python',
    gain: 'a second and more of two cores, for 3.4 MB more to fetch (docs/decisions/engine.md)',
    files: [
      'src/sandbox/build/boot-memory.ts',
      'src/sandbox/build/boot-memory-thread.mjs',
      'workers/snapshot.worker.ts',
    ],
    tests: [BOOT],
  },
  {
    name: 'memory-snapshot',
    changes: 'memory',
    what: 'the shipped memory has only the pages that differ from the module’s own',
    why: 'two thirds are zeros, or what the module puts there anyway',
    gain: '10 MB of 31 are left',
    files: ['src/sandbox/engine/memory-snapshot.ts'],
    tests: ['src/sandbox/engine/memory-snapshot.test.ts'],
  },
  {
    name: 'heap-image',
    changes: 'memory',
    what: 'all of memory is put back in place before each test',
    why: 'a test begins from the state that its submission was loaded in, whatever ran before',
    gain: '1 ms for 13 MB, where a new worker takes 300 ms',
    files: ['src/sandbox/engine/heap-image.ts', 'src/sandbox/engine/memory-wipe.wat'],
    tests: [CONTRACT, CANARY, 'src/sandbox/engine/memory-wipe.test.ts'],
  },
  {
    name: 'warm',
    changes: 'memory',
    what: 'the modules that competition programs import are in the shipped memory',
    why: 'no test pays for an import; the harness itself imports all but `statistics`, `array`, `cmath` and `unicodedata`',
    gain: 'in Node, a test that imports `statistics` takes 1 ms of processor time, not 4',
    files: ['src/sandbox/harness/warm.py'],
    tests: [BOOT],
  },
  {
    name: 'compiling',
    changes: 'library',
    what: 'annotations are evaluated where they stand',
    why: 'Python 3.14 evaluates them when they are asked for, so a NameError of 3.11 is none',
    gain: recorded(72),
    files: ['src/sandbox/harness/compiling.py'],
    tests: [RECORDED],
  },
  {
    name: 'framing',
    changes: 'library',
    what: 'a comprehension that shows its frame is marked, so that `older-behaviour` leaves it one',
    why: 'since Python 3.12 recursion through one counts once, not twice',
    gain: recorded(5),
    files: ['src/sandbox/harness/framing.py'],
    tests: [RECORDED],
  },
  {
    name: 'wide',
    changes: 'library',
    what: 'a program that fails of a size runs once more, with sizes of 64 bits; types of C have theirs at once',
    why: 'this interpreter has 32 bits',
    gain: recorded(24),
    files: ['src/sandbox/harness/wide.py', 'src/sandbox/engine/other-form.ts'],

    tests: [RECORDED],
  },
  {
    name: 'size-errors',
    changes: 'memory',
    what: 'the type `OverflowError` makes its errors through a function of the engine',
    why: 'a program that catches an error about a size goes another way than natively, and nothing shows it',
    gain: recorded(3),
    files: ['src/sandbox/engine/size-errors.ts'],
    tests: [RECORDED],
  },
  {
    name: 'let-go',
    changes: 'library',
    what: 'at the end of a script, what is left of its names is collected as CPython 3.11 does',
    why: 'finalisers, suspended generators and files that were never closed have their effect then',
    gain: recorded(26),
    files: ['src/sandbox/harness/harness.py', 'src/sandbox/harness/install.ts'],
    tests: [RECORDED],
  },
  {
    name: 'platform',
    changes: 'library',
    what: 'a program that asks is told Linux on x86-64; pools of threads run at once',
    why: 'that is where programs are graded',
    gain: recorded(3),
    files: ['src/sandbox/harness/platform.py'],
    tests: [RECORDED],
  },
  {
    name: 'older-library',
    changes: 'library',
    what: 'the library in Python as 3.11 has it; functions refuse arguments that are named since',
    why: 'programs meet it in equal data classes, texts of fractions and dates, addresses, patterns and messages',
    gain: recorded(21),
    files: ['src/sandbox/harness/older_library.py'],
    tests: [RECORDED],
  },
  {
    name: 'frames',
    changes: 'library',
    what: '`locals()` of a function is one dictionary, and `exec` leaves its names there; loads of variables are counted',
    why: 'Python 3.13 and 3.14 changed both, and small interpreters of programs live by the first',
    gain: recorded(7),
    files: ['src/sandbox/harness/frames.py'],
    tests: [RECORDED],
  },
  {
    name: 'threads',
    changes: 'library',
    what: 'a thread runs when it is started, with its own name, number and data; so do pools, and timers when they are due',
    why: 'a worker has no threads; programs start one for a larger stack',
    gain: RUNS,
    files: ['src/sandbox/harness/threads.py'],
    tests: [CONTRACT, RECORDED],
  },
  {
    name: 'event-loop',
    changes: 'library',
    what: '`asyncio.run` has a loop that waits by sleeping and reads pipes; `get_event_loop` makes one',
    why: 'Pyodide’s loop needs the browser’s, and Python 3.14 makes none by itself',
    gain: recorded(8),
    files: ['src/sandbox/harness/event_loop.py'],
    tests: [RECORDED],
  },
  {
    name: 'hashes',
    changes: 'library',
    what: '`hashlib.new` knows RIPEMD-160, SM3 and the shorter SHA-512, and there is `hashlib.scrypt`',
    why: 'they come with OpenSSL, which Pyodide leaves out',
    gain: recorded(1),
    files: ['src/sandbox/harness/hashes.py'],
    tests: [RECORDED],
  },
  {
    name: 'newer-names',
    changes: 'library',
    what: 'names that came after Python 3.11 are taken away from a program that mentions them',
    why: 'native 3.11 fails of them',
    gain: recorded(18),
    files: ['src/sandbox/harness/harness.py', 'src/judge/python/newer-python.ts'],

    tests: [RECORDED],
  },
  {
    ...SHIM,
    name: '_whole_floats',
    what: '`randrange` and `randint` take whole numbers of any type',
    why: 'Python 3.12 refuses them',
    gain: recorded(7),
  },
  {
    ...SHIM,
    name: '_older_statistics',
    what: '`geometric_mean` of a zero, and `inv_cdf` without a width, are errors',
    why: 'Python 3.13 gives numbers',
    gain: recorded(1),
  },
  {
    ...SHIM,
    name: '_days_as_numbers',
    what: 'days of `calendar` are integers',
    why: 'they are an enumeration since Python 3.12',
    gain: recorded(1),
  },
  {
    ...SHIM,
    name: '_members_only',
    what: 'a value `in` an enumeration is a TypeError',
    why: 'it is true since Python 3.12',
    gain: recorded(1),
  },
  {
    ...SHIM,
    name: '_resource_module',
    what: 'a module `resource` that takes limits and does nothing',
    why: 'Emscripten has none, and programs raise their limits with it',
    gain: RUNS,
    tests: [CONTRACT],
  },
  {
    ...SHIM,
    name: '_wide_numbers',
    what: '`sys.maxsize` and `sys.hash_info` tell of 64 bits',
    why: 'programs use `sys.maxsize` for infinity; `wide-hash` makes it true',
    gain: recorded(4),
  },
  {
    ...SHIM,
    name: '_alarms',
    what: '`signal.alarm` and `setitimer` ring between bytecodes',
    why: 'no signal reaches a worker; `soft-deadline` rings them',
    gain: recorded(3),
  },
  {
    ...SHIM,
    name: '_sums_of_passwords',
    what: '`hashlib.pbkdf2_hmac` in Python',
    why: 'it comes with OpenSSL, which Pyodide leaves out',
    gain: recorded(1),
  },
  {
    ...SHIM,
    name: '_older_dates',
    what: '`strftime` with glibc’s letters and flags',
    why: 'musl has other ones, and writes years below 1000 otherwise',
    gain: recorded(1),
  },
  {
    ...SHIM,
    name: '_shallow_lru_cache',
    what: '`functools.lru_cache` in Python',
    why: 'the one in C takes the stack of the browser at each level of a recursion',
    gain: 'a cached recursion overflows between 200 and 400 levels without it, and takes 100,000 with it (in Node)',
    tests: [CONTRACT, RECORDED],
  },
  {
    ...SHIM,
    name: '_spinning_sleep',
    what: '`time.sleep` waits in place',
    why: 'Pyodide’s own would return to JavaScript, which taints the worker',
    gain: '1 recorded program; a boot for each program that sleeps',
    tests: ['tests/browser/time-limit.browser.test.ts', RECORDED],
  },
  {
    ...SHIM,
    name: 'pattern-error',
    what: '`re.error` is named so',
    why: 'it is named `PatternError` since Python 3.13, and tracebacks show the name',
    gain: recorded(1),
  },
];
