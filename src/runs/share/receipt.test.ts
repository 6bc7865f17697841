import { describe, expect, it } from 'vitest';
import { completionOf } from '../../../tests/builders/completion.ts';
import { problemOf } from '../../../tests/builders/problem.ts';
import { reportOf } from '../../../tests/builders/report.ts';
import { runVerdictOf } from '../../../tests/builders/run.ts';
import { canonicalJson, sha256 } from '../../base/sha256.ts';
import type { Submission } from '../../domain/submission.ts';
import { checkReceipt, compareVerdict, makeReceipt, receiptVerdict } from './receipt.ts';
import { readReceipt, type Receipt } from './receipt-shape.ts';

const PROBLEM = problemOf({ id: 'sum', prompt: 'Add.', date: '2024-05-31' });
const ANSWER: Submission = {
  kind: 'completion',
  completion: { ...completionOf('```python\nprint(1)\n```'), reasoning: 'think \ud83d' },
};
const JUDGED = receiptVerdict(
  reportOf(['accepted', 'wrong-answer'], { profile: 'standard', timeFactor: 1.25 }),
);
const FACTS = {
  set: 'own',
  problem: PROBLEM,
  submission: ANSWER,
  judged: JUDGED,
  engine: 'Allpass 0.1.0, Pyodide 314.0.7',
  made: '2026-12-01T00:00:00.000Z',
};

/** Returns the receipt as another browser reads it. */
function throughJson(receipt: unknown): Receipt {
  const readResult = readReceipt(JSON.stringify(receipt), 'r.json');
  if (!readResult.ok) throw new Error(readResult.fault);
  return readResult.receipt;
}

type Path = readonly (string | number)[];

function* leaves(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) yield path;
  else if (Array.isArray(value))
    for (const [at, member] of value.entries()) yield* leaves(member, [...path, at]);
  else for (const [key, member] of Object.entries(value)) yield* leaves(member, [...path, key]);
}

function changedAt(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) {
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'boolean') return !value;
    if (value === null) return 'x';
    return /^[0-9a-f]{64}$/.test(value as string)
      ? (value as string).replace(/./, (first) => (first === '0' ? '1' : '0'))
      : `${value as string}x`;
  }
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = changedAt(copy[key], rest);
  return copy;
}

async function resealed({ seal: _, ...open }: Receipt): Promise<Receipt> {
  return { ...open, seal: await sha256(canonicalJson(open)) };
}

describe('a verdict receipt', () => {
  it('holds what is needed to judge again, and is as it was made', async () => {
    const receipt = throughJson(await makeReceipt(FACTS));
    const checkResult = await checkReceipt(receipt);
    expect(checkResult.differences).toEqual([]);
    expect(checkResult.problem).toEqual(PROBLEM);
    expect(checkResult.submission).toEqual(ANSWER);
    expect(receipt.judged).toEqual(JUDGED);
    expect((await checkReceipt(receipt, { problem: PROBLEM, answer: ANSWER })).differences).toEqual([]);
    expect(await makeReceipt(FACTS)).toEqual(receipt);
  });

  it('states that the sample was asked again, under its seal', async () => {
    const redraw = { oldLimit: 64, oldTokens: 64, limit: 256 };
    const receipt = throughJson(await makeReceipt({ ...FACTS, redrawn: redraw }));
    expect(receipt.redrawn).toEqual(redraw);
    expect((await checkReceipt(receipt)).differences).toEqual([]);
    const { redrawn: _, ...silent } = receipt;
    expect((await checkReceipt(silent)).differences).toMatchObject([{ part: 'receipt' }]);
  });

  it('leaves out what no receipt has, of a problem as it is stored and a verdict as a run keeps it', async () => {
    const storedProblem = { ...PROBLEM, row: '{"meta":{}}' };
    const { profile, tests, ...rest } = JUDGED;
    const row = runVerdictOf('wrong-answer', rest);
    const judged = { ...row, profile, tests };
    const receipt = await makeReceipt({ ...FACTS, problem: storedProblem, judged });
    expect(throughJson(receipt)).toEqual(receipt);
    expect((await checkReceipt(throughJson(receipt), { problem: storedProblem })).differences).toEqual([]);
    expect(receipt).toEqual(await makeReceipt(FACTS));
  });

  it('knows the same problem and answer by what counts alone', async () => {
    const receipt = await makeReceipt(FACTS);
    const problem = { ...PROBLEM, title: 'Other', tags: ['x'], license: 'MIT' };
    const answer: Submission = {
      kind: 'completion',
      completion: { ...ANSWER.completion, usage: { promptTokens: 1, completionTokens: 2 } },
    };
    expect((await checkReceipt(receipt, { problem, answer })).differences).toEqual([]);
  });

  it('shows every field that was changed', async () => {
    const receipt = await makeReceipt(FACTS);
    const paths = [...leaves(receipt)];
    expect(paths.length).toBeGreaterThan(40);
    for (const path of paths) {
      const readResult = readReceipt(JSON.stringify(changedAt(receipt, path)), 'r.json');
      // Either reading refuses the changed receipt, or the check reports a difference.
      if (readResult.ok)
        expect((await checkReceipt(readResult.receipt)).differences, path.join('.')).not.toEqual([]);
    }
  });

  it('names the part that differs, even where the seal was made anew', async () => {
    const receipt = await makeReceipt(FACTS);
    const partsOf = async (change: unknown): Promise<string[]> =>
      (await checkReceipt(await resealed(change as Receipt))).differences.map(({ part }) => part);
    expect(await partsOf(changedAt(receipt, ['problem', 'whole', 'prompt']))).toEqual(['problem']);
    expect(await partsOf(changedAt(receipt, ['problem', 'whole', 'timeLimitSeconds']))).toEqual(['problem']);
    expect(await partsOf(changedAt(receipt, ['problem', 'whole', 'tests', 1, 'output']))).toEqual(['tests']);
    expect(await partsOf(changedAt(receipt, ['answer', 'submission', 'text']))).toEqual(['answer']);
    expect(await partsOf(changedAt(receipt, ['answer', 'submission', 'reasoning']))).toEqual(['answer']);
    expect(await partsOf(changedAt(receipt, ['problem', 'testsSha256']))).toEqual(['tests']);
  });

  it('tells another problem, other tests and another answer from its own', async () => {
    const receipt = await makeReceipt(FACTS);
    const tests = PROBLEM.tests
      .toReversed()
      .map(({ input, output }, at) => ({ input: `${input}${at}`, output }));
    const supplied = {
      problem: { ...PROBLEM, preamble: 'import os', tests },
      answer: { kind: 'program', code: 'print(1)' } as const,
    };
    const { differences, problem, submission } = await checkReceipt(receipt, supplied);
    expect(differences.map(({ part }) => part)).toEqual(['problem', 'tests', 'answer']);
    expect([problem, submission]).toEqual([supplied.problem, supplied.answer]);
  });

  it('leaves a large problem out, and says where to get it', async () => {
    const tests = [{ input: 'x'.repeat(4_000_001), output: '' }];
    const largeProblem = { ...PROBLEM, tests };
    const receipt = throughJson(await makeReceipt({ ...FACTS, problem: largeProblem }));
    expect(receipt.problem.whole).toBeNull();
    const { differences, problem } = await checkReceipt(receipt);
    expect(problem).toBeNull();
    expect(differences.map(({ fault }) => fault)).toEqual([
      'The problem sum is not in the receipt: import the set own, and check again.',
    ]);
    expect((await checkReceipt(receipt, { problem: largeProblem })).differences).toEqual([]);
    expect((await makeReceipt(FACTS, false)).problem.whole).toBeNull();
  });

  it('is compared with a second verdict, but for times and tests that need not run', async () => {
    const receipt = await makeReceipt({ ...FACTS, judged: { ...JUDGED, flags: ['undisturbed'] } });
    const again = (verdicts: Parameters<typeof reportOf>[0], change = {}) =>
      compareVerdict(receipt, receiptVerdict(reportOf(verdicts, change)));
    expect(again(['accepted', 'wrong-answer'], { timeFactor: 3 })).toEqual([]);
    expect(again(['not-run', 'wrong-answer'])).toEqual([]);
    expect(
      again(['accepted', 'accepted']).map(({ field, then, now, test }) => [field, then, now, test]),
    ).toEqual([
      ['verdict', 'wrong-answer', 'accepted', null],
      ['reward', '0', '1', null],
      ['test', 'wrong-answer', 'accepted', 1],
    ]);
    const lateDifferences = again(['accepted', 'time-limit-exceeded'], { flags: ['browser-limit'] });
    expect(lateDifferences.map(({ field, isTiming }) => [field, isTiming])).toEqual([
      ['verdict', true],
      ['test', true],
      ['flags', true],
    ]);
    expect(again(['accepted', 'wrong-answer'], { profile: 'rllm', testsTotal: 9 })).toMatchObject([
      { field: 'profile', now: 'rllm', isTiming: false },
      { field: 'tests', then: '2', now: '9', isTiming: false },
    ]);
  });

  it('of something else is refused in one sentence', () => {
    const messageOf = (text: string): string => {
      const readResult = readReceipt(text, 'x.json');
      return readResult.ok ? '' : readResult.fault;
    };
    expect(messageOf('{')).toBe('x.json: it is not JSON; a verdict receipt is one JSON object.');
    expect(messageOf('[]')).toContain('no "format"');
    expect(messageOf('{"format":"allpass-receipt"}')).toContain('its version is');
    expect(messageOf('{"format":"allpass-receipt","version":1}')).toContain('does not fit at');
  });
});
