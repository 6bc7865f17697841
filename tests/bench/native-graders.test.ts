import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inTemporaryFolder } from '../builders/files.ts';
import { GRADERS, type NativeRun } from './programs.ts';
import { isMissing } from './figures.ts';
import { python, pythonVersion } from './figures.ts';

const PROBLEMS = [
  { id: 'double', mode: 'stdin', tests: [2, 3, 5].map((n) => ({ input: `${n}\n`, output: `${2 * n}\n` })) },
  {
    id: 'add',
    mode: 'call',
    fn_name: 'add',
    tests: [
      { input: [1, 2], output: 3 },
      { input: [2, 2], output: 4 },
    ],
  },
];
const PROGRAMS: readonly (readonly [problem: string, code: string, passes: boolean])[] = [
  ['double', 'print(int(input()) * 2)', true],
  ['double', 'import sys\nprint(int(sys.stdin.buffer.read()) * 2)\nsys.exit()', true],
  ['double', 'print(int(input()) + 2)', false],
  ['double', 'n = int(input())\nprint(n * 2)\nraise ValueError', false],
  ['double', 'n = int(input())\nprint(n * 2)\nexit(1)', false],
  ['double', 'print(int(input()) * 2))', false],
  // Each test begins with a fresh interpreter.
  ['double', 'import math\nn = int(input())\nprint(n * getattr(math, "left", 2))\nmath.left = 3', true],
  ['add', 'def add(a, b):\n    print("noise")\n    return a + b', true],
  ['add', 'class Solution:\n    def add(self, a, b):\n        return a + b', true],
  ['add', 'def add(a, b):\n    return a * b', false],
  ['add', 'def sub(a, b):\n    return a + b', false],
];

it.skipIf(pythonVersion() === null).each(['fork', 'process'] as const)(
  'the native grader by %s judges programs of both modes (skipped where there is no python3)',
  (way) => {
    inTemporaryFolder((folder) => {
      const [problems, samples] = [join(folder, 'problems.jsonl'), join(folder, 'samples.jsonl')];
      writeFileSync(problems, PROBLEMS.map((problem) => JSON.stringify(problem)).join('\n'));
      writeFileSync(
        samples,
        PROGRAMS.map(([problem_id, code]) => JSON.stringify({ problem_id, code })).join('\n'),
      );
      const run = (step: number): NativeRun => {
        const said = python(['-I', GRADERS, way, problems, samples, String(step)]);
        if (isMissing(said)) throw new Error(said.notMeasured);
        return JSON.parse(said) as NativeRun;
      };
      const whole = run(1);
      expect(whole.passed).toEqual(PROGRAMS.map(([, , passes]) => passes));
      // The count includes all tests of every program that compiles.
      expect(whole.tests).toBe(6 * 3 + 4 * 2);
      expect(whole.seconds).toBeGreaterThan(0);
      expect(run(10).tests).toBe(2);
    });
  },
);
