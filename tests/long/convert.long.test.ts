/** Problems out of other data sets, judged: programs that are right of them pass, programs that are wrong do not. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTemporaryFolder } from '../../src/node/temporary-folder.ts';
import { allpass, grade, readLinesOf, type VerdictRow } from '../node/command-line.ts';

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
/** Of each file, so that the whole takes half a minute on an idle machine. */
const MOST_PROBLEMS = 15;
const REFERENCES = 'the references that rows bring';

function converted(file: string): string {
  return inTemporaryFolder((folder) => {
    const end = allpass(['convert', join(FIXTURES, 'raw', file), '-q', '-o', 'P.jsonl'], folder);
    expect(end).toEqual({ code: 0, stdout: '', stderr: '' });
    return readFileSync(join(folder, 'P.jsonl'), 'utf8');
  });
}

interface Part {
  /** Problems, as lines. */
  readonly text: string;
  readonly samples: readonly { readonly problem_id: string; readonly code: string; readonly due: number }[];
}

/** A right and a wrong program for each of the first problems of a file. */
function programsFor(file: string, known: Known): Part {
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
        .map(({ code, native_reward, assert_reward }) => ({
          problem_id: problem.id,
          code,
          due: problem.mode === 'assert' ? assert_reward : native_reward,
        }));
      const isDue = (due: number) => (each: (typeof of)[number]) => each.due === due;
      return [1, 0].flatMap((due) =>
        of
          .filter(isDue(due))
          .slice(0, 1)
          .map((each) => ({ ...each, due })),
      );
    });
  return { text, samples };
}

/** The references that rows bring along. */
function references(): Part {
  const leetcode = 'leetcode/deepcoder_leetcode.sample.json';
  const plus = 'humaneval/HumanEvalPlus-OriginFmt.sample.jsonl.gz';
  const solved = JSON.parse(readFileSync(`${FIXTURES}raw/${leetcode}`, 'utf8')) as readonly {
    solutions: string;
  }[];
  const tasks = gunzipSync(readFileSync(`${FIXTURES}raw/${plus}`))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { task_id: string; prompt: string; canonical_solution: string });
  return {
    text: converted(leetcode) + converted(plus),
    samples: [
      ...solved.map(({ solutions }, index) => ({
        problem_id: `deepcoder-leetcode/${index}`,
        code: solutions,
        due: 1,
      })),
      ...tasks.map(({ task_id, prompt, canonical_solution }) => ({
        problem_id: task_id,
        code: prompt + canonical_solution,
        due: 1,
      })),
    ],
  };
}

describe.skipIf(!present)('programs for the problems of other data sets earn what is due to them', () => {
  const parts = new Map<string, Part>();
  const rows: VerdictRow[] = [];

  beforeAll(() => {
    for (const [file, known] of Object.entries(SOURCES)) parts.set(file, programsFor(file, known));
    parts.set(REFERENCES, references());
    // In one run: each of them starts a browser.
    const all = [...parts.values()];
    const samples = all.flatMap((part) => part.samples).map((each, index) => ({ ...each, id: `${index}` }));
    const problems = all.map(({ text }) => text).join('');
    rows.push(...grade(problems, samples.map((sample) => JSON.stringify(sample)).join('\n')));
    expect(rows).toHaveLength(samples.length);
  });

  it.each([...Object.keys(SOURCES), REFERENCES])('%s', (name) => {
    const { samples } = parts.get(name)!;
    expect(samples.filter(({ due }) => due === 1).length).toBeGreaterThan(name === REFERENCES ? 32 : 0);
    const before = [...parts.keys()].slice(0, [...parts.keys()].indexOf(name));
    const first = before.reduce((sum, each) => sum + parts.get(each)!.samples.length, 0);
    const own = rows.slice(first, first + samples.length);
    expect(own.filter(({ reward }, index) => reward !== samples[index]!.due)).toEqual([]);
  });
});
