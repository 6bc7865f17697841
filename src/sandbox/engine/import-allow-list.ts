/**
 * The WebAssembly imports that a plain program calls while it runs, with the reason why each is harmless: its effects
 * are in memory or in the file system, and both are restored. A call of any other import while a submission runs taints
 * the worker. Some imports look harmless but are excluded: pipes, sockets, poll, umask, chmod, symlink (their state is
 * not in the image), `_setitimer_js` (a timer survives the restore), `_dlopen_js` and `ffi_*` (they reach JavaScript).
 */
const REASONS = {
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

export const ALLOWED_IMPORTS: ReadonlySet<string> = new Set(Object.values(REASONS).flat());
