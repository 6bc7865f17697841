/** The fields of a verdict receipt, and the function that reads one from a file. */
import {
  array,
  boolean,
  exactOptional,
  finite,
  getDotPath,
  integer,
  literal,
  minValue,
  nullable,
  number,
  object,
  parse,
  picklist,
  pipe,
  regex,
  safeParse,
  string,
  variant,
  type GenericSchema,
  type InferOutput,
} from 'valibot';
import { FINISH_REASONS } from '../../domain/completion.ts';
import { SUBMISSION_VERDICTS, TEST_VERDICTS, VERDICT_FLAGS } from '../../domain/verdict.ts';
import { parseJson } from '../../base/parse-json.ts';
import type { Problem } from '../../domain/problem.ts';

export const RECEIPT_FORMAT = 'allpass-receipt';
export const RECEIPT_VERSION = 1;

const text = string();
const hash = pipe(string(), regex(/^[0-9a-f]{64}$/, 'not a SHA-256'));
const amount = pipe(number(), finite(), minValue(0));
const count = pipe(number(), integer(), minValue(0));

/** All fields of a problem except the original row and its `meta`, which judging does not use. */
const problem = object({
  id: text,
  title: text,
  source: text,
  difficulty: nullable(picklist(['easy', 'medium', 'hard'])),
  mode: picklist(['stdin', 'call', 'assert']),
  tags: array(text),
  testCount: count,
  date: exactOptional(text),
  prompt: text,
  functionName: nullable(text),
  starterCode: text,
  preamble: text,
  check: text,
  checker: nullable(text),
  tests: array(object({ input: text, output: text })),
  publicTests: count,
  timeLimitSeconds: amount,
  memoryLimitMb: amount,
  license: text,
} satisfies {
  readonly [Field in keyof Required<Omit<Problem, 'row' | 'meta'>>]: GenericSchema;
}) satisfies GenericSchema<unknown, Problem>;

const submission = variant('kind', [
  object({ kind: literal('program'), code: text }),
  object({
    kind: literal('completion'),
    reasoning: text,
    reasoningOpen: boolean(),
    text,
    finishReason: nullable(picklist(FINISH_REASONS)),
  }),
]);

const judged = object({
  profile: text,
  verdict: picklist(SUBMISSION_VERDICTS),
  reward: nullable(pipe(number(), finite())),
  testsTotal: count,
  testsRun: count,
  testsPassed: count,
  firstFailed: nullable(count),
  /** Tests in their order, with milliseconds; null for a test that did not run. */
  tests: array(object({ verdict: picklist(TEST_VERDICTS), ms: nullable(amount) })),
  error: nullable(text),
  flags: array(picklist(VERDICT_FLAGS)),
  /** Factor of the time limits. */
  timeFactor: amount,
});

const RECEIPT = object({
  format: literal(RECEIPT_FORMAT),
  version: literal(RECEIPT_VERSION),
  /** ISO 8601. */
  made: text,
  /** Versions of the page and the interpreter that judged, e.g. `Allpass 0.1.0, Pyodide 314.0.7`. */
  engine: text,
  problem: object({
    set: text,
    id: text,
    /** Hash of the question and the rules of judging, without the tests. */
    sha256: hash,
    /** Hash of the hashes of the tests, in their order. */
    testsSha256: hash,
    /** The problem itself; null if the verifier has to supply it. */
    whole: nullable(problem),
  }),
  answer: object({ sha256: hash, submission }),
  judged,
  /** Facts about a sample that was requested again with a larger token limit; missing for other samples. */
  redrawn: exactOptional(object({ oldLimit: nullable(count), oldTokens: count, limit: count })),
  /** Hash of all other fields. It reveals accidental or manual changes, but does not prove the origin. */
  seal: hash,
});

type Fixed<Of> = Of extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : Of extends object
    ? { readonly [Field in keyof Of]: Fixed<Of[Field]> }
    : Of;

export type Receipt = Fixed<InferOutput<typeof RECEIPT>>;
export type ReceiptSubmission = Fixed<InferOutput<typeof submission>>;
/** The verdict in a receipt. Most of its fields are those of a row: `{ ...row.judged, profile, tests }`. */
export type ReceiptVerdict = Fixed<InferOutput<typeof judged>>;

export type ReadReceipt =
  { readonly ok: true; readonly receipt: Receipt } | { readonly ok: false; readonly fault: string };

/** Keeps only the fields of a receipt, because reading drops all others and the seal would not match. */
export function receiptParts(contents: { readonly problem: Problem; readonly judged: unknown }) {
  return { problem: parse(problem, contents.problem), judged: parse(judged, contents.judged) };
}

/** @param name of the file, for the message about a fault */
export function readReceipt(fileText: string, name: string): ReadReceipt {
  const failure = (fault: string): ReadReceipt => ({ ok: false, fault });
  const json = parseJson(fileText);
  if (json === undefined) return failure(`${name}: it is not JSON; a verdict receipt is one JSON object.`);
  const { format, version } = Object(json) as Record<string, unknown>;
  if (format !== RECEIPT_FORMAT)
    return failure(
      `${name}: it has no "format": "${RECEIPT_FORMAT}"; open a file that was saved as a verdict receipt.`,
    );
  if (version !== RECEIPT_VERSION)
    return failure(
      `${name}: its version is ${String(JSON.stringify(version)).slice(0, 40)}, and ${RECEIPT_VERSION} is read here; reload the page for a newer one.`,
    );
  const parseResult = safeParse(RECEIPT, json, { abortEarly: true });
  if (parseResult.success) return { ok: true, receipt: parseResult.output };
  const [issue] = parseResult.issues;
  return failure(
    `${name}: it does not fit at ${getDotPath(issue) ?? 'its top'}, ${issue.message.slice(0, 200)}; save the receipt again.`,
  );
}
