/** Starting Python: the first visit, later visits, a snapshot that does not fit, two pages at once. */
import { engineKey } from 'virtual:allpass-engine';
import { expect, test, vi } from 'vitest';
import type { SandboxRunner, SandboxStatus } from '../../src/judge/hosts/sandbox-runner.ts';
import { scriptOf } from '../../src/judge/runner.ts';
import { makeSandbox, noCache } from './sandbox.ts';

const prints = (runner: SandboxRunner, text: string): Promise<void> =>
  runs(runner, `print(${JSON.stringify(text)})`, text);

async function runs(runner: SandboxRunner, source: string, text: string): Promise<void> {
  const session = await runner.open(
    scriptOf(source),
    { timeSeconds: 20, memoryMb: 256, outputBytes: 1 << 20 },
    { signal: new AbortController().signal, urgent: true, alone: false },
  );
  const outcomes: unknown[] = [];
  const end = await session.run([''], 0, (_, outcome) => outcomes.push(outcome));
  session.close();
  const exited = { type: 'exited', stdout: `${text}\n` };
  expect({ loaded: session.loaded, end, outcomes }).toMatchObject({ outcomes: [exited] });
}

let made: Promise<ArrayBuffer> | null = null;

/** What a first visit keeps. */
function soundSnapshot(): Promise<ArrayBuffer> {
  return (made ??= (async () => {
    let saved: { key: string; bytes: ArrayBuffer } | null = null;
    const first = makeSandbox({
      snapshots: {
        ...noCache,
        save: (key, bytes) => {
          saved = { key, bytes: bytes.slice(0) };
          return Promise.resolve();
        },
      },
    });
    await prints(first, 'first visit');
    await vi.waitUntil(() => saved !== null, { timeout: 60_000 });
    first.dispose();
    expect(saved).toMatchObject({ key: engineKey });
    return saved!.bytes;
  })());
}

test('the first visit makes a snapshot, the next starts from it', async () => {
  const bytes = (await soundSnapshot()).slice(0);
  const again: string[] = [];
  const second = makeSandbox({
    snapshots: {
      load: () => Promise.resolve(bytes),
      save: (key) => {
        again.push(key);
        return Promise.resolve();
      },
    },
  });
  await prints(second, 'second visit');
  second.dispose();
  expect(again).toEqual([]);
});

test.for([
  ['garbage', (_: ArrayBuffer) => new Uint8Array(9_000_000).fill(7).buffer],
  ['cut short', (bytes: ArrayBuffer) => bytes.slice(0, bytes.byteLength / 2)],
  ['empty', (_: ArrayBuffer) => new ArrayBuffer(0)],
  [
    'of another build',
    (bytes: ArrayBuffer) => {
      // In Pyodide's head, behind our own words: the first of its build's digest.
      const other = bytes.slice(0);
      const [, , , , runs] = new Uint32Array(other, 0, 5);
      new Uint8Array(other)[20 + runs! * 8 + 16]! ^= 1;
      return other;
    },
  ],
] as const)('a snapshot that is %s costs time, nothing else', async ([, spoil]) => {
  const sound = (await soundSnapshot()).slice(0);
  const runner = makeSandbox({
    snapshots: { ...noCache, load: () => Promise.resolve(spoil(sound)) },
  });
  await prints(runner, 'from scratch');
  runner.dispose();
});

test('a snapshot store that fails costs time, nothing else', async () => {
  const refuse = () => Promise.reject(new Error('no storage here'));
  const runner = makeSandbox({
    snapshots: { load: refuse, save: refuse },
  });
  await prints(runner, 'no storage');
  runner.dispose();
});

test('a snapshot is read from where it lies', async () => {
  const again: string[] = [];
  const runner = makeSandbox({
    snapshots: {
      load: async () => new Blob([await soundSnapshot()]),
      save: (key) => Promise.resolve(void again.push(key)),
    },
  });
  await prints(runner, 'from a blob');
  runner.dispose();
  expect(again).toEqual([]);
});

test('a library module that nothing has imported yet is there in a start from a snapshot', async () => {
  const runner = makeSandbox({ snapshots: { ...noCache, load: soundSnapshot } });
  await runs(
    runner,
    'import sys\nassert "wave" not in sys.modules\nimport wave\nprint(wave.__name__)',
    'wave',
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
  expect(factors[0]).toBe(3);
  await vi.waitUntil(() => saved.length > 0, { timeout: 60_000 });
  expect(saved[0]).toBeGreaterThan(0);
  runner.dispose();
});

test('two sandboxes start side by side, two workers each', async () => {
  const make = () => makeSandbox({ workers: 2, snapshots: noCache });
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
  const session = await runner.open(
    scriptOf(''),
    { timeSeconds: 1, memoryMb: 256, outputBytes: 1 },
    { signal: new AbortController().signal, urgent: true, alone: false },
  );
  expect(session.loaded).toMatchObject({ type: 'lost' });
  expect(statuses.at(-1)).toMatchObject({ type: 'failed' });
});
