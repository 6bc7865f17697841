/** The same page in Firefox: every kind of verdict, kills among them, and agreement with native CPython. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { problemRows, problems, slugs } from '../agreement/bundled.ts';
import { grade, readLinesOf } from '../node/command-line.ts';
import { findFirefox } from '../../src/node/cli/page/page-settings.ts';

const SOURCES = fileURLToPath(new URL('../../src/datasets/allpass/', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url));

const VERDICTS = { right: 'accepted', slow: 'time-limit-exceeded', wrong: 'wrong-answer' } as const;

const installed = findFirefox() !== null;
if (!installed) console.warn('There is no Firefox on this machine: nothing was judged in one.');

describe.skipIf(!installed)('in Firefox', () => {
  it('the bundled programs are judged as what they are, right ones after killed ones too', () => {
    const samples = slugs.flatMap((slug, index) => {
      const problemId = problems[index]!.id;
      // A kill takes its time twice; a few of them show what there is to show.
      const ids = index % 6 === 0 ? (['slow', 'right', 'wrong'] as const) : (['right', 'wrong'] as const);
      return ids.map((id) => ({
        problem_id: problemId,
        id,
        code: readFileSync(join(SOURCES, slug, `${id}.py`), 'utf8'),
      }));
    });
    const file = samples.map((sample) => JSON.stringify(sample)).join('\n');
    const rows = grade(problemRows.join('\n'), file, '--browser', 'firefox');
    expect(rows.map(({ problem_id, sample_id, verdict }) => [problem_id, sample_id, verdict])).toEqual(
      samples.map(({ problem_id, id }) => [problem_id, id, VERDICTS[id]]),
    );
  });

  it.skipIf(!existsSync(FIXTURES))('the shared fixtures get the rewards of native CPython', () => {
    interface Solution {
      readonly native_reward: number;
      readonly native: { readonly kinds: Readonly<Record<string, number>>; readonly max_ms: number };
      readonly timing_sensitive?: boolean;
      readonly requires?: readonly string[];
    }
    const solutions = readLinesOf<Solution>(`${FIXTURES}solutions.jsonl`).filter(
      ({ native, timing_sensitive, requires }) =>
        !timing_sensitive && !requires && !native.kinds['TLE'] && native.max_ms <= 1000,
    );
    const problems = readFileSync(`${FIXTURES}problems.jsonl`, 'utf8');
    const file = solutions.map((solution) => JSON.stringify(solution)).join('\n');
    const rows = grade(problems, file, '--browser', 'firefox');
    expect(rows).toHaveLength(solutions.length);
    expect(rows.filter((row, index) => row.reward !== solutions[index]!.native_reward)).toEqual([]);
  });
});
