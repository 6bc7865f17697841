/** Reads the corpus of attacks: one Python file each, whose first comment says what it tries. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readProblems } from '../../src/datasets/problem-file.ts';
import type { Problem } from '../../src/domain/problem.ts';
import { problemOf } from '../builders/problem.ts';

const FOLDER = import.meta.dirname;

/** `0 or null`: the attack may bring down the judge's own machinery, which is nobody's reward. */
const EXPECTATIONS = { 'reward 0': [0], 'reward 0 or null': [0, null], 'reward 1': [1] } as const;

export interface Attack {
  /** Category and file name, `persist-across-tests/poison-json`. */
  readonly id: string;
  readonly problem: Problem;
  readonly code: string;
  readonly rewards: readonly (number | null)[];
  readonly why: string;
}

export function readAttacks(): readonly Attack[] {
  const problems = readOwnProblems();
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.py'))
    .sort()
    .map((file) => {
      const code = readFileSync(join(FOLDER, file), 'utf8');
      const header = readHeader(file, code);
      const problem = problems.get(header.problem);
      if (problem === undefined) throw new Error(`${file}: there is no problem ${header.problem}`);
      const id = `${dirname(file).replaceAll('\\', '/')}/${basename(file, '.py')}`;
      return { id, problem, code, rewards: EXPECTATIONS[header.expect], why: header.why };
    });
}

/** `persist-across-tests`, of what is there. */
export const categoryOf = ({ id }: Attack): string => dirname(id);

/** The first attack of each category: they come in the order of their names. */
export function firstOfEachCategory(attacks: readonly Attack[]): readonly Attack[] {
  return attacks.filter((attack, index) => {
    const before = attacks[index - 1];
    return before === undefined || categoryOf(attack) !== categoryOf(before);
  });
}

interface Header {
  readonly problem: string;
  readonly expect: keyof typeof EXPECTATIONS;
  readonly why: string;
}

/** The lines `# problem: …`, `# expect: …` and `# why: …` that every file begins with, in this order. */
function readHeader(file: string, code: string): Header {
  const found = /^# problem: (.+)\n# expect: (.+)\n# why: (.+(?:\n# {2}.+)*)\n/.exec(code);
  const [, problem, expect, why] = found ?? [];
  if (problem === undefined || expect === undefined || why === undefined || !(expect in EXPECTATIONS)) {
    throw new Error(`${file} does not begin with the three lines that README.md describes`);
  }
  return { problem, expect: expect as Header['expect'], why: why.replaceAll('\n#  ', '') };
}

function readOwnProblems(): ReadonlyMap<string, Problem> {
  const { problems, faults } = readProblems(readFileSync(join(FOLDER, 'problems.jsonl'), 'utf8'));
  if (faults.length > 0) throw new Error(`problems.jsonl: ${JSON.stringify(faults)}`);
  return new Map(problems.map((problem) => [problem.id, problem]));
}

/** A line of the shared corpus. */
interface SharedAttack {
  readonly id: string;
  readonly category: string;
  readonly mode: 'stdin' | 'call';
  readonly fn_name?: string;
  readonly code: string;
  readonly tests: readonly { readonly input: string; readonly output: string }[];
  readonly expect: string;
  readonly why: string;
}

/** The shared corpus; in call mode an input there is one JSON value a line. */
export function readSharedAttacks(path: string): readonly Attack[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const record = JSON.parse(line) as SharedAttack;
    const tests = record.tests.map(({ input, output }) => ({
      input: record.mode === 'call' ? `[${input.trim().split('\n').join(',')}]` : input,
      output,
    }));
    return {
      id: `${record.category}/${record.id}`,
      problem: problemOf({
        id: record.id,
        title: record.id,
        source: 'shared attacks',
        mode: record.mode,
        functionName: record.fn_name ?? null,
        tests,
        publicTests: 0,
        timeLimitSeconds: 1,
      }),
      code: record.code,
      rewards: record.expect.startsWith('reward 1') ? [1] : [0, null],
      why: record.why,
    };
  });
}
