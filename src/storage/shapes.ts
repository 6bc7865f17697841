/** The shapes that records must have before they are shown. Additional fields are allowed and kept. */
import {
  array,
  boolean,
  is,
  literal,
  nullable,
  nullish,
  number,
  object,
  optional,
  picklist,
  record,
  string,
  union,
} from 'valibot';
import { FINISH_REASONS } from '../domain/completion.ts';
import { CHECKS, type TestCheck } from '../domain/strength.ts';
import { SUBMISSION_VERDICTS, TEST_VERDICTS, VERDICT_FLAGS } from '../domain/verdict.ts';
import type { GenericSchema } from 'valibot';
import type { StoredRecords } from './stored-records.ts';

const texts = array(string());
const numbers = record(string(), number());
const problemRef = object({ set: string(), id: string() });
const message = object({ role: picklist(['system', 'user', 'assistant']), content: string() });

const sampling = {
  temperature: number(),
  topP: number(),
  maxTokens: nullable(number()),
  seed: nullable(number()),
};

const completion = object({
  reasoning: string(),
  reasoningOpen: boolean(),
  text: string(),
  splitByServer: optional(boolean()),
  finishReason: nullable(picklist(FINISH_REASONS)),
  cutBy: optional(picklist(['limit', 'window', 'server'])),
  usage: nullable(
    object({
      promptTokens: nullable(number()),
      completionTokens: nullable(number()),
      countsEvents: optional(boolean()),
      cachedTokens: optional(number()),
      reasoningTokens: optional(nullable(number())),
      prefillTokensPerSecond: optional(nullable(number())),
      decodeTokensPerSecond: optional(nullable(number())),
    }),
  ),
});

const modelMeasure = object({
  at: string(),
  engine: string(),
  promptTokens: nullable(number()),
  promptSpeed: nullable(number()),
  tokens: number(),
  answerSpeed: nullable(number()),
  firstTokenMs: nullable(number()),
});

const promptName = object({ name: string(), label: string() });

const askedFields = {
  at: string(),
  prompt: promptName,
  sampling: object(sampling),
  refused: texts,
  modelId: string(),
  model: nullable(string()),
  fingerprint: nullable(string()),
  contextTokens: nullable(number()),
};

const answer = object({
  label: string(),
  completion,
  ended: boolean(),
  failure: nullable(object({ message: string(), remedy: string(), layer: optional(string()) })),
  speed: object({
    tokens: number(),
    estimated: boolean(),
    firstTokenMs: nullable(number()),
    tokensPerSecond: nullable(number()),
  }),
  asked: optional(object({ ...askedFields, messages: array(message) })),
  window: optional(
    object({
      promptTokens: nullable(number()),
      generatedTokens: number(),
      contextTokens: nullable(number()),
    }),
  ),
  sureness: optional(object({ tokens: number(), meanLogprob: number() })),
  journal: optional(string()),
});

const flags = array(picklist(VERDICT_FLAGS));

const difference = union([
  object({ kind: picklist(['line-count', 'token-count']), expected: number(), got: number() }),
  object({ kind: literal('line'), line: number(), token: nullable(number()) }),
  object({ kind: literal('token'), token: number() }),
  object({ kind: literal('character'), line: number(), column: number() }),
  object({ kind: literal('value'), path: string() }),
  object({ kind: literal('unreadable'), reason: string() }),
]);

const reportHead = {
  profile: string(),
  verdict: picklist(SUBMISSION_VERDICTS),
  reward: nullable(number()),
  testsTotal: number(),
  testsRun: number(),
  testsPassed: number(),
  firstFailed: nullable(number()),
  flags,
};

const testResult = object({
  index: number(),
  verdict: picklist(TEST_VERDICTS),
  milliseconds: nullable(number()),
  got: nullable(string()),
  printed: optional(string()),
  stderr: string(),
  error: nullable(object({ name: string(), message: string(), traceback: string() })),
  difference: nullable(difference),
  flags,
});

const testCase = object({ input: string(), output: string() });

const judgement = object({
  kind: picklist(['program', 'completion']),
  scope: picklist(['all', 'public']),
  program: optional(string()),
  texts: optional(object({ problem: number(), submission: number() })),
  milliseconds: number(),
  waitedMilliseconds: optional(number()),
  report: object({
    ...reportHead,
    problemId: string(),
    tests: array(testResult),
    codes: nullable(array(union([literal(true), literal(-2), literal(-3), literal(-4)]))),
    error: nullable(string()),
    newerPython: optional(string()),
    timeFactor: number(),
  }),
  counterexample: optional(object({ test: testCase, result: testResult, tried: number() })),
});

const outcome = picklist(['solved', 'failed']);

const summary = {
  id: string(),
  title: string(),
  source: string(),
  difficulty: nullable(picklist(['easy', 'medium', 'hard'])),
  mode: picklist(['stdin', 'call', 'assert']),
  tags: texts,
  testCount: number(),
  date: optional(string()),
};

const author = union([
  object({ type: literal('own') }),
  object({ type: literal('recorded'), label: string() }),
  object({ type: literal('pasted'), label: string() }),
  object({ type: literal('model'), label: string(), asked: nullable(object(askedFields)) }),
]);

const SHAPES: {
  readonly [Name in keyof StoredRecords]: GenericSchema<unknown, StoredRecords[Name]>;
} = {
  drafts: object({
    code: string(),
    revision: number(),
    aside: optional(string()),
    input: optional(string()),
    origin: optional(object({ author, hash: number() })),
  }),
  answers: answer,
  judgements: object({ completion: optional(judgement), program: optional(judgement) }),
  comparisons: object({
    columns: string(),
    entries: record(string(), object({ answer, report: nullable(judgement), when: number() })),
  }),
  progress: object({
    own: optional(outcome),
    model: optional(outcome),
    recorded: optional(outcome),
    pasted: optional(outcome),
    earlier: optional(outcome),
  }),
  history: object({
    author,
    submission: union([
      object({ kind: literal('program'), code: string() }),
      object({ kind: literal('completion'), completion }),
    ]),
    report: object(reportHead),
    slowestMs: nullable(number()),
    totalMs: nullable(number()),
  }),
  strengths: object({
    of: number(),
    set: string(),
    row: object({
      problem_id: string(),
      source: string(),
      ...{ tests: number(), solutions: number(), accepted: number() },
      strength: nullable(
        object({
          mutants: number(),
          killed: number(),
          left_out: object({ broken: number(), equal: number(), hanging: number() }),
          idle_tests: array(number()),
          smallest: array(number()),
          survivors: array(
            object({
              origin: picklist(['mutant', 'recorded']),
              change: string(),
              line: number(),
              code: string(),
            }),
          ),
        }),
      ),
      unmeasured: nullable(string()),
      floor: texts,
      findings: array(
        object({
          check: picklist(Object.keys(CHECKS) as TestCheck[]),
          message: string(),
          tests: optional(array(number())),
        }),
      ),
      error: nullable(string()),
    }),
  }),
  problems: object({
    ...summary,
    prompt: string(),
    functionName: nullable(string()),
    starterCode: string(),
    preamble: string(),
    check: string(),
    checker: nullable(string()),
    tests: array(testCase),
    publicTests: number(),
    timeLimitSeconds: number(),
    memoryLimitMb: number(),
    license: string(),
    row: optional(string()),
  }),
  sets: object({
    name: string(),
    place: optional(number()),
    key: optional(string()),
    summaries: array(object(summary)),
  }),
  unfinished: object({
    sessionId: string(),
    modelId: string(),
    label: string(),
    contextTokens: number(),
    problem: problemRef,
    prompt: nullable(promptName),
    messages: array(message),
    sampling: object(sampling),
    stopped: optional(boolean()),
    when: number(),
  }),
  settings: object({
    baseUrl: string(),
    model: string(),
    models: texts,
    temperature: optional(number()),
    topP: optional(number()),
    maxTokens: nullish(number()),
    seed: nullish(number()),
  }),
  sampling: object({ ...sampling, logprobs: optional(boolean()) }),
  prompts: object({
    name: string(),
    messages: array(message),
    format: object({ starter: string(), plain: string() }),
  }),
  gpuSettings: object({
    windows: numbers,
    gpuMemoryMb: nullable(number()),
    growWindow: boolean(),
    custom: string(),
  }),
  gpuOutcomes: object({
    modelId: string(),
    result: picklist(['started', 'ran', 'out-of-memory', 'gpu-lost', 'garbage', 'library', 'failed']),
    contextTokens: number(),
    when: number(),
    loadMs: nullable(number()),
    tokensPerSecond: nullable(number()),
  }),
  cpu: object({
    addresses: texts,
    windows: numbers,
    speeds: numbers,
    measures: optional(record(string(), modelMeasure)),
    threads: optional(
      record(
        string(),
        object({
          ...{ threads: number(), cores: number(), rate: number(), weightBytes: number() },
          isConfirmed: optional(boolean()),
        }),
      ),
    ),
  }),
  downloads: object({ totalBytes: nullable(number()) }),
};

export function fits(kind: keyof StoredRecords, value: unknown): boolean {
  return is(SHAPES[kind], value);
}
