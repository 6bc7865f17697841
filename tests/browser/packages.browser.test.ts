/** Programs that import packages: brought by the page, checked, loaded before any submission runs. */
import { strToU8, zipSync } from 'fflate';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { ByteCache } from '../../src/sandbox/hosts/inflated-files.ts';
import { PackageSource } from '../../src/sandbox/hosts/package-source.ts';
import { Judge } from '../../src/judge/judge.ts';
import type { PackageLock } from '../../src/judge/packages/package-index.ts';
import { options } from '../builders/echoing.ts';
import { problemOf } from '../builders/problem.ts';
import { makeSandbox } from './sandbox.ts';

const FOLDER = 'https://packages.invalid/';

/** Two wheels of our own: `scales` needs `weights`. */
const FILES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'weights-1.0-py3-none-any.whl': wheel('weights', 'loads = []\ndef heavy(n):\n    return n * 1000\n'),
  'scales-1.0-py3-none-any.whl': wheel(
    'scales',
    'from weights import heavy\ncalls = 0\ndef balance(n):\n    global calls\n    calls += 1\n    return heavy(n) + calls\n',
  ),
  'broken-1.0-py3-none-any.whl': wheel('broken', 'raise RuntimeError("made to fail")\n'),
};

function wheel(name: string, source: string): Uint8Array<ArrayBuffer> {
  const info = `${name}-1.0.dist-info`;
  return zipSync({
    [`${name}/__init__.py`]: strToU8(source),
    [`${info}/METADATA`]: strToU8(`Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`),
    [`${info}/WHEEL`]: strToU8('Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    [`${info}/RECORD`]: strToU8(''),
  }) as Uint8Array<ArrayBuffer>;
}

async function lock(): Promise<PackageLock> {
  const entries = Object.entries(FILES).map(async ([file_name, bytes]) => {
    const name = file_name.split('-')[0]!;
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const sha256 = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const depends = name === 'scales' ? ['weights'] : [];
    return { name, version: '1.0', file_name, sha256, depends, imports: [name] };
  });
  const rest = { install_dir: 'site', package_type: 'package' };
  return Object.fromEntries((await Promise.all(entries)).map((entry) => [entry.name, { ...entry, ...rest }]));
}

const served = vi.fn((_name: string) => undefined);
let online = true;
let tampered = false;
const realFetch = globalThis.fetch;
vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
  const address = input instanceof Request ? input.url : String(input);
  if (!address.startsWith(FOLDER)) return realFetch(input, init);
  if (!online) return Promise.reject(new TypeError('no network'));
  const name = address.slice(FOLDER.length);
  served(name);
  const bytes = FILES[name]!.slice();
  if (tampered) bytes[bytes.length - 1]! ^= 1;
  return Promise.resolve(new Response(bytes));
});
afterAll(() => vi.unstubAllGlobals());

const kept = new Map<string, ArrayBuffer>();
const cache: ByteCache = {
  load: (key) => Promise.resolve(kept.get(key) ?? null),
  save: (key, bytes) => Promise.resolve(void kept.set(key, bytes)),
};

const problem = problemOf({
  tests: [1, 2, 3].map((n) => ({ input: `${n}\n`, output: `${n}001\n` })),
  timeLimitSeconds: 10,
  memoryLimitMb: 512,
});

const USES_SCALES = 'from scales import balance\nprint(balance(int(input())))';
const PLAIN = 'n = int(input())\nprint(f"{n}001")';

function judgeWith(byteCache: ByteCache) {
  const runner = makeSandbox({
    packages: new PackageSource({ lock, folders: [FOLDER], wheelFolder: 'a folder' }, byteCache),
  });
  onTestFinished(() => runner.dispose());
  const judge = new Judge(runner);
  return { judge: (code: string) => judge.judge(problem, { kind: 'program', code }, options()) };
}

test('a package and what it depends on are loaded, every test starts from their fresh state', async () => {
  const sandbox = judgeWith(cache);
  expect(await sandbox.judge(USES_SCALES)).toMatchObject({ verdict: 'accepted', reward: 1, testsPassed: 3 });
  expect(served.mock.calls.flat().sort()).toEqual([
    'scales-1.0-py3-none-any.whl',
    'weights-1.0-py3-none-any.whl',
  ]);
  // A second program finds the worker kept for such code; nothing the first did is left.
  expect(await sandbox.judge(`${USES_SCALES}\nimport scales\nscales.calls = 9`)).toMatchObject({ reward: 1 });
  expect(await sandbox.judge(USES_SCALES)).toMatchObject({ reward: 1 });
  expect(served).toHaveBeenCalledTimes(2);
});

test('programs without packages do not see them', async () => {
  const sandbox = judgeWith(cache);
  expect(await sandbox.judge(USES_SCALES)).toMatchObject({ reward: 1 });
  const looks = `import sys\nassert not any("scales" in name for name in sys.modules)\n${PLAIN}`;
  expect(await sandbox.judge(looks)).toMatchObject({ reward: 1 });
  expect(await sandbox.judge(`__import__("scales")\n${PLAIN}`)).toMatchObject({
    reward: 0,
    error: "ModuleNotFoundError: No module named 'scales'",
  });
});

test('what was fetched once is there without a network', async () => {
  online = false;
  const sandbox = judgeWith(cache);
  expect(await sandbox.judge(USES_SCALES)).toMatchObject({ reward: 1 });
});

test('what is not on the device is a judge error that says what to do, and no zero', async () => {
  online = false;
  const sandbox = judgeWith({ load: () => Promise.resolve(null), save: () => Promise.resolve() });
  const report = await sandbox.judge(USES_SCALES);
  expect(report).toMatchObject({ verdict: 'judge-error', reward: null });
  expect(report.error).toContain('needs scales: weights, a part of it, is not on this device');
  // A program that can do without the package does not wait.
  const careful = `try:\n    import scales\nexcept ImportError:\n    pass\n${PLAIN}`;
  expect(await sandbox.judge(careful)).toMatchObject({ reward: 1 });
});

test('a file with another hash than the lock file states is not used', async () => {
  [online, tampered] = [true, true];
  const sandbox = judgeWith({ load: () => Promise.resolve(null), save: () => Promise.resolve() });
  expect(await sandbox.judge(USES_SCALES)).toMatchObject({ verdict: 'judge-error', reward: null });
  tampered = false;
});

test('a package that does not load is a judge error, and the sandbox goes on', async () => {
  const sandbox = judgeWith(cache);
  const report = await sandbox.judge(`import broken\n${PLAIN}`);
  expect(report).toMatchObject({ verdict: 'judge-error', reward: null });
  expect(report.error).toContain('broken could not be loaded');
  expect(await sandbox.judge(PLAIN)).toMatchObject({ reward: 1 });
});
