/** Stored records are plain data: they survive a clone into a database, and a JSON file. The compiler checks this. */
import { expect, expectTypeOf, test } from 'vitest';
import { completionOf } from '../../tests/builders/completion.ts';
import { problemOf } from '../../tests/builders/problem.ts';
import { reportOf } from '../../tests/builders/report.ts';
import { type Answer, RECORDED_KINDS, type RecordedAnswer, type UnfinishedAnswer } from './answer.ts';
import type { ComparedAnswer, Comparison, StoredStrength } from './stored-work.ts';
import { DEEPCODER_SAMPLING } from './completion.ts';
import type { Judgement } from './judgement.ts';
import type {
  ModelLoad,
  CpuSettings,
  EndpointSettings,
  GpuSettings,
  SamplingSettings,
  UnfinishedDownload,
} from './settings.ts';
import type { ProblemSet, Problem } from './problem.ts';
import type { OwnPrompt } from './prompt.ts';
import type { Sample } from './submission.ts';

/** `T` with everything that is not plain data replaced by `never`: dates, maps, bytes, functions, bigints. */
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends bigint | symbol | ((...given: never[]) => unknown) | Date | ArrayBufferLike | ArrayBufferView
    ? never
    : T extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | Promise<unknown>
      ? never
      : { [Key in keyof T]: Plain<T[Key]> };

test('every record is plain data, all the way down', () => {
  expectTypeOf<Answer>().toExtend<Plain<Answer>>();
  expectTypeOf<Comparison>().toExtend<Plain<Comparison>>();
  expectTypeOf<Judgement>().toExtend<Plain<Judgement>>();
  expectTypeOf<Problem>().toExtend<Plain<Problem>>();
  expectTypeOf<ProblemSet>().toExtend<Plain<ProblemSet>>();
  expectTypeOf<OwnPrompt>().toExtend<Plain<OwnPrompt>>();
  expectTypeOf<RecordedAnswer>().toExtend<Plain<RecordedAnswer>>();
  expectTypeOf<StoredStrength>().toExtend<Plain<StoredStrength>>();
  expectTypeOf<Sample>().toExtend<Plain<Sample>>();
  expectTypeOf<ModelLoad>().toExtend<Plain<ModelLoad>>();
  expectTypeOf<UnfinishedAnswer>().toExtend<Plain<UnfinishedAnswer>>();
  expectTypeOf<UnfinishedDownload>().toExtend<Plain<UnfinishedDownload>>();
  expectTypeOf<EndpointSettings>().toExtend<Plain<EndpointSettings>>();
  expectTypeOf<SamplingSettings>().toExtend<Plain<SamplingSettings>>();
  expectTypeOf<GpuSettings>().toExtend<Plain<GpuSettings>>();
  expectTypeOf<CpuSettings>().toExtend<Plain<CpuSettings>>();
  // The type rejects records that are not plain data.
  expectTypeOf<{ when: Date }>().not.toExtend<Plain<{ when: Date }>>();
  expectTypeOf<{ in: { ask: () => void } }>().not.toExtend<Plain<{ in: { ask: () => void } }>>();
  expectTypeOf<readonly Map<string, string>[]>().not.toExtend<Plain<readonly Map<string, string>[]>>();
});

const ANSWER: Answer = {
  label: 'tiny',
  completion: completionOf('```python\nprint(1)\n```', { reasoning: 'why' }),
  ended: true,
  failure: { message: 'gone', remedy: 'Ask again.' },
  speed: { tokens: 3, estimated: true, firstTokenMs: null, tokensPerSecond: 2.5 },
  asked: {
    at: '2026-11-21T00:00:00.000Z',
    prompt: { name: 'deepcoder', label: 'DeepCoder' },
    messages: [{ role: 'user', content: problemOf().prompt }],
    sampling: DEEPCODER_SAMPLING,
    refused: ['seed'],
    modelId: 'tiny@host',
    model: null,
    fingerprint: null,
    contextTokens: 8192,
  },
  window: { promptTokens: 5, generatedTokens: 3, contextTokens: null },
  sureness: { tokens: 3, meanLogprob: -0.1 },
};

test('the largest record of all comes back as it was, from a database and from a file', () => {
  const compared: ComparedAnswer = {
    answer: ANSWER,
    report: {
      report: reportOf(['accepted', 'wrong-answer']),
      kind: 'completion',
      scope: 'all',
      milliseconds: 7,
    },
    when: 0,
  };
  const comparison: Comparison = {
    columns: 'endpoint:tiny*recorded:right',
    entries: { 'endpoint:tiny': compared, 'recorded:right**2': { ...compared, report: null } },
  };
  expect(structuredClone(comparison)).toEqual(comparison);
  expect(JSON.parse(JSON.stringify(comparison))).toEqual(comparison);
});

test('kinds of recorded answers are words for addresses, each once', () => {
  expect(new Set(RECORDED_KINDS).size).toBe(RECORDED_KINDS.length);
  for (const kind of RECORDED_KINDS) {
    expect(kind).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(encodeURIComponent(kind)).toBe(kind);
  }
});
