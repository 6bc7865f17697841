/**
 * The problems that ship, and that every right program earns 1, no other program does, and recordings keep their
 * word. `every`: 1 for all problems, n for each n-th, with the loops of the first alone: those end by the clock, and
 * take their time twice.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Problem } from '../../src/domain/problem.ts';
import { grade } from '../node/command-line.ts';

const SOURCES = fileURLToPath(new URL('../../src/datasets/allpass/', import.meta.url));
const SHIPPED = fileURLToPath(new URL('../../public/problems/', import.meta.url));

interface Recording {
  readonly kind: string;
  readonly raw: string;
  readonly finishReason: string;
}

export const slugs = readdirSync(SOURCES);
export const problems = slugs.map(
  (slug) => JSON.parse(readFileSync(join(SHIPPED, `${slug}.json`), 'utf8')) as Problem,
);
/** As rows of problems.jsonl, for the command line. */
export const problemRows = problems.map(rowOf);
export const recordings = slugs.map(
  (slug) => JSON.parse(readFileSync(join(SHIPPED, `${slug}.answers.json`), 'utf8')) as Recording[],
);

/** What the judge must say of each kind of recorded answer. */
export const VERDICTS: Readonly<Record<string, readonly string[]>> = {
  right: ['accepted'],
  'two-blocks': ['accepted'],
  'trailing-text': ['accepted'],
  wrong: ['wrong-answer'],
  slow: ['time-limit-exceeded'],
  crash: ['runtime-error'],
  'no-code': ['no-code'],
  'cut-off': ['truncated'],
};

/** Before the kind of a recording: programs have the same kinds, and each sample an id of its own. */
const RECORDED = 'recorded ';

export function expectBundledVerdicts(every: number): void {
  const part = every === 1 ? 'every problem' : `each ${every}th problem`;
  it(`judge every program and every recording of ${part} as what it is`, () => {
    const samples = slugs.flatMap((slug, index) => {
      if (index % every !== 0) return [];
      const { id: problem_id } = problems[index]!;
      const programs = ['right', 'wrong', 'slow'].map((id) => ({
        problem_id,
        id,
        code: readFileSync(join(SOURCES, slug, `${id}.py`), 'utf8'),
      }));
      const answers = recordings[index]!.map(({ kind, raw, finishReason }) => ({
        problem_id,
        id: `${RECORDED}${kind}`,
        response: raw,
        finish_reason: finishReason,
      }));
      return [...programs, ...answers].filter(({ id }) => id !== 'slow' || every === 1 || index === 0);
    });
    // A slow program is given little time: it needs a hundred times as much, and every time-out runs twice.
    const isSlow = (sample: (typeof samples)[number]) => sample.id === 'slow';
    const file = (chosen: typeof samples) => chosen.map((sample) => JSON.stringify(sample)).join('\n');
    const verdicts = [
      ...grade(problemRows.join('\n'), file(samples.filter((sample) => !isSlow(sample)))),
      ...grade(problemRows.join('\n'), file(samples.filter(isSlow)), '--time-limit', '0.1'),
    ];
    const astray = verdicts.filter(
      ({ sample_id, verdict, reward }) =>
        !VERDICTS[sample_id.replace(RECORDED, '')]!.includes(verdict) ||
        reward !== (verdict === 'accepted' ? 1 : 0),
    );
    expect(verdicts).toHaveLength(samples.length);
    expect(astray).toEqual([]);
  });
}

/** Values are spliced in as text: parsing would lose integers above 2**53. */
function rowOf(problem: Problem): string {
  const { id, source, title, difficulty, mode, tags, prompt, license } = problem;
  const { functionName: fn_name, starterCode: starter_code, publicTests: public_tests } = problem;
  const { timeLimitSeconds: time_limit_s, memoryLimitMb: memory_limit_mb } = problem;
  const limits = { public_tests, time_limit_s, memory_limit_mb };
  const head = {
    id,
    source,
    title,
    difficulty,
    mode,
    tags,
    prompt,
    license,
    fn_name,
    starter_code,
    ...limits,
  };
  const value = (text: string) => (mode === 'call' ? text : JSON.stringify(text));
  const tests = problem.tests.map(
    ({ input, output }) => `{"input":${value(input)},"output":${value(output)}}`,
  );
  return `${JSON.stringify(head).slice(0, -1)},"tests":[${tests.join(',')}]}`;
}
