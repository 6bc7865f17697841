/** Reads a samples.jsonl. Each line contains a program, a continuation of a prompt, or a raw model answer. */
import { numberText } from '../base/number-words.ts';
import { isNumeral, stringifyLossless, type LosslessValue } from '../base/lossless-json.ts';
import { textHash } from '../base/text-hash.ts';
import { FINISH_REASONS, MOST_ANSWER_CHARACTERS, splitAgain } from '../domain/completion.ts';
import type { Sample } from '../domain/submission.ts';
import { Fields, Misfit } from './reading/fields.ts';
import { readLine, readLines, readLinesInPieces, type ImportFault } from './lines.ts';
import { redrawnIn } from './verdict-rows.ts';
import { verdictIn } from './samples/foreign-rows.ts';
import { isFencedAnswer } from './reading/fenced-answer.ts';
import { tokenChances } from './token-chances.ts';

/** The content of a file of samples. */
export interface ReadSamples {
  readonly samples: readonly Sample[];
  readonly faults: readonly ImportFault[];
  /** Messages about fields that were not read as their name says, and about repeated rows. */
  readonly notes: readonly string[];
}

/**
 * Reads a samples.jsonl, as a string or as its lines.
 * @param refusal returns a message if a problem id is not accepted, or null
 */
export function readSamples(
  text: string | Iterable<string>,
  refusal: (problemId: string) => string | null = () => null,
): ReadSamples {
  const fencedFields = new FencedFields();
  const samplesOnce = new EachOnce();
  const readSample = sampleReader(fencedFields);
  const { records, faults } = readLines(text, (value, _, number) => {
    const sample = readSample(value);
    const reason = refusal(sample.problemId);
    if (reason !== null) throw new Misfit('problem_id', reason);
    return samplesOnce.isNew(sample, number) ? sample : null;
  });
  return {
    samples: records.filter((sample) => sample !== null),
    faults,
    notes: [...fencedFields.notes, ...samplesOnce.notes],
  };
}

/**
 * Maximum length of a line in characters, including escapes. Only the page has this limit, because parsing a line
 * blocks it.
 */
const LONGEST_LINE = 2 * MOST_ANSWER_CHARACTERS;
const TOO_LONG = {
  field: '',
  fault: `the line is longer than ${numberText(LONGEST_LINE)} characters: no answer is`,
};

/** Like `readSamples`, for the page. Other tasks can run between the lines. */
export async function readSamplesInPieces(text: string): Promise<ReadSamples> {
  const fencedFields = new FencedFields();
  const samplesOnce = new EachOnce();
  const readSample = sampleReader(fencedFields);
  const readNew = (value: LosslessValue, _: string, number: number): Sample | null => {
    const sample = readSample(value);
    return samplesOnce.isNew(sample, number) ? sample : null;
  };
  // Not parsed, so that no line blocks the page for long.
  const { records, faults } = await readLinesInPieces(text, (line, number) =>
    line.length > LONGEST_LINE ? TOO_LONG : readLine(line, readNew, number),
  );
  return {
    samples: records.filter((sample) => sample !== null),
    faults,
    notes: [...fencedFields.notes, ...samplesOnce.notes],
  };
}

/** Finds repeated samples. A sample that occurs twice in a file is read once. */
class EachOnce {
  readonly #seenSamples = new Map<string, { readonly hash: number; readonly number: number }>();
  #repeatedCount = 0;

  /**
   * Whether the sample did not occur before.
   * @throws Misfit for a different answer with the id of an earlier sample
   */
  isNew({ problemId, set, id, submission }: Sample, number: number): boolean {
    const key = JSON.stringify([set, problemId, id]);
    const hash = textHash([JSON.stringify(submission)]);
    const earlierSample = this.#seenSamples.get(key);
    if (earlierSample === undefined) this.#seenSamples.set(key, { hash, number });
    else if (earlierSample.hash === hash) this.#repeatedCount += 1;
    else
      throw new Misfit(
        'id',
        `the sample ${id} of ${problemId} stands on line ${earlierSample.number} with another answer: give each an id of its own`,
      );
    return earlierSample === undefined;
  }

  get notes(): readonly string[] {
    return this.#repeatedCount === 0 ? [] : [repeatedRowsText(this.#repeatedCount)];
  }
}

export function repeatedRowsText(rows: number): string {
  return `${numberText(rows)} ${rows === 1 ? 'row stands there once more and counts' : 'rows stand there once more and count'} once`;
}

/** Counts raw answers in fields for programs, by the name of the field. */
class FencedFields {
  readonly #names = new Set<string>();
  #count = 0;

  add(name: string): void {
    this.#names.add(name);
    this.#count += 1;
  }

  get notes(): readonly string[] {
    if (this.#count === 0) return [];
    const names = [...this.#names].map((name) => `"${name}"`).join(' or ');
    const [holdText, areText] = this.#count === 1 ? ['sample holds', 'it is'] : ['samples hold', 'they are'];
    return [
      `${numberText(this.#count)} ${holdText} Markdown with a code block in ${names}, which is no program: ${areText} taken as a model's answer, and the program is taken out of it`,
    ];
  }
}

/**
 * Reads the rows of one file in order. Rows of HumanEval and EvalPlus have a `task_id` and no sample id
 * (https://github.com/openai/human-eval, https://github.com/evalplus/evalplus). Rows without an id are numbered
 * from 0 within their problem.
 */
function sampleReader(fencedFields: FencedFields): (value: LosslessValue) => Sample {
  const numbers = new Map<string, number>();
  return (value) => {
    const fields = new Fields(value);
    const isOfTask = fields.has('task_id') && !fields.has('problem_id');
    if (fields.has('prompt') && (fields.has('tests') || fields.has('check')))
      throw new Misfit('', 'the row is a problem, not a sample: are the two files swapped?');
    fields.needAll(['problem_id', 'task_id'], ['code', 'response', 'completion', 'solution']);
    const problemId = fields.id(isOfTask ? 'task_id' : 'problem_id');
    const submission = submissionIn(fields, fencedFields);
    const isNamed = fields.has('id') || fields.has('sample_id');
    const tokens = tokenChances(fields.object.get('logprobs'));
    const hasPassed = passedIn(fields);
    const number = numbers.get(problemId) ?? 0;
    if (!isNamed) numbers.set(problemId, number + 1);
    return {
      problemId,
      set: fields.textOr('set', null),
      id: isNamed ? sampleId(fields) : String(number),
      submission,
      ...(tokens === null ? {} : { tokens }),
      ...(hasPassed === undefined ? {} : { passedElsewhere: hasPassed }),
      ...redrawnIn(fields),
    };
  };
}

/** Returns the verdict of the tool that wrote the file: `passed`, or the reward in a row of verdicts. */
function passedIn(fields: Fields): boolean | undefined {
  const { object } = fields;
  if (!fields.has('passed')) {
    const reward = fields.has('verdict') ? object.get('reward') : null;
    return isNumeral(reward) ? Number(reward.numeral) >= 1 : undefined;
  }
  const hasPassed = verdictIn(object.get('passed'));
  if (hasPassed === undefined)
    throw new Misfit('passed', `must be true or false, found ${stringifyLossless(object.get('passed')!)}`);
  return hasPassed;
}

/** Returns the id of a sample. In rows of verdicts, the field is named `sample_id`. */
function sampleId(fields: Fields): string {
  return fields.id(!fields.has('id') && fields.has('sample_id') ? 'sample_id' : 'id');
}

/**
 * Reads the first of `code`, `solution` (EvalPlus), `response` and `completion`. A fenced answer in a field for
 * programs is read as an answer: judged as a program, it would be a syntax error with a false reward of 0.
 */
function submissionIn(fields: Fields, fencedFields: FencedFields): Sample['submission'] {
  const name = (['code', 'solution', 'response', 'completion'] as const).find((candidate) =>
    fields.has(candidate),
  );
  if (name === undefined) {
    if (fields.has('verdict'))
      throw new Misfit(
        'code',
        'is missing: the row holds a verdict without its answer; name the file of samples that was graded',
      );
    const columns = [...fields.object.keys()].map((column) => `"${column}"`).join(', ');
    throw new Misfit(
      'code',
      `is missing: a sample needs "code", "response" or "completion", and this row has ${columns}`,
    );
  }
  const text = fields.text(name);
  const isFenced = name !== 'response' && isFencedAnswer(text);
  if (isFenced) fencedFields.add(name);
  if (name !== 'response' && !isFenced)
    return name === 'completion' ? { kind: 'continuation', text } : { kind: 'program', code: text };
  const reasonText = fields.textOr('finish_reason', '');
  const finishReason = FINISH_REASONS.find((option) => option === reasonText) ?? null;
  return {
    kind: 'completion',
    completion: { ...splitAgain(text, answerStartIn(fields)), finishReason, usage: null },
  };
}

/**
 * Returns the index at which the reasoning ends, or null if it is missing. Rows of `eval` contain it if the
 * server separated the reasoning.
 */
function answerStartIn({ object }: Fields): number | null {
  const value = object.get('answer_at');
  return isNumeral(value) && /^\d{1,15}$/.test(value.numeral) ? Number(value.numeral) : null;
}
