/** 150 small problems, and what a model says to each sample of each: the same in every run. */
import type { FinishReason } from '../../../src/domain/completion.ts';

export const PROBLEMS = 150;
export const SAMPLES = 4;

/** Returns the expected output for an input. */
const wanted = (problem: number, input: number): number => problem + input * input;

/** Every fifth is a function, and the others read their input. */
const isCall = (problem: number): boolean => problem % 5 === 4;

/** The problems as a file of them. */
export function problemLines(): string {
  return Array.from({ length: PROBLEMS }, (_, problem) => {
    const tests = Array.from({ length: 1 + (problem % 3) }, (_each, test) =>
      isCall(problem)
        ? { input: [test], output: wanted(problem, test) }
        : { input: `${test}\n`, output: `${wanted(problem, test)}\n` },
    );
    return JSON.stringify({
      id: `p${problem}`,
      title: `Squares and ${problem}`,
      difficulty: (['easy', 'medium', 'hard'] as const)[problem % 3],
      prompt: `Question ${problem}: the square of the input, and ${problem} more.`,
      mode: isCall(problem) ? 'call' : 'stdin',
      ...(isCall(problem) ? { fn_name: 'f' } : {}),
      time_limit_s: 0.2,
      tests,
    });
  }).join('\n');
}

export interface Said {
  readonly text: string;
  readonly finish: FinishReason;
}

/** One of these in turn; no two samples of a problem are the same. */
const KINDS = [
  'right',
  'wrong',
  'right',
  'crash',
  'right',
  'no code',
  'cut off',
  'thought',
  'right',
] as const;
/** A program that never ends takes its whole limit, and on a busy machine several times that: two are enough. */
const ENDLESS = 122;

export function saidTo(problem: number, sample: number): Said {
  const kind = KINDS[(problem * SAMPLES + sample) % KINDS.length]!;
  const value = kind === 'wrong' ? `${problem} - x` : `${problem} + x * x`;
  const body =
    problem % ENDLESS === 1 && sample === 3 ? 'while True: pass' : kind === 'crash' ? '1 // 0' : '';
  const program = isCall(problem)
    ? `def f(x):\n    ${body}\n    return ${value}`
    : `x = int(input())\n${body}\nprint(${value})`;
  const block = `Sample ${sample}:\n\`\`\`python\n${program}\n\`\`\`\n`;
  switch (kind) {
    case 'no code':
      return { text: 'I do not know.', finish: 'stop' };
    case 'cut off':
      return { text: block.slice(0, block.indexOf('`python') + 30), finish: 'length' };
    case 'thought':
      return { text: `<think>\nThe square of it.\n</think>\n${block}`, finish: 'stop' };
    default:
      return { text: block, finish: 'stop' };
  }
}
