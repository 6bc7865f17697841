/** Bad input to the command line: one line that names file, line and field, exit code 2, nothing left behind. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFiles } from '../builders/files.ts';
import { allpass } from './command-line.ts';

const PROBLEM = '{"id":"p","mode":"stdin","prompt":"","tests":[{"input":"","output":"1"}]}';
const SAMPLE = '{"problem_id":"p","id":"s","code":"print(1)"}';
const FILES = ['--problems', 'P.jsonl', '--samples', 'S.jsonl'];

interface Case {
  readonly problems?: string;
  readonly samples?: string;
  readonly args?: readonly string[];
  readonly says: string;
}

const CASES: Readonly<Record<string, Case>> = {
  'a broken line': { problems: `${PROBLEM}\n{"id":`, says: 'P.jsonl, line 2: not JSON' },
  'a line that is no object': {
    problems: `${PROBLEM}\n[1]`,
    says: 'P.jsonl, line 2: expected an object',
  },
  'a missing field': {
    problems: '{"id":"p","mode":"stdin","tests":[{"input":"","output":""}]}',
    says: 'P.jsonl, line 1, field prompt: is missing',
  },
  'several missing fields': {
    problems: '{"id":"p"}',
    says: 'P.jsonl, line 1, field mode: is missing, and so are "prompt" and "tests"',
  },
  'a wrong mode': {
    problems: '{"id":"p","mode":"x","prompt":""}',
    says: 'line 1, field mode: expected "stdin" or "call"',
  },
  'no tests': {
    problems: '{"id":"p","mode":"stdin","prompt":"","tests":[]}',
    says: 'field tests: has no test',
  },
  'a test without output': {
    problems: '{"id":"p","mode":"stdin","prompt":"","tests":[{"input":""}]}',
    says: 'field tests[0].output: is missing',
  },
  'a repeated id': {
    problems: `${PROBLEM}\n${PROBLEM}`,
    says: 'line 2, field id: "p" stands on an earlier line',
  },
  'an empty file': { problems: '\n', says: 'P.jsonl: holds no problem' },
  'a sample of an unknown problem, where that is to be': {
    samples: '{"problem_id":"q","id":"s","code":""}',
    args: [...FILES, '--strict'],
    says: 'S.jsonl, line 1, field problem_id: "q" is not in P.jsonl',
  },
  'a sample without a program': {
    samples: '{"problem_id":"p","id":"s"}',
    says: 'line 1, field code: is missing',
  },
  'problems that are samples': {
    problems: SAMPLE,
    says: 'P.jsonl, line 1: the row is a sample, not a problem: are the two files swapped?',
  },
  'samples that are problems': {
    samples: PROBLEM,
    says: 'S.jsonl, line 1: the row is a problem, not a sample: are the two files swapped?',
  },
  'problems in a list': { problems: `[${PROBLEM}]`, says: 'make one with "allpass convert P.jsonl' },
  'problems in a table': { problems: 'id,prompt\np,x', says: 'P.jsonl: is a CSV file' },
  'problems in Parquet': { problems: 'PAR1', says: 'P.jsonl: is a Parquet file' },
  'problems of LiveCodeBench': {
    problems:
      '{"question_id":"a","question_title":"t","question_content":"c","platform":"atcoder","starter_code":"","public_test_cases":"[]","private_test_cases":"[]","metadata":"{}"}',
    says: 'holds rows of the format livecodebench, not problems.jsonl',
  },
  'a folder in the place of a file': {
    args: ['--problems', '.', '--samples', 'S.jsonl'],
    says: '.: is a folder, and must be a file',
  },
  'a file in the place of a folder': {
    args: ['--problems', 'P.jsonl/p', '--samples', 'S.jsonl'],
    says: 'P.jsonl/p: no such file: a part of its path is a file',
  },
  'an output in no folder': {
    args: [...FILES, '-o', 'none/out.jsonl'],
    says: 'none/out.jsonl: cannot be written: there is no folder',
  },
  'a negative number': { args: [...FILES, '--workers', '-1'], says: '--workers -1: must not be negative' },
  'an option without its value': {
    args: ['--problems', '--samples', 'S.jsonl'],
    says: '--problems: needs a value',
  },
  'a last option without its value': { args: [...FILES, '-o'], says: '-o: needs a value' },
  'a file that is not there': {
    args: ['--problems', 'none.jsonl', '--samples', 'S.jsonl'],
    says: 'none.jsonl: no such file',
  },
  'an unknown profile': { args: [...FILES, '--profile', 'x'], says: '--profile x' },
  'a profile that is nearly one': {
    args: [...FILES, '--profile', 'rlm'],
    says: '--profile rlm: there is no such profile (did you mean rllm?); there are standard, ',
  },
  'a key that no profile has': {
    args: [...FILES, '--profile', 'custom:extrakt=rllm'],
    says: 'there is no key "extrakt" (did you mean extract?); after custom: stand KEY=VALUE,…, with the keys extract, tests, ',
  },
  'a value that a key may not have': {
    args: [...FILES, '--profile', 'custom:tests=all,compare=flot'],
    says: 'compare may not be "flot" (did you mean float?); it may be lcb, exact, tokens, float, ',
  },
  'a browser that is nearly one': {
    args: [...FILES, '--browser', 'firefoks'],
    says: '--browser firefoks: must be chromium or firefox (did you mean firefox?)',
  },
  'an option that is nearly one': {
    args: ['--profil', 'rllm', ...FILES],
    says: '--profil: there is no such option (did you mean --profile?)',
  },
  'a file without its option': {
    args: ['P.jsonl', 'S.jsonl'],
    says: 'P.jsonl: is not an option. Name files by options, such as --problems FILE; see allpass grade --help',
  },
  'a wrong limit': { args: [...FILES, '--time-limit', '-1'], says: '--time-limit' },
  'a wrong time factor': {
    args: [...FILES, '--time-factor', '0.5'],
    says: '--time-factor 0.5: must be a number from 1 to 5',
  },
  'a time factor that is no number': {
    args: [...FILES, '--time-factor', 'x'],
    says: '--time-factor x: must be',
  },
  'a value where retries are switched off': { args: [...FILES, '--no-retry=1'], says: '--no-retry' },
  'a wrong shard': { args: [...FILES, '--shard', '3/2'], says: '--shard 3/2' },
  'an unknown option': { args: ['--nonsense'], says: '--nonsense' },
  'an output that cannot be written': {
    args: [...FILES, '-o', 'none/out.jsonl'],
    says: 'none/out.jsonl: cannot be written',
  },
};

describe('grade refuses', () => {
  it.each(Object.entries(CASES))('%s', (_, { problems = PROBLEM, samples = SAMPLE, args, says }) => {
    withFiles({ 'P.jsonl': problems, 'S.jsonl': samples }, (folder) => {
      const end = allpass(['grade', ...(args ?? [...FILES, '-o', 'out.jsonl'])], folder);
      expect(end).toMatchObject({ code: 2, stdout: '' });
      expect(end.stderr).toContain(says);
      expect(end.stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(readdirSync(folder).sort()).toEqual(['P.jsonl', 'S.jsonl']);
      expect(existsSync(join(folder, 'none'))).toBe(false);
    });
  });

  it('an unknown command, and names the one that may have been meant', () => {
    const end = allpass(['grad']);
    expect(end.code).toBe(2);
    expect(end.stderr).toBe(
      'allpass: grad: no such command (did you mean grade?); there are grade, eval, doctor, strength, audit, xray, extract, merge, report, convert, prepare, lab, serve, recipe, scorm\n',
    );
  });
});
