/** The output of the benchmark: figures by name, the reasons for missing figures, and figures of native Python. */
import { spawnSync } from 'node:child_process';
import { errorMessage } from '../../src/base/error-message.ts';

/** Replaces a figure that could not be measured. */
export interface Missing {
  readonly notMeasured: string;
}

export type Figures = Readonly<Record<string, unknown>>;

export const NO_PYTHON: Missing = { notMeasured: 'there is no python3 on this machine' };

export interface Part {
  /** Description in the list of parts. */
  readonly about: string;
  readonly measure: () => Promise<Figures>;
}

/**
 * Measures all parts. A part that fails has one figure, with its own name and the reason.
 * @param onFailure called for each failure
 */
export async function measured(
  parts: Readonly<Record<string, Pick<Part, 'measure'>>>,
  onFailure: (part: string, reason: string) => void,
): Promise<Figures> {
  let figures: Figures = {};
  for (const [name, { measure }] of Object.entries(parts)) {
    try {
      figures = { ...figures, ...(await measure()) };
    } catch (error) {
      const [notMeasured = ''] = errorMessage(error).split('\n');
      figures = { ...figures, [name]: { notMeasured } };
      onFailure(name, notMeasured);
    }
  }
  return figures;
}

/** Returns the figures for the output: null for each missing one, with the reasons in `not_measured`. */
export function written(figures: Figures): Record<string, unknown> {
  const entries = Object.entries(figures);
  const reasons = entries.flatMap(([name, figure]) =>
    isMissing(figure) ? [[name, figure.notMeasured] as const] : [],
  );
  return {
    ...Object.fromEntries(entries.map(([name, figure]) => [name, isMissing(figure) ? null : figure])),
    ...(reasons.length > 0 && { not_measured: Object.fromEntries(reasons) }),
  };
}

export function isMissing(figure: unknown): figure is Missing {
  return typeof figure === 'object' && figure !== null && 'notMeasured' in figure;
}

export function rounded(value: number, digits = 2): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

/** Returns the middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

/** Returns the value at this share of the sorted values, from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

/** Returns the geometric mean of the ratios of one to the other, over the names in the other. */
export function geometricRatio(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): number {
  const logs = Object.entries(other).map(([name, value]) => Math.log(one[name]! / value));
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

const SMALL = 'n, k = map(int, input().split())\nprint(sum(range(n)) % k)';
const PROCESSES = 30;

export function pythonVersion(): string | null {
  const said = python(['--version']);
  return isMissing(said) ? null : said.trim();
}

/** Returns the milliseconds of a whole process that runs a small program. */
export function processMilliseconds(): number | Missing {
  const begun = performance.now();
  for (let run = 0; run < PROCESSES; run++) {
    const said = python(['-I', '-c', SMALL], '9 7\n');
    if (isMissing(said)) return said;
  }
  return (performance.now() - begun) / PROCESSES;
}

export function kernelMilliseconds(kernels: string): Readonly<Record<string, number>> | Missing {
  const said = python(['-I', '-c', kernels]);
  return isMissing(said) ? said : (JSON.parse(said) as Record<string, number>);
}

/**
 * Returns the path of native Python's interpreter. `python3` may be a script of a version manager, which takes longer
 * than a small program.
 */
export function interpreter(): string {
  if (interpreterPath === null) {
    const asked = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
    interpreterPath = asked.status === 0 ? asked.stdout.trim() : 'python3';
  }
  return interpreterPath;
}
let interpreterPath: string | null = null;

/** @returns the output; after a failure, the last line of the error */
export function python(args: readonly string[], input = ''): string | Missing {
  const { error, status, stdout, stderr } = spawnSync(interpreter(), args, { input, encoding: 'utf8' });
  if (error !== undefined) return NO_PYTHON;
  if (status === 0) return stdout;
  return { notMeasured: `python3 ended with ${status}: ${stderr.trim().split('\n').at(-1)}` };
}
