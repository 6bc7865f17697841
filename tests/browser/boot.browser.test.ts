/** Starting Python: the first visit, later visits, a snapshot that does not fit, two pages at once. */
import { engineKey } from 'virtual:allpass-engine';
import { expect, test } from 'vitest';
import type { SnapshotStore } from '../../src/judge/hosts/engine-assets.ts';
import { SandboxRunner, type SandboxStatus } from '../../src/judge/hosts/sandbox-runner.ts';

const location_ = { base: new URL(`/engine/${engineKey}/`, location.origin).href, key: engineKey };
const nothing: SnapshotStore = { load: () => Promise.resolve(null), save: () => Promise.resolve() };

async function prints(runner: SandboxRunner, text: string): Promise<void> {
  const session = await runner.open(
    { source: `print(${JSON.stringify(text)})`, preamble: '', mode: 'stdin', functionName: null },
    { timeSeconds: 20, memoryMb: 256, outputBytes: 1 << 20 },
    { signal: new AbortController().signal, urgent: true, alone: false },
  );
  const outcomes: unknown[] = [];
  await session.run([''], 0, (_, outcome) => outcomes.push(outcome));
  session.close();
  expect(outcomes).toMatchObject([{ type: 'exited', stdout: `${text}\n` }]);
}

test('the first visit makes a snapshot, the next starts from it', async () => {
  let saved: { key: string; bytes: ArrayBuffer } | null = null;
  const first = new SandboxRunner({
    location: location_,
    workers: 1,
    snapshots: {
      ...nothing,
      save: (key, bytes) => {
        saved = { key, bytes: bytes.slice(0) };
        return Promise.resolve();
      },
    },
  });
  await prints(first, 'first visit');
  first.dispose();
  expect(saved).toMatchObject({ key: engineKey });
  const made: string[] = [];
  const second = new SandboxRunner({
    location: location_,
    workers: 1,
    snapshots: {
      load: () => Promise.resolve(saved!.bytes),
      save: (key) => {
        made.push(key);
        return Promise.resolve();
      },
    },
  });
  await prints(second, 'second visit');
  second.dispose();
  expect(made).toEqual([]);
});

test.for([
  ['garbage', () => new Uint8Array(31_457_408).fill(7).buffer],
  ['cut short', () => new ArrayBuffer(1000)],
] as const)('a snapshot that is %s costs time, nothing else', async ([, make]) => {
  const runner = new SandboxRunner({
    location: location_,
    workers: 1,
    snapshots: { ...nothing, load: () => Promise.resolve(make()) },
  });
  await prints(runner, 'from scratch');
  runner.dispose();
});

test('a snapshot store that fails costs time, nothing else', async () => {
  const refuse = () => Promise.reject(new Error('no storage here'));
  const runner = new SandboxRunner({
    location: location_,
    workers: 1,
    snapshots: { load: refuse, save: refuse },
  });
  await prints(runner, 'no storage');
  runner.dispose();
});

test('two sandboxes start side by side, two workers each', async () => {
  const make = () => new SandboxRunner({ location: location_, workers: 2, snapshots: nothing });
  const [one, other] = [make(), make()];
  await Promise.all([prints(one, 'a'), prints(one, 'b'), prints(other, 'c'), prints(other, 'd')]);
  one.dispose();
  other.dispose();
});

test('a missing file is said, and the program is lost to the judge, not wrong', async () => {
  const statuses: SandboxStatus[] = [];
  const runner = new SandboxRunner({
    location: { base: new URL('/nowhere/', location.origin).href, key: 'none' },
    workers: 1,
    snapshots: nothing,
    onStatus: (status) => statuses.push(status),
  });
  const session = await runner.open(
    { source: '', preamble: '', mode: 'stdin', functionName: null },
    { timeSeconds: 1, memoryMb: 256, outputBytes: 1 },
    { signal: new AbortController().signal, urgent: true, alone: false },
  );
  expect(session.loaded).toMatchObject({ type: 'lost' });
  expect(statuses.at(-1)).toMatchObject({ type: 'failed' });
});
