/** Native Python on the same machine. */
import { spawnSync } from 'node:child_process';
import { isMissing, NO_PYTHON, type Missing } from './figures.ts';

const SMALL = 'n, k = map(int, input().split())\nprint(sum(range(n)) % k)';
const RUNS = 30;

export function pythonVersion(): string | null {
  const said = python(['--version']);
  return isMissing(said) ? null : said.trim();
}

/** Milliseconds that a process takes, from its start to its end, for a small program. */
export function processMilliseconds(): number | Missing {
  const begun = performance.now();
  for (let run = 0; run < RUNS; run++) {
    const said = python(['-I', '-c', SMALL], '9 7\n');
    if (isMissing(said)) return said;
  }
  return (performance.now() - begun) / RUNS;
}

export function kernelMilliseconds(kernels: string): Readonly<Record<string, number>> | Missing {
  const said = python(['-I', '-c', kernels]);
  return isMissing(said) ? said : (JSON.parse(said) as Record<string, number>);
}

/** @returns what it printed; where it fails, the last line of what it said of that */
export function python(args: readonly string[], input = ''): string | Missing {
  const { error, status, stdout, stderr } = spawnSync('python3', args, { input, encoding: 'utf8' });
  if (error !== undefined) return NO_PYTHON;
  if (status === 0) return stdout;
  return { notMeasured: `python3 ended with ${status}: ${stderr.trim().split('\n').at(-1)}` };
}
