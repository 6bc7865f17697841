/** The code that each grader's rule takes out of whole answers, against the recorded results of those graders. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  extractDeepcoderPaper,
  extractLiveCodeBench,
  extractOpenR1,
  extractRewardKit,
  extractRllm,
  extractTinker,
} from '../../src/judge/extract/graders.ts';
import type { Extraction } from '../../src/judge/extract/fences.ts';
import { extractStandard } from '../../src/judge/extract/standard.ts';
import { allpass, readLinesOf } from './command-line.ts';

const ANSWERS = fileURLToPath(new URL('../../../shared/fixtures/answers.jsonl', import.meta.url));
const present = existsSync(ANSWERS);
if (!present) console.warn('Skipped: the shared fixtures folder is not beside this checkout.');

interface Answer {
  readonly id: string;
  readonly text: string;
  readonly expected: string | null;
  readonly ambiguous?: boolean;
  /** Only where they differ from `expected`. */
  readonly lcb_gives?: string | null;
  readonly rllm_gives?: string | null;
}

/** How the rows are to be compared; LiveCodeBench's empty text counts as nothing. */
function comparable(code: string | null): string | null {
  if (code === null) return null;
  return code
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

const given: readonly (readonly [string, (raw: string) => Extraction, (row: Answer) => string | null])[] = [
  ['standard', extractStandard, ({ expected }) => expected],
  ['rllm', extractRllm, ({ expected, rllm_gives = expected }) => rllm_gives],
  // No answer has its last block in reasoning that is closed, which is where tinker parts from rLLM.
  ['tinker', extractTinker, ({ expected, rllm_gives = expected }) => rllm_gives],
  ['lcb', extractLiveCodeBench, ({ expected, lcb_gives = expected }) => lcb_gives || null],
];

/**
 * The answers for which a rule departs from `standard`: those it takes other code from, and those it takes nothing
 * from.
 */
const departures = [
  {
    name: 'reward-kit',
    extract: extractRewardKit,
    other: `think-fences/00 several-fences/00 long-reasoning/00 long-reasoning/03 think-fences/04 several-fences/04
      long-reasoning/05 think-fences/08 several-fences/08 tag-py/08 tag-case/08 long-reasoning/10 tag-py/11
      tag-case/11`,
    nothing: `tag-py/00 indented-list/00 crlf/00 tag-py/04 tag-case/04 indented-list/04 crlf/04 indented-list/08
      crlf/08 indented-list/11 crlf/11`,
  },
  {
    name: 'open-r1',
    extract: extractOpenR1,
    other: `nested-backticks/00 indented-list/00 long-reasoning/03 nested-backticks/04 indented-list/04 tag-case/08
      nested-backticks/08 indented-list/08 tag-case/11 indented-list/11`,
    nothing: `tag-py/00 tag-case/00 crlf/00 tag-py/04 tag-case/04 crlf/04 tag-py/08 unclosed/08 crlf/08 tag-py/11
      unclosed/11 crlf/11`,
  },
  {
    name: 'deepcoder-paper',
    extract: extractDeepcoderPaper,
    other: '',
    nothing: 'crlf/04 unclosed/08 unclosed/11',
  },
];

describe.skipIf(!present)('extraction from whole answers (shared fixtures)', () => {
  const rows = present ? readLinesOf<Answer>(ANSWERS) : [];
  const take = (extract: (raw: string) => Extraction, { text }: Answer): string | null => {
    const extraction = extract(text);
    return extraction.found ? comparable(extraction.code) : null;
  };

  it('finds them', () => {
    expect(rows).toHaveLength(52);
  });

  it.each(given)('gives what the grader gave: %s', (_name, extract, gave) => {
    for (const row of rows) expect(take(extract, row), row.id).toBe(comparable(gave(row)));
  });

  it('is what the command line gives', () => {
    const end = allpass(['extract', '--profile', 'standard', '--answers', ANSWERS]);
    expect(end.code).toBe(0);
    const lines = end.stdout.trimEnd().split('\n');
    const taken = lines.map((line) => JSON.parse(line) as { id: string; code: string | null });
    for (const [at, { id, expected, ambiguous }] of rows.entries()) {
      if (ambiguous) continue;
      expect(taken[at]?.id).toBe(id);
      expect(comparable(taken[at]!.code), id).toBe(comparable(expected));
    }
  });

  // No row says what these give; reward-kit's and open-r1's lists were compared with their expressions in CPython.
  it.each(departures)(
    'departs from the standard rule where it should: $name',
    ({ extract, other, nothing }) => {
      const different = rows.filter((row) => take(extract, row) !== comparable(row.expected));
      const ids = (isNothing: boolean) =>
        different.filter((row) => (take(extract, row) === null) === isNothing).map(({ id }) => id);
      expect(ids(false)).toEqual(other.split(/\s+/).filter(Boolean));
      expect(ids(true)).toEqual(nothing.split(/\s+/));
    },
  );
});
