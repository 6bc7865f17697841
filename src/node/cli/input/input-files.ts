/** Input files of the command line, checked whole before anything runs. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { faultText, type Fault } from '../../../datasets/faults/fault.ts';
import type { ImportFault } from '../../../datasets/lines.ts';
import { readProblems } from '../../../datasets/problem-file.ts';
import { readSamples } from '../../../datasets/sample-file.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Sample } from '../../../domain/sample.ts';
import { UsageError } from '../text/usage-error.ts';

const STANDARD_INPUT = '-';

/** npm runs scripts in the project's folder; paths mean the folder the user stands in. */
export function userPath(path: string): string {
  const folder = process.env['npm_lifecycle_event'] === 'allpass' ? process.env['INIT_CWD'] : undefined;
  return resolve(folder ?? process.cwd(), path);
}

/** @param path of a file; '-' is standard input */
export function readText(path: string): string {
  try {
    const bytes = readFileSync(path === STANDARD_INPUT ? 0 : userPath(path));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${path}: is not UTF-8 text`);
    throw unreadable(path, error);
  }
}

export function unreadable(path: string, error: unknown): UsageError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new UsageError(`${path}: no such file`);
  return new UsageError(`${path}: cannot be read (${code ?? String(error)})`);
}

/** @throws UsageError at the first fault */
export function readProblemFile(path: string): ReadonlyMap<string, Problem> {
  return problemsIn(path, readText(path));
}

/** The same for the text of a file: a pipe is read once. */
export function problemsIn(path: string, text: string): ReadonlyMap<string, Problem> {
  const { problems, faults } = readProblems(text);
  refuse(path, faults);
  if (problems.length === 0) throw new UsageError(`${path}: holds no problem`);
  return new Map(problems.map((problem) => [problem.id, problem]));
}

/**
 * @param text of a samples.jsonl
 * @param refusal says why a problem id cannot be taken, or null
 * @returns `note` is for people, once; null where there is nothing to say
 * @throws UsageError at the first fault
 */
export function samplesIn(
  path: string,
  text: string,
  refusal: (problemId: string) => Fault | null,
): { readonly samples: readonly Sample[]; readonly note: string | null } {
  const { samples, faults, note } = readSamples(text, refusal);
  refuse(path, faults);
  if (samples.length === 0) throw new UsageError(`${path}: is empty`);
  return { samples, note: note === null ? null : `${path}: ${faultText(note)}` };
}

export function refuse(path: string, faults: readonly ImportFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const field = first.field === '' ? '' : `, field ${first.field}`;
  const more = faults.length === 1 ? '' : ` (and ${faults.length - 1} more)`;
  throw new UsageError(`${path}, line ${first.line}${field}: ${faultText(first.fault)}${more}`);
}
