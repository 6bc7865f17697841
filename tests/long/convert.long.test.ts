/** Problems out of other data sets, judged: programs that are right of them pass, programs that are wrong do not. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTemporaryFolder } from '../builders/files.ts';
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
/** The number of problems of each file, so that the whole takes half a minute on an idle machine. */
const MOST_PROBLEMS = 15;

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

/** Returns the rows of all parts in one run: each run starts a browser. */
function graded(parts: readonly Part[]): readonly (readonly VerdictRow[])[] {
  const samples = parts
    .flatMap((part) => part.samples)
    .map((sample, index) => JSON.stringify({ ...sample, id: `${index}` }));
  const rows = [...grade(parts.map(({ text }) => text).join(''), samples.join('\n'))];
  expect(rows).toHaveLength(samples.length);
  return parts.map((part) => rows.splice(0, part.samples.length));
}

describe.skipIf(!present)('for the problems of other data sets', () => {
  let parts: readonly Part[];
  let rows: readonly (readonly VerdictRow[])[];

  beforeAll(() => {
    parts = Object.entries(SOURCES).map(([file, known]) => programsFor(file, known));
    rows = graded(parts);
  });

  it.each(Object.keys(SOURCES).map((file, at) => [file, at] as const))(
    'programs for %s earn what native CPython gave them',
    (_, at) => {
      const { samples } = parts[at]!;
      expect(samples.filter(({ due }) => due === 1).length).toBeGreaterThan(0);
      expect(rows[at]!.filter(({ reward }, index) => reward !== samples[index]!.due)).toEqual([]);
    },
  );

  it('the references that rows bring pass their tests', () => {
    const [own] = graded([references()]);
    expect(own).toHaveLength(33);
    expect(own!.filter(({ reward }) => reward !== 1)).toEqual([]);
  });
});
