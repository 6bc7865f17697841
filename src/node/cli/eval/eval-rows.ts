/** The rows of `eval`: those of `grade` with the answer in them, so that they are samples, too, and can be graded again. */
import { readVerdicts, type JudgedSample } from '../../../datasets/verdict-file.ts';
import { redrawField, type RedrawField } from '../../../datasets/redraw-field.ts';
import { unjudgedRow, verdictRow, type VerdictRow } from '../../../datasets/verdict-row.ts';
import {
  answerStart,
  rawText,
  type Completion,
  type CutBy,
  type FinishReason,
} from '../../../domain/completion.ts';
import { splitAgain } from '../../../domain/split-completion.ts';
import type { RunRow } from '../../../domain/run.ts';
import type { Sample } from '../../../domain/sample.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import type { EvalKey } from './eval-order.ts';

/** The fields of an answer that are kept, judged or not. */
export interface AnswerFields {
  readonly response: string;
  readonly finish_reason: FinishReason | null;
  /** The limit that cut the answer off; missing if it was not cut off, or if the limit is not known. */
  readonly cut_by?: CutBy;
  /** Parameters of the run that were not sent, because the server does not take them; missing if all were sent. */
  readonly not_sent?: readonly string[];
  /** The index in `response` at which the answer begins; missing if the server did not separate the reasoning. */
  readonly answer_at?: number;
  readonly prompt_tokens: number | null;
  readonly tokens: number;
  /** The unit of `tokens` if the server counted none; missing if it did. */
  readonly tokens_are?: 'events' | 'guessed';
  readonly first_token_ms: number | null;
  readonly answer_ms: number;
  /** How long the run had taken when the answer came, all the commands that went on with it together. */
  readonly run_ms: number;
  /** The facts of the first answer, for a sample that was asked again; missing for others. */
  readonly redrawn?: RedrawField;
}

/** An answer that waits for its verdict. */
interface AnswerNote extends AnswerFields {
  readonly problem_id: string;
  readonly sample_id: string;
}

/**
 * @param runMs milliseconds that the run has taken
 * @param notSent parameters that the server does not take
 */
export function answerFields(
  row: RunRow,
  completion: Completion,
  runMs: number,
  notSent: readonly string[] = [],
): AnswerFields {
  const answerAt = answerStart(completion);
  const guess = completion.usage?.countsEvents === true ? 'events' : 'guessed';
  return {
    response: rawText(completion),
    finish_reason: completion.finishReason,
    ...(completion.cutBy && { cut_by: completion.cutBy }),
    ...(notSent.length > 0 && { not_sent: notSent }),
    ...(answerAt !== null && { answer_at: answerAt }),
    prompt_tokens: row.promptTokens,
    tokens: row.tokens,
    ...(row.estimated && { tokens_are: guess }),
    first_token_ms: row.firstTokenMs === null ? null : Math.round(row.firstTokenMs),
    answer_ms: row.answeredAt - row.askedAt,
    run_ms: Math.round(runMs),
    ...(row.redrawn && { redrawn: redrawField(row.redrawn) }),
  };
}

export function answerNote({ problemId, sample }: EvalKey, fields: AnswerFields): AnswerNote {
  return { problem_id: problemId, sample_id: String(sample), ...fields };
}

export function judgedRow(
  key: EvalKey,
  fields: AnswerFields,
  report: JudgeReport,
  details: boolean,
): VerdictRow & AnswerFields {
  return { ...verdictRow(sampleOf(key, fields), report, details), ...fields };
}

/**
 * Returns the row of a sample without an answer: no program is at fault.
 * @param cause where it failed, by the model port's word; undefined where it did not say
 * @param redrawn the facts of its first answer, for a sample that is asked again
 */
export function failedRow(
  key: EvalKey,
  profile: string,
  error: string,
  cause: string | undefined,
  redrawn: RedrawField | undefined,
): VerdictRow & { readonly cause?: string } {
  return {
    ...unjudgedRow(sampleOf(key, null), { verdict: 'judge-error', profile, error }),
    ...(cause !== undefined && { cause }),
    ...(redrawn && { redrawn }),
  };
}

/** The content of a line from an earlier part of the run: an answer, a verdict, or both. */
export interface EarlierLine {
  readonly fields: AnswerFields | null;
  readonly row: JudgedSample | null;
  readonly redrawn?: RedrawField;
}

/** Null for what holds neither. */
export function earlierLine(line: string): EarlierLine | null {
  const found = JSON.parse(line) as Partial<AnswerFields> & { readonly verdict?: unknown };
  const fields = isAnswer(found) ? onlyAnswer(found) : null;
  const [row] = found.verdict === undefined ? [] : readVerdicts(line).records;
  const redrawn = fields?.redrawn ?? (row?.redrawn && redrawField(row.redrawn));
  return fields === null && row === undefined
    ? null
    : { fields, row: row ?? null, ...(redrawn && { redrawn }) };
}

/** How long a run had taken when a command of it ended. */
export function timeNote(runMs: number): Pick<AnswerFields, 'run_ms'> {
  return { run_ms: Math.round(runMs) };
}

/** Null for what is no such note. */
export function notedTime(line: string): number | null {
  const [, milliseconds] = /^\{"run_ms":(\d+)\}$/.exec(line) ?? [];
  return milliseconds === undefined ? null : Number(milliseconds);
}

export function tokensOf({ tokens, prompt_tokens }: Partial<AnswerFields>): number {
  return (tokens ?? 0) + (prompt_tokens ?? 0);
}

/** As it is read back from its row: so a run that went on judges what an undisturbed one judges. */
export function storedCompletion({ response, finish_reason, cut_by, answer_at }: AnswerFields): Completion {
  return {
    ...splitAgain(response, answer_at ?? null),
    finishReason: finish_reason,
    ...(cut_by && { cutBy: cut_by }),
    usage: null,
  };
}

/** A line may hold a verdict as well, which is not the answer's. */
function onlyAnswer(found: Omit<AnswerFields, 'run_ms'> & Partial<AnswerFields>): AnswerFields {
  const { response, finish_reason, cut_by, answer_at, prompt_tokens, tokens, tokens_are } = found;
  const { first_token_ms, answer_ms, run_ms = 0, redrawn, not_sent } = found;
  return {
    ...{ response, finish_reason, ...(cut_by && { cut_by }), ...(answer_at !== undefined && { answer_at }) },
    ...{ prompt_tokens, tokens, ...(tokens_are && { tokens_are }), first_token_ms, answer_ms, run_ms },
    ...(not_sent && { not_sent }),
    ...(redrawn && { redrawn }),
  };
}

function isAnswer(fields: Partial<AnswerFields>): fields is AnswerFields {
  return typeof fields.response === 'string' && fields.finish_reason !== undefined;
}

function sampleOf({ problemId, sample }: EvalKey, fields: AnswerFields | null): Sample {
  const completion = fields === null ? EMPTY : storedCompletion(fields);
  return { problemId, set: null, id: String(sample), submission: { kind: 'completion', completion } };
}

const EMPTY: Completion = { reasoning: '', reasoningOpen: false, text: '', finishReason: null, usage: null };
