/** The file of samples: one program or one raw model answer a line. */
import { stringifyLossless, type LosslessValue } from '../base/lossless-json.ts';
import type { FinishReason } from '../domain/completion.ts';
import type { Sample } from '../domain/sample.ts';
import type { Submission } from '../domain/submission.ts';
import { Fields, kindOf, Misfit } from './fields.ts';
import { readLines, type ImportFault } from './lines.ts';

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
  const { records, faults } = readLines(text, (value) => {
    const sample = readSample(value);
    const reason = refusal(sample.problemId);
    if (reason !== null) throw new Misfit('problem_id', reason);
    return sample;
  });
  return { samples: records, faults };
}

function readSample(value: LosslessValue): Sample {
  const fields = new Fields(value);
  return {
    problemId: fields.text('problem_id'),
    id: sampleId(fields),
    submission: submissionOf(fields),
  };
}

/** Numbers are common as sample ids; they stay as written. */
function sampleId(fields: Fields): string {
  const value = fields.value('id');
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'numeral' in value) return stringifyLossless(value);
  throw new Misfit('id', `expected text or a number, found ${kindOf(value)}`);
}

/** `code` wins where several stand. */
function submissionOf(fields: Fields): Submission {
  if (fields.has('code')) return { kind: 'program', code: fields.text('code') };
  if (!fields.has('response')) {
    throw new Misfit('code', 'is missing: a sample needs "code" or "response"');
  }
  const named = fields.textOr('finish_reason', '');
  const finishReason = FINISH_REASONS.find((known) => known === named) ?? null;
  const text = fields.text('response');
  const completion = { reasoning: '', reasoningOpen: false, text, finishReason, usage: null };
  return { kind: 'completion', completion };
}
