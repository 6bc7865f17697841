/**
 * Assert mode against native CPython: HumanEval's `check(candidate)` and MBPP's `test_list`.
 * `every`: 1 for all programs, n for each n-th.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { allpass, grade, readLinesOf } from '../node/command-line.ts';

const FIXTURES = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url));
const present = existsSync(FIXTURES);
if (!present) console.warn('Skipped: the shared fixtures folder is not beside this checkout.');

interface Solution {
  readonly problem_id: string;
  readonly id: string;
  readonly code: string;
  readonly assert_reward?: number;
  readonly timing_sensitive?: boolean;
}

interface HumanEvalRow {
  readonly task_id: string;
  readonly prompt: string;
  readonly entry_point: string;
  readonly test: string;
}

interface MbppRow {
  readonly task_id: number;
  readonly text: string;
  readonly test_setup_code: string;
  readonly test_list: readonly string[];
}

export function expectAssertAgreement(every: number): void {
  const part = every === 1 ? 'every' : `each ${every}th`;
  it.skipIf(!present)(`${part} program of HumanEval and MBPP is judged as native`, () => {
    const problems = [...humanEval(), ...mbpp()];
    const known = new Set(problems.map(({ id }) => id));
    const solutions = readLinesOf<Solution>(`${FIXTURES}solutions.jsonl`)
      .filter(
        ({ assert_reward, problem_id, timing_sensitive }) =>
          assert_reward !== undefined && known.has(problem_id) && !timing_sensitive,
      )
      .filter((_, index) => index % every === 0);
    expect(solutions.length).toBeGreaterThan(300 / every);
    const rows = grade(
      problems.map((problem) => JSON.stringify(problem)).join('\n'),
      solutions.map(({ problem_id, id, code }) => JSON.stringify({ problem_id, id, code })).join('\n'),
    );
    const different = solutions.flatMap((solution, index) => {
      const { reward, verdict, error } = rows[index]!;
      const { problem_id, id, assert_reward } = solution;
      return reward === assert_reward ? [] : [{ problem_id, id, assert_reward, reward, verdict, error }];
    });
    expect(different).toEqual([]);
  });
}

/** Rows of MBPP and MBPP+ in ways that were reported: what their references earn, in any order that is right. */
export function expectFieldAgreement(): void {
  const folder = `${FIXTURES}field/files/`;
  it.skipIf(!existsSync(folder)).each([
    ['h07-mbpp.jsonl', 'h07-samples.jsonl'],
    ['h08-mbppplus.jsonl', 'h08-samples.jsonl'],
  ])('the references of %s earn 1', (problems, samples) => {
    const rows = grade(
      allpass(['convert', folder + problems, '-q']).stdout,
      readFileSync(folder + samples, 'utf8'),
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.map(({ sample_id, reward }) => [sample_id, reward])).toEqual(
      rows.map(({ sample_id }) => [sample_id, String(sample_id).endsWith('-wrong') ? 0 : 1]),
    );
  });
}

function humanEval() {
  const packed = readFileSync(`${FIXTURES}raw/humaneval/HumanEval.sample.jsonl.gz`);
  const lines = gunzipSync(packed).toString().trimEnd().split('\n');
  return lines.map((line) => {
    const { task_id, prompt, entry_point, test } = JSON.parse(line) as HumanEvalRow;
    return {
      id: task_id.replace('HumanEval', 'humaneval'),
      prompt,
      mode: 'assert',
      check: `${test}\ncheck(${entry_point})\n`,
    };
  });
}

function mbpp() {
  const rows = readLinesOf<MbppRow>(`${FIXTURES}raw/mbpp/mbpp.sample.jsonl`);
  return rows.map(({ task_id, text, test_setup_code, test_list }) => ({
    id: `mbpp/${task_id}`,
    prompt: text,
    mode: 'assert',
    check: [test_setup_code, ...test_list].join('\n'),
  }));
}
