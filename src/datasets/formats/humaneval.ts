/**
 * HumanEval: openai/human-eval 6d43fb9 `data/HumanEval.jsonl.gz`, openai/openai_humaneval on the Hub. Fields:
 * task_id, prompt (the beginning of a function), entry_point, canonical_solution, test (the source of
 * `check(candidate)`).
 */
import { isLosslessObject } from '../../base/lossless-json.ts';
import { Misfit, type Fields } from '../reading/fields.ts';
import type { ProblemRow } from '../reading/problem-row.ts';
import { humanEvalTests } from './check-source.ts';
import { CHECK_LIMITS, evalPlusCheck, evalPlusTests } from './evalplus-check.ts';
import { hasFields, hasText, idIn, textIn, type Format } from './format.ts';
import type { Reading } from '../reading/reading.ts';

export const HUMANEVAL: Format = {
  name: 'humaneval',
  about: 'HumanEval',
  sniff: (row) =>
    hasText(row, 'prompt', 'entry_point', 'test') && hasFields(row, 'task_id', 'canonical_solution'),
  read: (row, reading) => ({
    ...completion(row, reading, 'humaneval'),
    ...humanEvalTests(row.text('test'), row.text('entry_point')),
  }),
};

/**
 * HumanEval+: evalplus/humanevalplus_release 200defc. Like HumanEval, but either test contains `inputs = […]` and
 * `results = […]` (HumanEvalPlus-OriginFmt, evalplus/humanevalplus on the Hub), or the row has base_input,
 * plus_input and atol, and no results.
 */
export const HUMANEVALPLUS: Format = {
  name: 'humanevalplus',
  about: 'HumanEval+, with results in its test (OriginFmt, the Hub) or without (inputs alone)',
  sniff: (row) =>
    HUMANEVAL.sniff(row) && (hasFields(row, 'plus_input') || /^[ \t]*inputs = \[/m.test(textIn(row, 'test'))),
  read(row, reading) {
    const [test, entry] = [row.text('test'), row.text('entry_point')];
    reportMissingResults(row, reading);
    const reportRepair = (reason: string) => reading.reportRepair('test', reason);
    return {
      ...completion(row, reading, 'humaneval+'),
      ...(evalPlusTests(test, entry) ?? {
        ...CHECK_LIMITS,
        ...humanEvalTests(evalPlusCheck(test, reportRepair), entry),
      }),
    };
  },
};

/** Reads the fields that HumanEval and HumanEval+ have in common. */
function completion(
  row: Fields,
  reading: Reading,
  source: string,
): Pick<ProblemRow, 'id' | 'source' | 'prompt' | 'starterCode'> {
  const prompt = row.text('prompt');
  const id = idIn(row, 'task_id') ?? `${source}/${reading.ordinal}`;
  return {
    id,
    source,
    prompt: `Complete the function.\n\n\`\`\`python\n${prompt.trim()}\n\`\`\``,
    starterCode: prompt,
  };
}

/** Reports inputs that have no results. The results would have to be computed by running the reference solution. */
export function reportMissingResults(row: Fields, reading: Reading): void {
  if (!row.has('plus_input')) return;
  const value = row.value('plus_input');
  // A row of MBPP+ without inputs contains an empty object.
  if (isLosslessObject(value) && value.size === 0) return;
  if (!Array.isArray(value) && typeof value !== 'string')
    throw new Misfit('plus_input', 'expected a list of inputs');
  const [subjectText, verbText] = Array.isArray(value)
    ? [`${value.length} inputs come`, 'are']
    : ['comes', 'is'];
  reading.reportRepair(
    'plus_input',
    `${subjectText} without results and ${verbText} left out; the file of the same set on the Hub has both`,
  );
}
