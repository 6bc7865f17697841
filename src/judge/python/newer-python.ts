/**
 * Finds in a program's text the features that Python 3.11 lacks. The judge's Python is 3.14, newer than that of the
 * public graders: newer syntax is a syntax error there, and newer names are missing. The text is read as the
 * tokenizer of 3.11 reads it, so an f-string ends at its first closing quote. Whether the text is valid Python is
 * left to the interpreter. Source: docs.python.org/3.14/whatsnew, 3.12 to 3.14.
 */
import { newerFString } from './newer-f-string.ts';

type Version = '3.12' | '3.13' | '3.14';

export interface ChangedThing {
  /** A noun that completes "the program needs …". */
  readonly what: string;
  /** The version of Python that added it, or removed it if `isGone` is true. */
  readonly version: Version;
  readonly isGone?: true;
}

export interface NewerName {
  readonly name: string;
  /** The version of Python that added it. */
  readonly version: Version;
}

export interface NewerPython {
  /** Syntax that 3.11 rejects before the program runs. */
  readonly syntax: readonly ChangedThing[];
  /** Library names, as `module.name` or `module.Class.name`. In 3.11 they are missing when the program uses them. */
  readonly names: readonly NewerName[];
}

/** Library names that a competition program may use. Names that the library itself needs are omitted. */
const NEWER_NAMES: readonly (readonly [version: Version, names: string])[] = [
  ['3.12', 'itertools.batched math.sumprod random.binomialvariate random.Random.binomialvariate'],
  ['3.12', 'typing.override typing.TypeAliasType types.get_original_bases collections.abc.Buffer'],
  ['3.12', 'fractions.Fraction.is_integer fractions.Fraction.__format__ builtins.int.is_integer'],
  ['3.12', 'csv.QUOTE_STRINGS csv.QUOTE_NOTNULL pathlib.Path.walk pathlib.Path.is_junction'],
  ['3.12', 'posixpath.splitroot posixpath.isjunction asyncio.eager_task_factory'],
  ['3.12', 'asyncio.create_eager_task_factory inspect.markcoroutinefunction inspect.getasyncgenstate'],
  ['3.12', 'inspect.getasyncgenlocals logging.getHandlerByName logging.getHandlerNames'],
  ['3.12', 'logging.Logger.getChildren threading.settrace_all_threads threading.setprofile_all_threads'],
  ['3.13', 'math.fma copy.replace warnings.deprecated re.PatternError typing.TypeIs statistics.kde'],
  ['3.13', 'statistics.kde_random typing.ReadOnly typing.NoDefault typing.get_protocol_members'],
  ['3.13', 'typing.is_protocol builtins.PythonFinalizationError array.array.clear base64.z85encode'],
  ['3.13', 'base64.z85decode os.process_cpu_count glob.translate queue.ShutDown queue.Queue.shutdown'],
  ['3.13', 'asyncio.QueueShutDown asyncio.Queue.shutdown asyncio.EventLoop types.CapsuleType'],
  ['3.13', 'pathlib.Path.from_uri pathlib.PurePath.full_match ipaddress.IPv4Address.ipv6_mapped'],
  ['3.14', 'heapq.heapify_max heapq.heappush_max heapq.heappop_max heapq.heapreplace_max'],
  ['3.14', 'heapq.heappushpop_max functools.Placeholder operator.is_none operator.is_not_none'],
  ['3.14', 'builtins.int.from_number builtins.float.from_number builtins.complex.from_number'],
  ['3.14', 'fractions.Fraction.from_number decimal.Decimal.from_number datetime.date.strptime'],
  ['3.14', 'datetime.time.strptime decimal.IEEEContext decimal.IEEE_CONTEXT_MAX_BITS io.Reader io.Writer'],
  ['3.14', 'builtins.memoryview.count builtins.memoryview.index builtins.bytearray.resize uuid.uuid6'],
  ['3.14', 'uuid.uuid7 uuid.uuid8 uuid.NIL uuid.MAX fnmatch.filterfalse inspect.ispackage'],
  ['3.14', 'pathlib.Path.copy pathlib.Path.copy_into pathlib.Path.move pathlib.Path.move_into'],
  ['3.14', 'unittest.TestCase.assertStartsWith unittest.TestCase.assertNotStartsWith'],
  ['3.14', 'unittest.TestCase.assertEndsWith unittest.TestCase.assertNotEndsWith'],
  ['3.14', 'unittest.TestCase.assertHasAttr unittest.TestCase.assertNotHasAttr'],
  ['3.14', 'unittest.TestCase.assertIsSubclass unittest.TestCase.assertNotIsSubclass'],
];

/** Modules, by the word that every import of them contains. */
const NEWER_MODULES: readonly (readonly [version: Version, names: string])[] = [
  ['3.14', 'annotationlib compression.zstd string.templatelib concurrent.interpreters pathlib.types'],
];

/** Functions and methods, with the arguments that can be passed by name since this version. */
const NEWER_KEYWORDS: readonly (readonly [version: Version, names: string])[] = [
  [
    '3.12',
    'math.nextafter(steps) statistics.correlation(method) shutil.rmtree(onexc) asyncio.run(loop_factory)',
  ],
  ['3.12', 'dataclasses.make_dataclass(module) tempfile.NamedTemporaryFile(delete_on_close)'],
  ['3.12', 'tempfile.TemporaryDirectory.__init__(delete) reprlib.Repr.__init__(indent)'],
  ['3.12', 'reprlib.Repr.__init__(maxlist) reprlib.Repr.__init__(maxstring) reprlib.Repr.__init__(maxlevel)'],
  ['3.12', 'pathlib.PurePath.relative_to(walk_up) pathlib.PurePath.match(case_sensitive)'],
  ['3.12', 'pathlib.Path.exists(follow_symlinks) pathlib.Path.glob(case_sensitive)'],
  ['3.12', 'pathlib.Path.rglob(case_sensitive) typing.TypeVar(infer_variance)'],
  ['3.13', 'builtins.str.replace(count) builtins.exec(globals) builtins.exec(locals) builtins.eval(globals)'],
  ['3.13', 'builtins.eval(locals) pathlib.Path.glob(recurse_symlinks) pathlib.Path.rglob(recurse_symlinks)'],
  ['3.13', 'pathlib.Path.is_file(follow_symlinks) pathlib.Path.is_dir(follow_symlinks)'],
  ['3.13', 'pathlib.Path.read_text(newline) argparse.Action.__init__(deprecated) typing.TypeVar(default)'],
  ['3.13', 'configparser.RawConfigParser.__init__(allow_unnamed_section) marshal.dumps(allow_code)'],
  [
    '3.13',
    'marshal.loads(allow_code) filecmp.dircmp.__init__(shallow) logging.LoggerAdapter.__init__(merge_extra)',
  ],
  ['3.13', 'traceback.format_exception_only(show_group)'],
  ['3.14', 'functools.reduce(initial) builtins.map(strict) dataclasses.field(doc)'],
  ['3.14', 'dataclasses.make_dataclass(decorator) threading.Thread.__init__(context)'],
  ['3.14', 'concurrent.futures.Executor.map(buffersize) argparse.ArgumentParser.__init__(suggest_on_error)'],
  ['3.14', 'argparse.ArgumentParser.__init__(color) inspect.signature(annotation_format)'],
];

const MODULE_NAMES = new Set(NEWER_MODULES.flatMap(([, names]) => names.split(' ')));

/** Whether the name is that of a whole module. */
export function isModule(name: string): boolean {
  return MODULE_NAMES.has(name);
}

/**
 * Owners that a program uses without naming them: those of functions, numbers and strings, and a module that is
 * imported under another name.
 */
const UNNAMED_OWNERS = new Set(['builtins', 'int', 'float', 'complex', 'str', 'posixpath']);

const TYPE_STATEMENT = /(?:^|[;:])[ \t]*type[ \t]+[\p{L}_][\p{L}\p{N}_]*[ \t]*(?:=(?!=)|\[)/mu;
const TYPE_PARAMETERS = /(?:^|[^\p{L}\p{N}_.])(?:def|class)[ \t]+[\p{L}_][\p{L}\p{N}_]*[ \t]*\[/u;

export function newerPython(source: string): NewerPython {
  const { code, syntax } = readStrings(source);
  if (TYPE_STATEMENT.test(code)) syntax.push({ what: 'the type statement', version: '3.12' });
  if (TYPE_PARAMETERS.test(code)) syntax.push({ what: 'type parameters in brackets', version: '3.12' });
  if (hasBareExcept(code)) syntax.push({ what: 'except without parentheses', version: '3.14' });
  const words = new Set(code.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  const allNames = [...NEWER_NAMES, ...NEWER_MODULES, ...NEWER_KEYWORDS].flatMap(([version, list]) =>
    list.split(' ').map((name) => ({ name, version })),
  );
  const names = allNames.filter(({ name }) => isMentioned(name, words));
  return { syntax: syntax.filter((feature, at) => at === syntax.findIndex(sameAs(feature))), names };
}

export function sameAs(one: ChangedThing): (other: ChangedThing) => boolean {
  const text = JSON.stringify(one);
  return (other) => JSON.stringify(other) === text;
}

/**
 * Whether the program contains the last part of the name, and the class or module before it. Some owners need not
 * be named, and for a method like `__init__` the owner is enough.
 */
function isMentioned(name: string, words: ReadonlySet<string>): boolean {
  const [path = '', keyword] = name.split(/[()]/);
  const ownerNames = path.split('.');
  const lastName = ownerNames.pop()!;
  const owner = ownerNames.at(-1);
  if (keyword !== undefined && !words.has(keyword)) return false;
  if (owner === undefined) return words.has(lastName);
  if (lastName.startsWith('__')) return words.has(owner);
  return (
    words.has(lastName) && (UNNAMED_OWNERS.has(owner) || ownerNames.some((ownerName) => words.has(ownerName)))
  );
}

/** Returns the code without comments and with empty strings, and the newer syntax of its strings. */
function readStrings(source: string): { code: string; syntax: ChangedThing[] } {
  const openingPattern = /#.*|(?:(?<![\p{L}\p{N}_])([bfrtu]{1,2}))?("""|'''|"|')/giu;
  const syntax: ChangedThing[] = [];
  let code = '';
  let at = 0;
  for (let match = openingPattern.exec(source); match !== null; match = openingPattern.exec(source)) {
    const [text, prefix = '', quote] = match;
    code += source.slice(at, match.index);
    at = match.index + text.length;
    if (quote !== undefined) {
      const lowerPrefix = prefix.toLowerCase();
      const end = endOfString(source, at, quote);
      if (lowerPrefix.includes('t')) syntax.push({ what: 't-strings', version: '3.14' });
      if (lowerPrefix.includes('f')) {
        const feature =
          end === null ? 'lines' : newerFString(source.slice(at, end), lowerPrefix.includes('r'));
        if (feature !== null) syntax.push({ what: `an f-string with ${feature} in it`, version: '3.12' });
      }
      // After newer syntax or an unclosed string, the rest cannot be read reliably.
      if (end === null || syntax.length > 0) return { code, syntax };
      code += '""';
      at = end + quote.length;
    }
    openingPattern.lastIndex = at;
  }
  return { code: (code + source.slice(at)).replaceAll(/\\\r?\n/g, ' '), syntax };
}

/** Returns the index of the closing quote; null if the line or the text ends first. */
function endOfString(source: string, from: number, quote: string): number | null {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at += source.startsWith('\r\n', at + 1) ? 2 : 1;
    else if (source.startsWith(quote, at)) return at;
    else if (quote.length === 1 && (source[at] === '\n' || source[at] === '\r')) return null;
  }
  return null;
}

/** Whether the code has an `except A, B:`. Text in brackets is ignored. */
function hasBareExcept(code: string): boolean {
  let at = 0;
  for (const { index } of code.matchAll(/(?<![\p{L}\p{N}_.])except(?![\p{L}\p{N}_])/gu)) {
    // This text has already been read. Each part is read once, so that a hostile text takes linear time.
    if (index < at) continue;
    let depth = 0;
    for (at = index; at < code.length; at++) {
      const character = code[at]!;
      if ('([{'.includes(character)) depth += 1;
      else if (')]}'.includes(character)) depth -= 1;
      else if (depth === 0 && (character === ':' || character === '\n')) break;
      else if (depth === 0 && character === ',') return true;
    }
  }
  return false;
}
