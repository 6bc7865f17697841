/**
 * Defines the fields of a run file. Writing and reading use the same shapes. Other fields are neither written nor read,
 * so no part of a model's connection, in particular no key, can get into a file.
 */
import {
  array,
  boolean,
  exactOptional,
  finite,
  integer,
  literal,
  maxLength,
  minLength,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  picklist,
  pipe,
  string,
  variant,
  type GenericSchema,
} from 'valibot';
import { FINISH_REASONS, type Redraw } from '../../domain/completion.ts';
import {
  SUBMISSION_VERDICTS,
  TEST_VERDICTS,
  VERDICT_FLAGS,
  type FirstFailure,
} from '../../domain/verdict.ts';
import type { Answer, AnswerSpeed, Asked, Sureness, WindowFill } from '../../domain/answer.ts';
import {
  MOST_ANSWER_CHARACTERS,
  type Completion,
  type SamplingParameters,
  type TokenUsage,
} from '../../domain/completion.ts';
import type { PromptPreset } from '../../domain/prompt.ts';
import type {
  SkippedSamples,
  Run,
  RunBudget,
  RunProblem,
  RunRedraw,
  RunRow,
  RunSummary,
  RunVerdict,
  RunSample,
} from '../../domain/run.ts';

/**
 * Requires a schema for every field, optional ones included: otherwise a new field would be lost without a failing
 * test.
 */
type FieldSchemas<Of> = { readonly [Field in keyof Required<Of>]: GenericSchema };

/** Names and other short texts. */
const label = pipe(string(), maxLength(100_000));
/**
 * Limit on a text that a model was sent, or that the model or its program wrote: eight times the limit of an answer.
 */
const text = pipe(string(), maxLength(8 * MOST_ANSWER_CHARACTERS));
const finiteNumber = pipe(number(), finite());
const amount = pipe(finiteNumber, minValue(0));
const count = pipe(number(), integer(), minValue(0));
/**
 * Limit on the samples of a run, and so of a problem. The largest evaluations have a hundredth of it. The page builds a
 * list of all samples to show them.
 */
export const MOST_SAMPLES = 5_000_000;
const someCount = pipe(number(), integer(), minValue(1), maxValue(MOST_SAMPLES));

const sampling = object({
  temperature: amount,
  topP: amount,
  maxTokens: nullable(count),
  seed: nullable(pipe(number(), integer())),
} satisfies FieldSchemas<SamplingParameters>);
const messages = array(object({ role: picklist(['system', 'user', 'assistant']), content: text }));
const left = exactOptional(
  object({
    unknown: count,
    unknownIds: array(label),
    unread: count,
    note: nullable(label),
    repeated: exactOptional(count),
    sharing: exactOptional(count),
  } satisfies FieldSchemas<SkippedSamples>),
);
const redraw = { oldLimit: nullable(count), oldTokens: amount, limit: count };
const redrawn = exactOptional(object(redraw satisfies FieldSchemas<Redraw>));
const cutBy = exactOptional(picklist(['limit', 'window', 'server']));
const promptName = { name: label, label };

export const RUN = object({
  id: pipe(label, minLength(1)),
  name: label,
  made: label,
  source: variant('type', [
    object({ type: literal('model'), choice: label, label, address: exactOptional(label) }),
    object({ type: literal('recorded') }),
    object({ type: literal('answers'), run: label, label, left }),
    object({ type: literal('file'), name: label, left, withoutAnswers: exactOptional(literal(true)) }),
  ]),
  problems: array(
    object({
      set: label,
      id: label,
      title: label,
      difficulty: nullable(label),
      source: label,
      mode: label,
      date: nullable(label),
      samples: exactOptional(someCount),
    } satisfies FieldSchemas<RunProblem>),
  ),
  samples: someCount,
  asked: nullable(
    object({
      prompt: object({
        ...promptName,
        about: label,
        source: label,
        messages,
        format: object({ starter: text, plain: text }),
      } satisfies FieldSchemas<PromptPreset>),
      sampling,
    }),
  ),
  redraws: exactOptional(
    array(object({ set: label, id: label, sample: count, ...redraw } satisfies FieldSchemas<RunRedraw>)),
  ),
  profile: label,
  concurrency: someCount,
  budget: object({
    tokens: nullable(amount),
    minutes: nullable(amount),
    money: nullable(amount),
    price: nullable(object({ prompt: amount, completion: amount })),
  } satisfies FieldSchemas<RunBudget>),
  spentMs: amount,
  summary: object({
    answered: count,
    judged: count,
    failed: count,
    passAt1: nullable(finiteNumber),
  } satisfies FieldSchemas<RunSummary>),
  origin: exactOptional(label),
} satisfies FieldSchemas<Run>) satisfies GenericSchema<unknown, Run>;

const row = object({
  set: label,
  id: label,
  sample: count,
  askedAt: amount,
  answeredAt: amount,
  failure: nullable(text),
  finishReason: nullable(picklist(FINISH_REASONS)),
  cutBy,
  tokens: amount,
  estimated: boolean(),
  promptTokens: nullable(amount),
  firstTokenMs: nullable(amount),
  tokensPerSecond: nullable(amount),
  judged: nullable(
    object({
      from: amount,
      to: amount,
      verdict: picklist(SUBMISSION_VERDICTS),
      reward: nullable(finiteNumber),
      testsTotal: count,
      testsRun: count,
      testsPassed: count,
      firstFailed: nullable(count),
      firstFailure: exactOptional(
        object({
          input: text,
          expected: nullable(text),
          got: nullable(text),
        } satisfies FieldSchemas<FirstFailure>),
      ),
      slowestMs: nullable(amount),
      error: nullable(text),
      flags: array(picklist(VERDICT_FLAGS)),
      timeFactor: amount,
      factorNeeded: exactOptional(amount),
    } satisfies FieldSchemas<RunVerdict>),
  ),
  passedElsewhere: exactOptional(boolean()),
  answerHash: exactOptional(count),
  redrawn,
} satisfies FieldSchemas<RunRow>) satisfies GenericSchema<unknown, RunRow>;

/** All fields except the engine's journal of tokens, which stays on its machine. */
const answer = object({
  label,
  completion: object({
    reasoning: text,
    reasoningOpen: boolean(),
    text,
    splitByServer: exactOptional(boolean()),
    finishReason: nullable(picklist(FINISH_REASONS)),
    cutBy,
    usage: nullable(
      object({
        promptTokens: nullable(amount),
        completionTokens: nullable(amount),
        countsEvents: exactOptional(boolean()),
        cachedTokens: exactOptional(amount),
        reasoningTokens: exactOptional(nullable(amount)),
        prefillTokensPerSecond: exactOptional(nullable(amount)),
        decodeTokensPerSecond: exactOptional(nullable(amount)),
      } satisfies FieldSchemas<TokenUsage>),
    ),
  } satisfies FieldSchemas<Completion>),
  ended: boolean(),
  failure: nullable(object({ message: text, remedy: text, layer: exactOptional(label) })),
  speed: object({
    tokens: amount,
    estimated: boolean(),
    firstTokenMs: nullable(amount),
    tokensPerSecond: nullable(amount),
  } satisfies FieldSchemas<AnswerSpeed>),
  asked: exactOptional(
    object({
      at: label,
      prompt: object(promptName),
      messages,
      sampling,
      refused: array(label),
      modelId: label,
      model: nullable(label),
      fingerprint: nullable(label),
      contextTokens: nullable(amount),
    } satisfies FieldSchemas<Asked>),
  ),
  window: exactOptional(
    object({
      promptTokens: nullable(amount),
      generatedTokens: amount,
      contextTokens: nullable(amount),
    } satisfies FieldSchemas<WindowFill>),
  ),
  program: exactOptional(literal(true)),
  passedElsewhere: exactOptional(boolean()),
  redrawn,
  sureness: exactOptional(
    object({ tokens: amount, meanLogprob: finiteNumber } satisfies FieldSchemas<Sureness>),
  ),
} satisfies FieldSchemas<Omit<Answer, 'journal'>>) satisfies GenericSchema<unknown, Answer>;

export const SAMPLE = object({
  row,
  answer: nullable(answer),
  tests: nullable(array(object({ verdict: picklist(TEST_VERDICTS), ms: nullable(amount) }))),
}) satisfies GenericSchema<unknown, RunSample>;
