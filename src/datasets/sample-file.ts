/** The file of samples: one program or one raw model answer a line. */
import { stringifyLossless, type LosslessValue } from '../base/lossless-json.ts';
import type { FinishReason } from '../domain/completion.ts';
import type { Sample, SampleContent } from '../domain/sample.ts';
import { Fields, kindOf, Misfit } from './fields.ts';
import { readLines, type ImportFault } from './lines.ts';

const FINISH_REASONS: readonly FinishReason[] = [
  'stop',
  'length',
  'context',
  'content-filter',
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
    content: contentOf(fields),
    finishReason: FINISH_REASONS.find((known) => known === fields.textOr('finish_reason', '')) ?? null,
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
function contentOf(fields: Fields): SampleContent {
  if (fields.has('code')) return { kind: 'code', code: fields.text('code') };
  if (fields.has('response')) return { kind: 'response', response: fields.text('response') };
  throw new Misfit('code', 'is missing: a sample needs "code" or "response"');
}
