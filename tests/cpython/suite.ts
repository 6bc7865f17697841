/** CPython's own tests, as they come with Python 3.11: run natively, and as programs that the service runs. */
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Modules of the language, and of the library that contests use. */
export const MODULES = `
abc abstract_numbers argparse array ast asyncgen augassign base64 baseexception binascii binop bisect bool
bufio builtin bytes calendar call class cmath codecs codeop collections colorsys compare compile complex
configparser contains context contextlib contextlib_async copy copyreg coroutines csv dataclasses datetime
decimal decorators defaultdict deque descr descrtut dict dictcomps dictviews difflib dynamic
dynamicclassattribute enum enumerate eof errno except_star exception_group exception_hierarchy
exception_variations exceptions extcall file fileio float flufl fnmatch format fractions fstring funcattrs
functools future_stmt gc generator_stop generators genericalias genericclass genericpath genexps getopt
glob global grammar graphlib hash hashlib heapq hmac html index inspect int int_literal ipaddress
isinstance iter iterlen itertools json keyword keywordonlyarg linecache list listcomps long longexp
marshal math memoryio memoryview metaclass module named_expressions numeric_tower opcodes operator
ordered_dict patma pep646_syntax positional_only_arg posixpath pow pprint print property queue raise
random range re reprlib richcmp sched scope secrets set setcomps shlex slice sort statistics strftime
string string_literals strptime strtod struct structseq subclassinit super symtable syntax sys textwrap
time timeit tokenize traceback tuple type_annotations typechecks types typing ucn unary unicode
unicode_identifiers unicodedata univnewlines unpack unpack_ex urlparse userdict userlist userstring
utf8source uuid weakref weakset with yield_from zlib
`
  .trim()
  .split(/\s+/)
  .map((name) => `test_${name}`);

const NATIVE = fileURLToPath(new URL('native.py', import.meta.url));

/** The command of a Python 3.11 that has its tests; null where there is none. */
export const PYTHON =
  ['python3.11', 'python3'].find((command) => {
    const asks = 'import sys, test.support; sys.exit(sys.version_info[:2] != (3, 11))';
    return spawnSync(command, ['-c', asks]).status === 0;
  }) ?? null;

/** Only ends what hangs, in native seconds. */
const MOST_SECONDS = 100;

/** How each test ended, by its id: `ok`, `skip`, or its exception. */
type Statuses = ReadonlyMap<string, string | null>;

interface SuiteModule {
  readonly code: string;
  /** The value of JSON that the program reads. */
  readonly given: object;
  readonly native: Statuses;
}

/** Makes the program of a module, and runs it natively. */
export async function nativeModule(python: string, name: string): Promise<SuiteModule> {
  const { stdout } = await promisify(execFile)(python, [NATIVE, name], { maxBuffer: 1 << 28 });
  const made = JSON.parse(stdout) as { code: string; stdin: string; stdout: string; stderr: string };
  const native = statusesOf(made.stdout);
  if (native.size === 0) throw new Error(`${name} runs no test natively: ${made.stderr.slice(-2000)}`);
  return { code: made.code, given: JSON.parse(made.stdin) as object, native };
}

interface Apart {
  /** Tests that end the interpreter: each runs alone, behind all others. */
  readonly deadly: readonly string[];
  readonly unrun: readonly string[];
}

export async function judgedModule(
  url: string,
  { code, given }: SuiteModule,
  { deadly, unrun }: Apart,
): Promise<Statuses> {
  const statuses = new Map<string, string>();
  const run = async (part: object): Promise<boolean> => {
    const { stdout, stderr } = await runCode(url, code, { ...given, ...part });
    const seen = statusesOf(stdout);
    for (const [id, status] of seen) statuses.set(id, status ?? `ends the interpreter: ${stderr}`);
    if (seen.size === 0 && stderr !== '') throw new Error(stderr);
    return [...seen.values()].includes(null);
  };
  // The next run leaves out the test that ended the interpreter, and all before it.
  while (await run({ without: [...deadly, ...unrun, ...statuses.keys()] }));
  for (const id of deadly) await run({ only: [id] });
  return statuses;
}

async function runCode(url: string, code: string, given: object) {
  const limits = { run_timeout: MOST_SECONDS, compile_timeout: MOST_SECONDS * 4 };
  const body = { code, stdin: `${JSON.stringify(given)}\n`, language: 'python', ...limits };
  const reply = await fetch(`${url}/run_code`, { method: 'POST', body: JSON.stringify(body) });
  const text = await reply.text();
  const { run_result: end } = JSON.parse(text) as { run_result?: { stdout: string; stderr: string } | null };
  return end ?? { stdout: '', stderr: text };
}

/** Reads the lines `[id, status]`; the last one of an id counts. */
function statusesOf(stdout: string): ReadonlyMap<string, string | null> {
  const lines = stdout.split('\n').filter((line) => line.startsWith('["') && line.endsWith(']'));
  return new Map(lines.map((line) => JSON.parse(line) as [string, string | null]));
}
