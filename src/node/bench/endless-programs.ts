/** Programs that never end, through the command line: most of what grading untrained models waits for. */
import { rounded, type Figures } from './figures.ts';
import { gradePrograms } from './timed-command.ts';

/** Some in Python, some in C, some that fill no memory while they allocate. */
const PROGRAMS = [
  'while True: pass',
  'n = 0\nwhile True:\n    n = (n * 31 + 7) % 1000003',
  'for _ in iter(int, 1):\n    pass',
  'from itertools import repeat\nsum(repeat(0))',
  'seen = {}\nn = 0\nwhile True:\n    seen[n % 1000] = str(n)\n    n += 1',
  'def collatz(n):\n    return n // 2 if n % 2 == 0 else 3 * n + 1\nn = 7\nwhile n != 0:\n    n = collatz(n)',
  'queue = [0]\nwhile queue:\n    queue.append(queue.pop() + 1)',
  'while True:\n    try:\n        raise ValueError\n    except ValueError:\n        continue',
];
const LIMIT_SECONDS = 2;
const PROBLEM = { id: 'endless', mode: 'stdin', prompt: '', tests: [{ input: '', output: '' }] };

/** In seconds, the command's start in them. */
export async function endlessFigures(): Promise<Figures> {
  return { endless_8_s: await gradeSeconds(1), endless_8_s_two: await gradeSeconds(2) };
}

async function gradeSeconds(workers: number): Promise<number> {
  const options = ['--time-limit', String(LIMIT_SECONDS), '--workers', String(workers)];
  const { rows, seconds } = await gradePrograms(PROBLEM, PROGRAMS, options);
  for (const [at, { verdict }] of rows.entries())
    if (verdict !== 'time-limit-exceeded')
      throw new Error(`endless program ${at + 1} was judged ${String(verdict)}`);
  return rounded(seconds);
}
