/**
 * Rows of `eval`: rows of `grade` that also contain the answer, so that they can be graded again as samples. In memory
 * a sample is a `RunRow` with its `Answer`. Only this file knows the fields of a line.
 */
import {
  redrawField,
  redrawOf,
  type RedrawField,
  readVerdicts,
  type JudgedSample,
  unjudgedRow,
  verdictRow,
  type VerdictRow,
} from '../../../datasets/verdict-rows.ts';
import type { Answer } from '../../../domain/answer.ts';
import {
  answerStart,
  rawText,
  type CutBy,
  type FinishReason,
  splitAgain,
  type Redraw,
} from '../../../domain/completion.ts';
import type { RunRow, RunSampleKey } from '../../../domain/run.ts';
import type { SampleName } from '../../../domain/submission.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import { answeredRow } from '../../../runs/pipeline/run-rows.ts';

/** A sample of a run, with its answer. */
export interface AnsweredSample {
  readonly row: RunRow;
  readonly answer: Answer;
  /** Milliseconds of work on the run until the answer arrived, summed over all commands. */
  readonly runMs: number;
  /** Parameters of the run that were not sent, because the server does not accept them. */
  readonly notSent: readonly string[];
}

/** The fields of an answer in a line, with or without a verdict. */
interface AnswerFields {
  readonly response: string;
  readonly finish_reason: FinishReason | null;
  /** The limit that cut the answer off; missing if it was not cut off, or if the limit is not known. */
  readonly cut_by?: CutBy;
  /** Missing if all parameters were sent. */
  readonly not_sent?: readonly string[];
  /** The index in `response` at which the answer begins; missing if the server did not separate the reasoning. */
  readonly answer_at?: number;
  readonly prompt_tokens: number | null;
  readonly tokens: number;
  /** The unit of `tokens`; missing if the server counted them. */
  readonly tokens_are?: 'events' | 'guessed';
  readonly first_token_ms: number | null;
  readonly answer_ms: number;
  readonly run_ms: number;
  /** Facts about the first answer of a sample that was requested again; missing for other samples. */
  readonly redrawn?: RedrawField;
}

/** Returns the line of an answer that waits for its verdict. */
export function answerLine(
  sample: AnsweredSample,
): AnswerFields & { readonly problem_id: string; readonly sample_id: string } {
  const { problemId, id } = nameOf(sample.row);
  return { problem_id: problemId, sample_id: id, ...fieldsOf(sample) };
}

export function judgedLine(
  sample: AnsweredSample,
  report: JudgeReport,
  details: boolean,
): VerdictRow & AnswerFields {
  const verdictFields = verdictRow(nameOf(sample.row), report, details);
  return { ...verdictFields, ...fieldsOf(sample) };
}

/**
 * Returns the line of a sample without an answer. Its verdict is a judge error, because no program caused it.
 * @param redrawn facts about its first answer, if the sample was requested again
 */
export function failedLine(
  row: RunRow,
  { failure }: Answer,
  profile: string,
  redrawn: Redraw | undefined,
): VerdictRow & { readonly cause?: string } {
  const error = row.failure ?? '';
  return {
    ...unjudgedRow(nameOf(row), { verdict: 'judge-error', profile, error }),
    ...(failure?.layer !== undefined && { cause: failure.layer }),
    ...(redrawn && { redrawn: redrawField(redrawn) }),
  };
}

/** Returns a line with the milliseconds of work on a run, written at the end of a command. */
export function timeLine(runMs: number): { readonly run_ms: number } {
  return { run_ms: Math.round(runMs) };
}

/** Parses a line of `timeLine` and returns its milliseconds; null for any other line. */
export function timeIn(line: string): number | null {
  const [, milliseconds] = /^\{"run_ms":(\d+)\}$/.exec(line) ?? [];
  return milliseconds === undefined ? null : Number(milliseconds);
}

/** The content of a line from an earlier part of the run: an answer, a verdict, or both. */
interface EarlierLine {
  readonly sample: AnsweredSample | null;
  readonly judged: JudgedSample | null;
  readonly redrawn: Redraw | undefined;
}

/** Parses a line. Returns null if it has neither an answer nor a verdict. */
export function earlierLine(line: string, key: RunSampleKey): EarlierLine | null {
  const fields = JSON.parse(line) as Partial<AnswerFields> & { readonly verdict?: unknown };
  const sample = hasAnswer(fields) ? sampleIn(fields, key) : null;
  const [judged = null] = fields.verdict === undefined ? [] : readVerdicts(line).records;
  if (sample === null && judged === null) return null;
  return { sample, judged, redrawn: sample?.row.redrawn ?? judged?.redrawn };
}

/**
 * Returns a sample as it would be read from its line, so that a resumed run judges the same content as an uninterrupted
 * one.
 */
export function storedSample(row: RunRow, answer: Answer, runMs: number): AnsweredSample {
  return sampleIn(fieldsOf({ row, answer, runMs, notSent: answer.asked?.refused ?? [] }), row);
}

export function tokensOf({ tokens, promptTokens }: RunRow): number {
  return tokens + (promptTokens ?? 0);
}

function fieldsOf({ row, answer: { completion }, runMs, notSent }: AnsweredSample): AnswerFields {
  const answerAt = answerStart(completion);
  const unit = completion.usage?.countsEvents === true ? 'events' : 'guessed';
  return {
    response: rawText(completion),
    finish_reason: completion.finishReason,
    ...(completion.cutBy && { cut_by: completion.cutBy }),
    ...(notSent.length > 0 && { not_sent: notSent }),
    ...(answerAt !== null && { answer_at: answerAt }),
    prompt_tokens: row.promptTokens,
    tokens: row.tokens,
    ...(row.estimated && { tokens_are: unit }),
    first_token_ms: row.firstTokenMs === null ? null : Math.round(row.firstTokenMs),
    answer_ms: row.answeredAt - row.askedAt,
    run_ms: Math.round(runMs),
    ...(row.redrawn && { redrawn: redrawField(row.redrawn) }),
  };
}

/** Parses a sample. A line does not contain the time of the request, so the request begins at 0. */
function sampleIn(fields: AnswerFields, key: RunSampleKey): AnsweredSample {
  const { response, finish_reason, cut_by, answer_at, prompt_tokens, tokens, tokens_are } = fields;
  const { first_token_ms, answer_ms, run_ms = 0, redrawn, not_sent = [] } = fields;
  const isEstimated = tokens_are !== undefined;
  const answer: Answer = {
    label: '',
    completion: {
      ...splitAgain(response, answer_at ?? null),
      finishReason: finish_reason,
      ...(cut_by && { cutBy: cut_by }),
      usage: {
        promptTokens: prompt_tokens ?? null,
        completionTokens: isEstimated ? null : (tokens ?? 0),
        ...(tokens_are === 'events' && { countsEvents: true }),
      },
    },
    ended: true,
    failure: null,
    speed: {
      tokens: tokens ?? 0,
      estimated: isEstimated,
      firstTokenMs: first_token_ms ?? null,
      tokensPerSecond: null,
    },
    ...(redrawn && { redrawn: redrawOf(redrawn) }),
  };
  return { row: answeredRow(key, answer, 0, answer_ms ?? 0), answer, runMs: run_ms, notSent: not_sent };
}

function hasAnswer(fields: Partial<AnswerFields>): fields is AnswerFields {
  return typeof fields.response === 'string' && fields.finish_reason !== undefined;
}

function nameOf({ id, sample }: RunSampleKey): SampleName {
  return { problemId: id, id: String(sample) };
}
