/** Problems out of other data sets, judged: programs that are right of them pass, programs that are wrong do not. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { inTemporaryFolder } from '../../src/node/temporary-folder.ts';
import { allpass, grade, readLinesOf } from '../node/command-line.ts';

const FIXTURES = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url));
const present = existsSync(FIXTURES);
if (!present) console.warn('Skipped: the shared fixtures folder is not beside this checkout.');

interface Program {
  readonly problem_id: string;
  readonly code: string;
  readonly native_reward: number;
  readonly native: { readonly first_fail?: { readonly kind: string } };
  readonly assert_reward?: number;
  readonly timing_sensitive?: boolean;
}

interface Converted {
  readonly id: string;
  readonly prompt: string;
  readonly mode: string;
  readonly meta?: { readonly in_source_id?: string };
}

/** The corpus's id of a problem. */
type Known = (problem: Converted, byPrompt: ReadonlyMap<string, string>) => string | undefined;

const byPrompt: Known = ({ prompt }, ids) => ids.get(prompt.trim());
const SOURCES: Readonly<Record<string, Known>> = {
  'livecodebench/code_generation.sample.jsonl': ({ id }) => `lcb/${id}`,
  'taco/taco.sample.jsonl': byPrompt,
  'apps/train': byPrompt,
  'primeintellect/verifiable_coding.sample.jsonl': ({ meta }) => meta?.in_source_id,
  'primeintellect/deepcoder_preview.sample.jsonl': byPrompt,
  'humaneval/HumanEval.sample.jsonl.gz': ({ id }) => id.replace('HumanEval', 'humaneval'),
  'mbpp/mbpp.sample.jsonl': ({ id }) => id.replace('Mbpp', 'mbpp'),
};
/** Of each file, so that the whole takes a minute on an idle machine. */
const MOST_PROBLEMS = 15;

function converted(file: string): string {
  return inTemporaryFolder((folder) => {
    const end = allpass(['convert', join(FIXTURES, 'raw', file), '-q', '-o', 'P.jsonl'], folder);
    expect(end).toEqual({ code: 0, stdout: '', stderr: '' });
    return readFileSync(join(folder, 'P.jsonl'), 'utf8');
  });
}

it.skipIf(!present).each(Object.entries(SOURCES))(
  'programs for %s earn what native CPython gave them',
  (file, known) => {
    const corpus = readLinesOf<Converted>(`${FIXTURES}problems.jsonl`);
    const ids = new Map(corpus.map(({ id, prompt }) => [prompt.trim(), id]));
    const programs = readLinesOf<Program>(`${FIXTURES}solutions.jsonl`).filter(
      // An endless loop takes its time twice, and tells nothing of a file's format.
      (each) => !each.timing_sensitive && each.native.first_fail?.kind !== 'TLE',
    );
    const text = converted(file);
    const samples = text
      .trimEnd()
      .split('\n')
      .slice(0, MOST_PROBLEMS)
      .map((line) => JSON.parse(line) as Converted)
      .flatMap((problem) => {
        const id = known(problem, ids);
        const of = programs
          .filter(({ problem_id }) => problem_id === id)
          .map((each) => ({
            ...each,
            due: problem.mode === 'assert' ? each.assert_reward : each.native_reward,
          }));
        const [right, wrong] = [1, 0].map((due) => of.find((each) => each.due === due));
        return [right, wrong]
          .filter((each) => each !== undefined)
          .map(({ code, due }) => ({ problem_id: problem.id, id: String(due), code, due }));
      });
    expect(samples.filter(({ due }) => due === 1).length).toBeGreaterThan(0);
    const rows = grade(text, samples.map((sample) => JSON.stringify(sample)).join('\n'));
    const different = rows.filter(({ reward }, index) => reward !== samples[index]!.due);
    expect(different).toEqual([]);
  },
);

it.skipIf(!present)('the references that rows bring pass their tests', () => {
  const leetcode = 'leetcode/deepcoder_leetcode.sample.json';
  const plus = 'humaneval/HumanEvalPlus-OriginFmt.sample.jsonl.gz';
  const references = [
    ...(
      JSON.parse(readFileSync(`${FIXTURES}raw/${leetcode}`, 'utf8')) as readonly { solutions: string }[]
    ).map(({ solutions }, index) => ({ problem_id: `deepcoder-leetcode/${index}`, code: solutions })),
    ...gunzipSync(readFileSync(`${FIXTURES}raw/${plus}`))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { task_id: string; prompt: string; canonical_solution: string })
      .map(({ task_id, prompt, canonical_solution }) => ({
        problem_id: task_id,
        code: prompt + canonical_solution,
      })),
  ];
  const samples = references.map((each) => JSON.stringify({ ...each, id: 'reference' }));
  const rows = grade(converted(leetcode) + converted(plus), samples.join('\n'));
  expect(rows).toHaveLength(33);
  expect(rows.filter(({ reward }) => reward !== 1)).toEqual([]);
});
