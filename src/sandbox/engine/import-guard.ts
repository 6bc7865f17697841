/**
 * Detects when a program reaches JavaScript. Python reaches JavaScript only through WebAssembly imports, and every
 * import outside the allow-list is wrapped. The first call of a wrapped import while a submission runs is reported
 * *before* it happens, while the program has not changed any JavaScript state. So the program can neither forge nor
 * suppress the report. The flag that records the report is a private field, outside WebAssembly memory.
 */
import { keysOf } from './primordials.ts';

const { apply } = Reflect;

type Import = (this: unknown, ...args: unknown[]) => unknown;

export class ImportGuard {
  readonly #report: (name: string) => void;
  #isRunning = false;
  #isTainted = false;
  /** Name of an import without an effect that may currently be called without a report, or null if there is none. */
  pardonedImport: string | null = null;

  /** @param report posts the name of the import to the host immediately */
  constructor(report: (name: string) => void) {
    this.#report = report;
  }

  /** Set to true before a call into submission code, and to false after it. */
  set running(value: boolean) {
    this.#isRunning = value;
  }

  /**
   * Wraps the functions of an import object in place, because Emscripten's `dlsym` and side modules read the same
   * object. Aliases (one function under several names) stay aliases: equal functions share a slot of the function
   * table, and a memory snapshot contains slot numbers.
   */
  wrap(imports: Record<string, unknown>): void {
    const wrappers = new Map<Import, Import>();
    for (const name of keysOf(imports)) {
      const importedFunction = imports[name];
      if (typeof importedFunction !== 'function' || ALLOWED_IMPORTS.has(name)) continue;
      let wrapper = wrappers.get(importedFunction as Import);
      if (wrapper === undefined) {
        wrapper = this.#guardedImport(name, importedFunction as Import);
        wrappers.set(importedFunction as Import, wrapper);
      }
      imports[name] = wrapper;
    }
  }

  #guardedImport(name: string, original: Import): Import {
    const reportOnce = () => {
      if (!this.#isRunning || this.#isTainted || name === this.pardonedImport) return;
      // If the stack is too full to report, this throws, and the import is not called.
      this.#report(name);
      this.#isTainted = true;
    };
    // Emscripten stores signatures as own properties of imports.
    return Object.assign(function (this: unknown, ...args: unknown[]) {
      reportOnce();
      return apply(original, this, args);
    }, original);
  }
}

/**
 * The WebAssembly imports that an ordinary program calls while it runs, each with the reason why it is harmless. Their
 * effects are in memory or in the file system, and both are restored. A call of any other import while a submission
 * runs taints the worker. Some imports look harmless but are excluded: pipes, sockets, poll, umask, chmod, symlink
 * (their state is not in the image), `_setitimer_js` (a timer survives the restore), `_dlopen_js` and `ffi_*` (they
 * reach JavaScript).
 */
const ALLOWED_BY_REASON = {
  'descriptor reads and writes: bytes in MEMFS nodes and stream positions': [
    'fd_read',
    'fd_write',
    'fd_close',
    'fd_seek',
    'fd_pread',
    'fd_pwrite',
    'fd_sync',
    'fd_fdstat_get',
  ],
  'paths: MEMFS nodes and the name table': [
    '__syscall_openat',
    '__syscall_mkdirat',
    '__syscall_rmdir',
    '__syscall_unlinkat',
    '__syscall_renameat',
    '__syscall_ftruncate64',
    '__syscall_utimensat',
    '__syscall_chdir',
  ],
  'questions about files: nothing changes': [
    '__syscall_fstat64',
    '__syscall_stat64',
    '__syscall_lstat64',
    '__syscall_newfstatat',
    '__syscall_getcwd',
    '__syscall_getdents64',
    '__syscall_faccessat',
    '__syscall_readlinkat',
    '__syscall_statfs64',
    '__syscall_fadvise64',
    '__syscall_getuid32_js',
  ],
  'descriptor tables: restored with the streams': [
    '__syscall_dup',
    '__syscall_dup3',
    '__syscall_fcntl64',
    '__syscall_ioctl',
    '_try_fcntl64',
  ],
  'environment, clocks, time zones, random bytes: read only': [
    'environ_get',
    'environ_sizes_get',
    'clock_time_get',
    'clock_res_get',
    'emscripten_get_now',
    'emscripten_date_now',
    'random_get',
    '_tzset_js',
    '_localtime_js',
    '_gmtime_js',
    '_mktime_js',
    '_timegm_js',
  ],
  'memory: inside the heap; growth is capped and a grown worker is replaced': [
    'emscripten_resize_heap',
    'emscripten_get_heap_max',
    '_mmap_js',
    '_munmap_js',
  ],
  'ends of the program: they throw through the interpreter, which is restored': [
    'proc_exit',
    'exit',
    '_abort_js',
    '__assert_fail',
  ],
  'bookkeeping of the runtime without an effect': [
    '_emscripten_runtime_keepalive_clear',
    'emscripten_runtime_keepalive_push',
    'emscripten_runtime_keepalive_pop',
    '_Py_CheckEmscriptenSignals_Helper',
  ],
} as const;

export const ALLOWED_IMPORTS: ReadonlySet<string> = new Set(Object.values(ALLOWED_BY_REASON).flat());
