/** The file of samples: a program, what continues a prompt, or a raw model answer a line. */
import { stringifyLossless, type LosslessValue } from '../base/lossless-json.ts';
import { MOST_ANSWER_CHARACTERS, type FinishReason } from '../domain/completion.ts';
import type { Sample } from '../domain/sample.ts';
import { Fields, kindOf, Misfit } from './fields.ts';
import { tokenChances } from './token-chances.ts';
import { readLine, readLines, readLinesInPieces, type ImportFault, type LineOutcome } from './lines.ts';

const FINISH_REASONS: readonly FinishReason[] = [
  'stop',
  'length',
  'context',
  'content-filter',
  'too-long',
  'stopped',
  'interrupted',
];

/**
 * Reads a whole samples.jsonl text.
 * @param refusal says why a problem id cannot be taken, or null
 */
export function readSamples(
  text: string,
  refusal: (problemId: string) => string | null = () => null,
): { samples: readonly Sample[]; faults: readonly ImportFault[] } {
  const readSample = sampleReader();
  const { records, faults } = readLines(text, (value) => {
    const sample = readSample(value);
    const reason = refusal(sample.problemId);
    if (reason !== null) throw new Misfit('problem_id', reason);
    return sample;
  });
  return { samples: records, faults };
}

/** A sample and its line in the file, counted from 1. */
export interface PlacedSample {
  readonly line: number;
  readonly sample: Sample;
}

/** Characters, escapes included: of the page only, where nobody waits for a line. */
const LONGEST_LINE = 2 * MOST_ANSWER_CHARACTERS;
const TOO_LONG = {
  field: '',
  message: `the line is longer than ${LONGEST_LINE.toLocaleString('en')} characters: no answer is`,
};

/** The same for a page that others use meanwhile, with the line of each. */
export async function readSamplesInPieces(
  text: string,
): Promise<{ readonly samples: readonly PlacedSample[]; readonly faults: readonly ImportFault[] }> {
  const samples: PlacedSample[] = [];
  const readSample = sampleReader();
  const read = (line: string): LineOutcome<Sample> =>
    line.length > LONGEST_LINE ? TOO_LONG : readLine(line, readSample);
  const { faults } = await readLinesInPieces(text, {
    read,
    // What is longer than any answer is not read at all: no line takes long.
    readAside: (line) => Promise.resolve(read(line)),
    accept: (sample, line) => void samples.push({ line, sample }),
  });
  return { samples, faults };
}

/**
 * Reads the rows of one file in turn. HumanEval's and EvalPlus's rows have a `task_id`, and no name of their own: they are
 * numbered from 0 within their problem (https://github.com/openai/human-eval, https://github.com/evalplus/evalplus).
 */
function sampleReader(): (value: LosslessValue) => Sample {
  const numbers = new Map<string, number>();
  return (value) => {
    const fields = new Fields(value);
    const isOfTask = fields.has('task_id') && !fields.has('problem_id');
    fields.needAll(['problem_id', 'task_id'], ...(isOfTask ? [] : ([['id', 'sample_id']] as const)), [
      'code',
      'response',
      'completion',
      'solution',
    ]);
    const problemId = fields.text(isOfTask ? 'task_id' : 'problem_id');
    const submission = submissionIn(fields);
    const isNamed = !isOfTask || fields.has('id') || fields.has('sample_id');
    const tokens = tokenChances(fields.object.get('logprobs'));
    const number = numbers.get(problemId) ?? 0;
    if (!isNamed) numbers.set(problemId, number + 1);
    return {
      problemId,
      set: fields.textOr('set', null),
      id: isNamed ? sampleId(fields) : String(number),
      submission,
      ...(tokens === null ? {} : { tokens }),
    };
  };
}

/** Numbers are common as sample ids; they stay as written. Rows of verdicts call it `sample_id`. */
function sampleId(fields: Fields): string {
  const value = fields.value(!fields.has('id') && fields.has('sample_id') ? 'sample_id' : 'id');
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'numeral' in value) return stringifyLossless(value);
  throw new Misfit('id', `expected text or a number, found ${kindOf(value)}`);
}

/** `code` wins where several stand, then EvalPlus's name for it, then `response`. */
function submissionIn(fields: Fields): Sample['submission'] {
  for (const name of ['code', 'solution'])
    if (fields.has(name)) return { kind: 'program', code: fields.text(name) };
  if (fields.has('response')) {
    const named = fields.textOr('finish_reason', '');
    const finishReason = FINISH_REASONS.find((known) => known === named) ?? null;
    const text = fields.text('response');
    const completion = { reasoning: '', reasoningOpen: false, text, finishReason, usage: null };
    return { kind: 'completion', completion };
  }
  if (fields.has('completion')) return { kind: 'continuation', text: fields.text('completion') };
  throw new Misfit('code', 'is missing: a sample needs "code", "response" or "completion"');
}
