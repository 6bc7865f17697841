/** Starting Python: the first visit, later visits, a snapshot that does not fit, two pages at once. */
import { expect, test } from 'vitest';
import { eventually } from '../builders/eventually.ts';
import { inflate } from '../../src/sandbox/frame/gzip.ts';
import type { EngineFileName, InflatedFiles } from '../../src/sandbox/hosts/inflated-files.ts';
import type { SandboxRunner, SandboxStatus } from '../../src/sandbox/hosts/sandbox-runner.ts';
import { limitsOf, outcomesIn, turn } from '../builders/sessions.ts';
import { scriptOf, type Session } from '../../src/judge/runner.ts';
import world from './programs/world.py?raw';
import { engineLocation, makeSandbox } from './sandbox.ts';

const prints = (runner: SandboxRunner, text: string): Promise<void> =>
  runs(runner, `print(${JSON.stringify(text)})`, text);

const opened = (runner: SandboxRunner, source: string): Promise<Session> =>
  runner.open(scriptOf(source), limitsOf(20), turn());

async function runs(runner: SandboxRunner, source: string, text: string): Promise<void> {
  const session = await opened(runner, source);
  const outcomes = await outcomesIn(session, ['']);
  const exited = { type: 'exited', stdout: `${text}\n` };
  expect({ loaded: session.loaded, outcomes }).toMatchObject({ outcomes: [exited] });
}

/** Files as an earlier visit has kept them: this one alone, or all by their bytes. */
function keeping(kept: Partial<Record<EngineFileName, BlobPart>>): InflatedFiles {
  return {
    load: (name) => Promise.resolve(kept[name] === undefined ? null : new Blob([kept[name]])),
    keep: () => Promise.resolve(),
    forget: () => Promise.resolve(),
  };
}

async function builtSnapshot(): Promise<ArrayBuffer> {
  const response = await fetch(`${engineLocation.base}snapshot.gz.bin`);
  return inflate(await response.arrayBuffer());
}

/** Everything a program can see, line by line. */
async function worldSeen(kept: Partial<Record<EngineFileName, BlobPart>>): Promise<readonly string[]> {
  const runner = makeSandbox({ inflatedFiles: keeping(kept) });
  const [outcome] = await outcomesIn(await opened(runner, `${world}\nprint(world())`), ['']);
  runner.dispose();
  return outcome?.type === 'exited' ? (outcome.stdout ?? '').split('\n') : [];
}

test('a first visit begins with the memory that the build has made, and it shows a program what one that is made here does', async () => {
  const [built, here] = [await worldSeen({}), await worldSeen({ snapshot: '' })];
  expect(built.length).toBeGreaterThan(500);
  const placeless = (line: string | undefined) => line?.replaceAll(/0x[0-9a-f]+|@\d+/g, 'somewhere');
  const changed = built.filter((line, index) => placeless(line) !== placeless(here[index]));
  // Each is seeded for itself; and starting Python may leave a few names interned.
  const names = changed.map((line) => line.split(' ')[0]);
  expect(names.filter((name) => name !== 'allocated')).toEqual(['random']);
});

test.for([
  ['garbage', (_: ArrayBuffer) => new Uint8Array(9_000_000).fill(7).buffer],
  ['cut short', (bytes: ArrayBuffer) => bytes.slice(0, bytes.byteLength / 2)],
  ['empty', (_: ArrayBuffer) => new ArrayBuffer(0)],
  [
    'of another table of functions',
    (bytes: ArrayBuffer) => {
      new Uint32Array(bytes, 0, 5)[4]! += 1;
      return bytes;
    },
  ],
  [
    'of another build',
    (bytes: ArrayBuffer) => {
      // In Pyodide's head, behind our own words: the first of its build's digest.
      const [, , , , , runs] = new Uint32Array(bytes, 0, 6);
      new Uint8Array(bytes)[24 + runs! * 8 + 16]! ^= 1;
      return bytes;
    },
  ],
] as const)('a snapshot that is %s costs time, nothing else', async ([, spoil]) => {
  const runner = makeSandbox({ inflatedFiles: keeping({ snapshot: spoil(await builtSnapshot()) }) });
  await prints(runner, 'from scratch');
  runner.dispose();
});

test('files are read from where an earlier visit has put them', async () => {
  const asked: string[] = [];
  const runner = makeSandbox({
    inflatedFiles: {
      ...keeping({ snapshot: await builtSnapshot() }),
      keep: async (names) => void asked.push(...names),
    },
  });
  await prints(runner, 'from a blob');
  await eventually(() => expect(asked).not.toEqual([]));
  runner.dispose();
  expect(new Set(asked)).toEqual(new Set(['python-worker', 'pyodide.wasm', 'stdlib.zip']));
});

test('a store of files that fails costs time, nothing else', async () => {
  const refuse = () => Promise.reject(new Error('no storage here'));
  const runner = makeSandbox({ inflatedFiles: { load: refuse, keep: refuse, forget: refuse } });
  await prints(runner, 'no storage');
  runner.dispose();
});

test('the usual modules are imported, and all others are there as bytecode', async () => {
  const runner = makeSandbox();
  await runs(
    runner,
    'import sys\nassert "statistics" in sys.modules and "wave" not in sys.modules\nimport wave\nprint(wave.__file__[-9:])',
    '/wave.pyc',
  );
  runner.dispose();
});

test('functions of the interpreter are found by their names, though a boot links none of them', async () => {
  const runner = makeSandbox();
  await runs(
    runner,
    'import ctypes\nmake = ctypes.pythonapi.PyLong_FromLong\nmake.restype = ctypes.py_object\nprint(make(7))',
    '7',
  );
  runner.dispose();
});

test('the first program of a later visit runs by the measure that an earlier one has left', async () => {
  const factors: number[] = [];
  const saved: number[] = [];
  const runner = makeSandbox({
    // Twice what the reference machine needs.
    speed: { load: () => 16, save: (milliseconds) => saved.push(milliseconds) },
    onStatus: (status) => status.type === 'ready' && factors.push(status.timeFactor),
  });
  await prints(runner, 'not timed yet');
  expect(factors[0]).toBe(3.2);
  await eventually(() => expect(saved).not.toEqual([]));
  expect(saved[0]).toBeGreaterThan(0);
  runner.dispose();
});

test('two sandboxes start side by side, two workers each', async () => {
  const make = () => makeSandbox({ workers: 2 });
  const [one, other] = [make(), make()];
  await Promise.all([prints(one, 'a'), prints(one, 'b'), prints(other, 'c'), prints(other, 'd')]);
  one.dispose();
  other.dispose();
});

test('a missing file is said, and the program is lost to the judge, not wrong', async () => {
  const statuses: SandboxStatus[] = [];
  const runner = makeSandbox({
    location: { base: new URL('/nowhere/', location.origin).href, key: 'none' },
    onStatus: (status) => statuses.push(status),
  });
  const session = await runner.open(scriptOf(''), { timeSeconds: 1, memoryMb: 256, outputBytes: 1 }, turn());
  expect(session.loaded).toMatchObject({ type: 'lost' });
  expect(statuses.at(-1)).toMatchObject({ type: 'failed' });
});
