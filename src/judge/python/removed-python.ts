/**
 * Features that Python 3.11 has and the judge's Python lacks: removed modules and names, and changed behavior. A
 * program that fails because of one would run in the graders' Python, so this is the judge's failure, not the
 * model's. A program could raise the exception on purpose, so the source must also mention the feature. Source:
 * docs.python.org/3.14/whatsnew, 3.12 to 3.14.
 */
import type { ProgramError } from '../../domain/verdict.ts';
import type { ChangedThing } from './newer-python.ts';
import { importedModules } from '../packages/imported-modules.ts';

export interface RemovedFeature {
  readonly what: string;
  /** The version of Python that removed it; null if only the browser lacks it. */
  readonly version: ChangedThing['version'] | null;
}

const REMOVED_MODULES: readonly (readonly [version: RemovedFeature['version'], names: string])[] = [
  ['3.12', 'asynchat asyncore distutils imp smtpd'],
  [
    '3.13',
    'aifc audioop cgi cgitb chunk crypt imghdr lib2to3 mailcap nis nntplib ossaudiodev pipes sndhdr spwd',
  ],
  ['3.13', 'sunau telnetlib uu xdrlib'],
  [null, 'curses dbm ensurepip grp idlelib pwd pydoc_data readline syslog tkinter turtle turtledemo venv'],
];

const REMOVED_NAMES: readonly (readonly [version: ChangedThing['version'], module: string, names: string])[] =
  [
    ['3.12', 'configparser', 'SafeConfigParser LegacyInterpolation'],
    ['3.12', 'importlib', 'find_loader'],
    ['3.12', 'importlib.util', 'module_for_loader set_loader set_package'],
    ['3.12', 'locale', 'format'],
    ['3.12', 'pkgutil', 'ImpImporter ImpLoader'],
    ['3.13', 'locale', 'resetlocale'],
    ['3.13', 're', 'template TEMPLATE T'],
    ['3.13', 'unittest', 'findTestCases getTestCaseNames makeSuite'],
    ['3.14', 'asyncio', 'AbstractChildWatcher FastChildWatcher MultiLoopChildWatcher PidfdChildWatcher'],
    ['3.14', 'asyncio', 'SafeChildWatcher ThreadedChildWatcher get_child_watcher set_child_watcher'],
    ['3.14', 'asyncio', 'AbstractEventLoopPolicy DefaultEventLoopPolicy'],
    ['3.14', 'importlib.abc', 'Finder ResourceReader Traversable TraversableResources'],
    ['3.14', 'pkgutil', 'find_loader get_loader'],
    ['3.14', 'shutil', 'ExecError'],
    ['3.14', 'sqlite3', 'version version_info enable_shared_cache'],
    ['3.14', 'urllib.request', 'URLopener FancyURLopener'],
  ];

/** Removed methods of `unittest.TestCase`. */
const TEST_METHODS =
  'assertAlmostEquals assertDictContainsSubset assertEquals assertNotAlmostEquals assertNotEquals assertNotRegexpMatches ' +
  'assertRaisesRegexp assertRegexpMatches assert_ failIf failIfAlmostEqual failIfEqual failUnless failUnlessAlmostEqual ' +
  'failUnlessEqual failUnlessRaises';

/**
 * @param source the source of the program and of all code that runs with it
 * @returns the feature of 3.11 whose absence raised the exception; null for any other exception
 */
export function removedFor(source: string, { name, message }: ProgramError): RemovedFeature | null {
  if (needsProcesses(source, message)) return { what: 'processes of its own', version: null };
  if (message === SLOW_HASH && source.includes('scrypt'))
    return { what: 'a fast hashlib.scrypt', version: null };
  if (name === 'ModuleNotFoundError') return removedModule(source, message);
  const isMentioned = (word: string) =>
    new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, 'u').test(source);
  const imports = (module: string) => importedModules(source).has(module.split('.')[0]!);
  if (name === 'ImportError' || name === 'AttributeError') {
    return removedName(message, (module, word) => imports(module) && isMentioned(word));
  }
  if (name !== 'TypeError') return null;
  const copiedType = /^cannot pickle '(itertools\.\w+)' object$/.exec(message)?.[1];
  if (copiedType !== undefined && imports('itertools') && /\b(?:copy|deepcopy|pickle)\b/.test(source)) {
    return { what: `copies of ${copiedType}`, version: '3.14' };
  }
  const className = /^int\(\) argument must be .* not '(\w+)'$/.exec(message)?.[1];
  if (
    className !== undefined &&
    isMentioned('__trunc__') &&
    new RegExp(`\\bclass[ \\t]+${className}\\b`).test(source)
  ) {
    return { what: 'int() to ask __trunc__', version: '3.14' };
  }
  return null;
}

/** The message raised by src/sandbox/harness/hashes.py, whose `scrypt` is written in Python. */
const SLOW_HASH = 'scrypt of this size takes minutes in a browser';

/** The messages raised when a program starts processes, from the modules that start them. */
const NO_PROCESSES =
  /^No module named '_(?:multiprocessing|posixshmem|posixsubprocess)'|lacks multiprocessing\.synchronize|does not support processes|Function not implemented$/;

function needsProcesses(source: string, message: string): boolean {
  if (!NO_PROCESSES.test(message)) return false;
  const imports = importedModules(source);
  return (
    ['multiprocessing', 'concurrent', 'subprocess'].some((module) => imports.has(module)) ||
    /\bos\.(?:fork|system|popen)\b/.test(source)
  );
}

function removedModule(source: string, message: string): RemovedFeature | null {
  const moduleName = /^No module named '(typing\.(?:io|re))'/.exec(message)?.[1];
  if (moduleName !== undefined && source.includes(moduleName))
    return { what: `the module ${moduleName}`, version: '3.13' };
  const name = /^No module named '(\w+)/.exec(message)?.[1] ?? '';
  const entry = REMOVED_MODULES.find(([, names]) => names.split(' ').includes(name));
  if (entry === undefined || !importedModules(source).has(name)) return null;
  return { what: `the module ${name}`, version: entry[0] };
}

function removedName(
  message: string,
  isMeant: (module: string, name: string) => boolean,
): RemovedFeature | null {
  const [, accessedModule, accessedName] = /^module '([\w.]+)' has no attribute '(\w+)'/.exec(message) ?? [];
  const [, importedName, importedModule] = /^cannot import name '(\w+)' from '([\w.]+)'/.exec(message) ?? [];
  const module = accessedModule ?? importedModule;
  const name = accessedName ?? importedName;
  if (module !== undefined && name !== undefined) {
    const entry = REMOVED_NAMES.find(
      ([, owner, names]) => owner === module && names.split(' ').includes(name),
    );
    return entry !== undefined && isMeant(module, name)
      ? { what: `${module}.${name}`, version: entry[0] }
      : null;
  }
  const method = /^'\w+' object has no attribute '(\w+)'/.exec(message)?.[1] ?? '';
  if (!TEST_METHODS.split(' ').includes(method) || !isMeant('unittest', method)) return null;
  return { what: `unittest.TestCase.${method}`, version: '3.12' };
}
