import { expect, it } from 'vitest';
import type { Problem } from '../../domain/problem.ts';
import type { PrepareOrder } from '../prepare/prepare-order.ts';
import { importSet } from './file-import.ts';
import { SetPreparer } from './set-preparer.ts';

const row = (id: string, tests: number, otherFields: object = {}) =>
  JSON.stringify({
    id,
    mode: 'stdin',
    prompt: Array.from({ length: 40 }, (_, at) => `${id}${at}`).join(' '),
    meta: { from: `https://${id}.example`, rating: 1.5 },
    tests: Array.from({ length: tests }, (_, at) => ({ input: 'x'.repeat(at), output: String(at) })),
    ...otherFields,
  });

const ORDER: PrepareOrder = {
  sets: ['one', 'two'],
  against: ['three'],
  errata: [{ source: null, name: 'b', flag: 'wrong-tests' }],
  dropsFlagged: true,
  fewestTests: 2,
  dedupes: true,
  leastLikeness: 0.5,
  leastStrength: null,
  strengths: null,
  verified: new Map([
    ['z', true],
    ['a', true],
    ['c', false],
  ]),
  rates: {
    rewards: new Map([
      ['a', [0, 1]],
      ['z', [1, 0]],
    ]),
    filter: '0 < avg < 1',
  },
  testFrom: null,
  trainSize: null,
  testSize: 1,
  seed: 5,
  mostTests: 3,
};

/** Stores sets as the page does, in the order of their ids instead of their order in the file. */
async function stage(files: Readonly<Record<string, readonly string[]>>) {
  const sets = new Map<string, Problem[]>();
  const preparer = new SetPreparer({
    async *readStored(key) {
      yield sets.get(key)!.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    },
    async *readChosen(key, ids) {
      yield ids.flatMap((id) => sets.get(key)!.find((problem) => problem.id === id) ?? []);
    },
  });
  for (const [key, lines] of Object.entries(files)) {
    const problems: Problem[] = [];
    const takePortion = async (portion: readonly Problem[]) =>
      void problems.push(...structuredClone(portion));
    await importSet(
      { kind: 'file', file: new File([lines.join('\n')], `${key}.jsonl`) },
      { take: takePortion, mappings: [], progress: () => undefined },
    );
    sets.set(key, problems);
    await preparer.open({ name: key, key, ids: problems.map(({ id }) => id) }, () => undefined);
  }
  return { preparer, sets };
}

const FILES = {
  one: [row('z', 5), row('b', 5), row('a', 5), row('few', 1), row('t', 5)],
  two: [row('c', 5), row('a', 4), row('d', 5)],
  three: [row('t', 2)],
};

it('chooses, in the order of the files, and says what became of each', async () => {
  const { preparer } = await stage(FILES);
  const { prepared, repeated, missing } = await preparer.count(ORDER);
  expect([repeated, missing]).toEqual([1, 0]);
  expect(Object.fromEntries(prepared.dropped.map(({ id, step }) => [id, step]))).toEqual({
    b: 'flagged',
    few: 'few-tests',
    t: 'in-test-set',
    c: 'unverified',
    d: 'unverified',
  });
  const files = await preparer.write(ORDER, () => undefined);
  const [train, test] = await Promise.all([textOf(files.train), textOf(files.test!)]);
  expect([train, test].map((text) => (JSON.parse(text) as { id: string }).id).toSorted()).toEqual(['a', 'z']);
  expect(JSON.parse(train)).toMatchObject({ meta: { rating: 1.5 }, tests: [{}, {}, { output: '4' }] });
  expect(files.shortened).toBe(2);
  expect(JSON.parse(await textOf(files.report))).toMatchObject({
    train: 1,
    test: 1,
    repeated: 1,
    sets: [
      { set: 'one', problems: 5 },
      { set: 'two', problems: 3 },
    ],
  });
});

it('says so where a set has gone meanwhile', async () => {
  const { preparer, sets } = await stage(FILES);
  sets.set('one', []);
  await expect(preparer.write(ORDER, () => undefined)).rejects.toThrow('was removed or imported anew');
  await expect(preparer.count({ ...ORDER, sets: ['four'] })).rejects.toThrow(RangeError);
});

const textOf = (blob: unknown): Promise<string> => (blob as Blob).text();
