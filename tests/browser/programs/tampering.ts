/** Submissions that reach for the judge itself, so that a later submission is judged wrongly. */
export interface Tampering {
  readonly source: string;
  /** It touches JavaScript, or what no image holds: its worker must be replaced. */
  readonly taints: boolean;
  /** The output of its own test after a complete attack; null if the attack breaks its own run. */
  readonly ends: string | null;
}

/** Printed at the end of a program that got all the way through. */
const DONE = 'tampered';

const INTERCEPT = `
import sys
harness = sys.modules["allpass_harness"]
`;

const UNTAINTED = {
  'output made silent': 'import builtins\nbuiltins.print = lambda *a, **k: None',
  'directories, renames, and another working directory': `
import os
os.makedirs("/tmp/a/b")
open("/tmp/a/b/c", "w").write("x")
os.rename("/lib", "/lib2")
os.chdir("/tmp/a/b")`,
  'standard library archive written in place': `
import os
archive = open("/lib/python314.zip", "rb").read()
at = archive.find(b"colorsys.pyc")
file = os.open("/lib/python314.zip", os.O_RDWR)
try:
    os.pwrite(file, bytes(3000), at + 12)
except PermissionError:
    pass`,
  'standard library archive written through a memory map': `
import mmap, os
file = os.open("/lib/python314.zip", os.O_RDWR)
size = os.path.getsize("/lib/python314.zip")
at = open("/lib/python314.zip", "rb").read().find(b"colorsys.pyc")
start = at // mmap.ALLOCATIONGRANULARITY * mmap.ALLOCATIONGRANULARITY
try:
    view = mmap.mmap(file, min(size - start, 1 << 18), offset=start)
    view[at - start + 12 : at - start + 3012] = bytes(3000)
    view.close()
except OSError:
    pass`,
  'harness that solves the problem itself': `${INTERCEPT}
def solve(code, namespace):
    sys.stdout.write(str(sum(map(int, sys.stdin.read().split()))))
harness._exec = solve
harness.compile = lambda *a, **k: None`,
  'harness that reports no error': `${INTERCEPT}
harness._report = lambda error: None
harness.tagged = lambda value: '{"i":"3"}'
harness.run_script.__code__ = (lambda: 0).__code__`,
} as const;

const TAINTING = {
  'symbolic link': 'import os\nos.symlink("/etc", "/home/pyodide/l")\nos.rename("/lib", "/lib2")',
  'typed arrays that copy nothing': `
import js, builtins
js.Reflect.set(js.Object.getPrototypeOf(js.Uint8Array.prototype), "set", js.Boolean)
builtins.print = lambda *a, **k: None`,
  'typed arrays without views': `
import js
typed = js.Object.getPrototypeOf(js.Uint8Array.prototype)
for name in ("subarray", "slice", "fill"):
    js.Reflect.set(typed, name, js.Boolean)`,
  'restores that go nowhere': `
import js, pyodide_js, sys
sys.stdout.flush()
pyodide_js._module.HEAPU8 = js.Uint8Array.new(41000000)
sys.modules["allpass_harness"]._exec = lambda code, namespace: sys.stdout.write("42")`,
  'restores that go nowhere, and a harness that solves': `
import js, pyodide_js, sys
sys.stdout.flush()
pyodide_js._module.HEAPU8 = js.Uint8Array.new(41000000)
def solve(code, namespace):
    sys.stdout.write(str(sum(map(int, sys.stdin.read().split()))))
sys.modules["allpass_harness"]._exec = solve`,
  'ports that post nothing': 'import js\njs.MessagePort.prototype.postMessage = js.Boolean',
  'a stopped clock': `
import js
js.Object.defineProperty(js.performance, "now", js.JSON.parse('{"value":0}'))`,
  'a broken clock': 'import js\njs.Object.getPrototypeOf(js.performance).now = js.Boolean',
  'inherited outcomes': `
import js
js.Object.prototype.fatal = "forged: x"
js.Object.prototype.exit = True
js.Object.prototype.name = "forged"
js.Object.prototype.snapshot = True`,
  'inherited setters': `
import js
hidden = js.JSON.parse('{"configurable":true}')
hidden.set = js.Boolean
hidden.get = js.Boolean
for name in ("rc", "i", "kind", "type", "job", "index", "outcome", "stdout", "first", "inputs"):
    js.Object.defineProperty(js.Object.prototype, name, hidden)`,
  'arrays without elements': `
import js
js.Array.prototype.slice = js.Boolean
js.Array.prototype.map = js.Array.prototype.push = js.Boolean
js.Object.getPrototypeOf(js.Array.prototype.values()).next = js.Boolean`,
  'text that decodes to nothing': `
import js
js.String.prototype.slice = js.Boolean
js.String.prototype.charCodeAt = js.Boolean
js.TextDecoder.prototype.decode = js.Boolean`,
  'text that encodes to nothing': `
import js
js.TextEncoder.prototype.encode = js.Boolean
js.TextEncoder.prototype.encodeInto = js.Boolean`,
  'files that read as nothing': 'import js, pyodide_js\npyodide_js.FS.read = js.Boolean',
  'standard output that drops everything': `
import js, pyodide_js
pyodide_js.FS.streams[1].stream_ops.write = js.Boolean`,
  'files that do not open': 'import js, pyodide_js\npyodide_js.FS.open = js.Boolean',
  'files that are not found': `
import js, pyodide_js
for name in ("lookupPath", "lookupNode", "hashAddNode", "getStream", "isFile", "isDir"):
    js.Reflect.set(pyodide_js.FS, name, js.Boolean)
pyodide_js.FS.nameTable = js.Array.new()`,
  'other entries into the interpreter': `
import js, pyodide_js
for name in ("_PyObject_CallNoArgs", "stringToUTF8", "_sbrk", "_PyLong_AsLong"):
    js.Reflect.set(pyodide_js._module, name, js.Boolean)`,
  'another stack, and a shifted function table': `
import js, pyodide_js
pyodide_js._module.___stack_pointer.value = 1024
table = pyodide_js._module.wasmTable
for index in range(1, 2000):
    table.set(index, table.get(index + 1))`,
  'an archive whose bytes are gone': `
import js, pyodide_js
archive = pyodide_js.FS.lookupPath("/lib/python314.zip").node
js.structuredClone(archive.contents, js.JSON.parse("{}"))
archive.contents.buffer.transfer()`,
  'an interval': `
import js
from pyodide.ffi import create_proxy
js.setInterval(create_proxy(lambda *a: 1 / 0), 0)`,
  'jobs for later': `
import asyncio, js, builtins
from pyodide.ffi import create_proxy
asyncio.set_event_loop(asyncio.new_event_loop())
def later(*arguments):
    builtins.print = lambda *a, **k: None
    js.Object.prototype.kind = "done"
    js.setTimeout(again, 0)
again = create_proxy(later)
js.setTimeout(again, 0)
js.queueMicrotask(again)
thenable = js.Object.new()
js.Reflect.set(thenable, "then", again)
js.Promise.resolve(thenable)`,
  'listeners on ports': `
import js
from pyodide.ffi import create_proxy
channel = js.MessageChannel.new()
def forge(event):
    prototype = js.Object.getPrototypeOf(event)
    hidden = js.JSON.parse('{"configurable":true}')
    hidden.get = js.Boolean
    js.Object.defineProperty(prototype, "data", hidden)
    channel.port1.postMessage(1)
listener = create_proxy(forge)
channel.port2.onmessage = listener
js.addEventListener("message", listener) if hasattr(js, "addEventListener") else None
js.MessagePort.prototype.addEventListener = js.Boolean
js.Object.defineProperty(js.MessagePort.prototype, "onmessage", js.JSON.parse('{"value":null}'))
channel.port1.postMessage(1)`,
  'memory that does not grow': `
import js
js.WebAssembly.Memory.prototype.grow = js.Boolean
try:
    js.Object.defineProperty(js.WebAssembly.Memory.prototype, "buffer", js.JSON.parse('{"value":null}'))
except Exception:
    # The worker has fixed the property: it refuses shared memory.
    pass`,
  'reflection and atomics': `
import js
for holder in (js.Reflect, js.Atomics):
    for name in js.Object.getOwnPropertyNames(holder):
        if name not in ("set", "get"):
            js.Object.defineProperty(holder, name, js.JSON.parse('{"value":null}'))
for name in ("call", "bind", "apply"):
    js.Object.defineProperty(js.Function.prototype, name, js.JSON.parse('{"value":null}'))`,
  'objects without keys, maps without entries': `
import js
js.Object.keys = js.Object.entries = js.Object.hasOwn = js.Boolean
for holder in (js.Map.prototype, js.WeakMap.prototype, js.Set.prototype, js.WeakSet.prototype):
    for name in ("get", "set", "has", "add"):
        js.Object.defineProperty(holder, name, js.JSON.parse('{"value":null}'))`,
  numbers: `
import js
js.Math.max = js.Math.min = js.Boolean
js.JSON.stringify = js.Boolean
js.Number.isInteger = js.Number.isFinite = js.Boolean`,
  'the interpreter’s memory, from C': `
import ctypes
ctypes.memset(id(len), 0x41, 64)
ctypes.memset(id(print), 0x41, 64)`,
  'all of memory, from C': 'import ctypes\nctypes.memset(1024, 0x41, 20 << 20)',
  'the interpreter’s memory, from JavaScript': `
import js, pyodide_js
js.Reflect.apply(js.Uint8Array.prototype.fill, pyodide_js._module.HEAPU8, js.JSON.parse("[65]"))`,
} as const;

type Name = keyof typeof UNTAINTED | keyof typeof TAINTING;

/** Those that break their own run. */
const BROKEN: readonly Name[] = [
  'typed arrays without views',
  'arrays without elements',
  'standard output that drops everything',
  'files that are not found',
  'another stack, and a shifted function table',
  'objects without keys, maps without entries',
  'all of memory, from C',
  'the interpreter’s memory, from JavaScript',
];

export const TAMPERINGS: Readonly<Record<string, Tampering>> = Object.fromEntries(
  [UNTAINTED, TAINTING].flatMap((programs) =>
    Object.entries(programs).map(([name, source]) => [
      name,
      {
        source: `${source}\nimport sys\nsys.stdout.write("${DONE}")\n`,
        taints: programs === TAINTING,
        ends: BROKEN.includes(name as Name) ? null : DONE,
      },
    ]),
  ),
);
