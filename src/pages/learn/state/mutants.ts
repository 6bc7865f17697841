/**
 * Mutants of accepted programs, as the engine makes them (`runs/strength/mutants.py`): one small change each. They are
 * recorded, so that every student sees the same ones. Everything that is shown about them can be run again in the page.
 */
import type { Problem } from '../../../domain/problem.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import { VERDICT_WORDS } from '../../../domain/verdict.ts';
import type { JudgePort, OwnRunPort } from '../../../judge/judge.ts';
import type { OwnRun } from '../../../judge/judge-options.ts';
import { readOwnInput } from '../../../judge/own-input.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import { parseLossless, stringifyLossless, type LosslessValue } from '../../../base/lossless-json.ts';

/** One line of the accepted program that became another. */
export interface LineChange {
  /** Line of the accepted program, starting at 1. */
  readonly line: number;
  readonly oldText: string;
  readonly newText: string;
}

/** Returns the mutant. Throws if the program does not have the text in the line, which a test excludes. */
export function mutantOf(acceptedProgram: string, { line, oldText, newText }: LineChange): string {
  const lines = acceptedProgram.split('\n');
  const oldLine = lines[line - 1] ?? '';
  if (!oldLine.includes(oldText))
    throw new Error(`line ${line} of the accepted program does not contain ${oldText}`);
  lines[line - 1] = oldLine.replace(oldText, () => newText);
  return lines.join('\n');
}

/** A mutant of the gym. It passes the public tests of its problem, and fails a hidden one. */
export interface GymMutant extends LineChange {
  /** Name in addresses, and of a bundled problem. */
  readonly problem: string;
}

/** The easiest first. */
export const GYM_MUTANTS: readonly GymMutant[] = [
  { problem: 'twin-rows', line: 20, oldText: 'best = 0', newText: 'best = 1' },
  { problem: 'one-repair-stand', line: 33, oldText: 'a[nxt] <= now', newText: 'a[nxt] < now' },
  { problem: 'crate-tags', line: 9, oldText: "ch <= 'z'", newText: "ch < 'z'" },
  { problem: 'carousel-floor', line: 4, oldText: 'min(R, C)', newText: 'R' },
  { problem: 'night-train-playlist', line: 2, oldText: '[-1, 0]', newText: '[-1, -1]' },
  { problem: 'stamps-for-a-crate', line: 12, oldText: 'range(k * L)', newText: 'range(k * L - 1)' },
  { problem: 'print-night', line: 7, oldText: 'x < t', newText: 'x <= t' },
  { problem: 'mural-in-one-day', line: 12, oldText: '|= 1 << a', newText: '^= 1 << a' },
  { problem: 'sticky-keys', line: 24, oldText: 'i > 0 and j > 0', newText: 'j > 0' },
  { problem: 'lowest-barrel', line: 19, oldText: 'mid - 1', newText: 'mid - 2' },
  { problem: 'recoloured-motif', line: 23, oldText: 'range(1, total)', newText: 'range(1, total - 1)' },
  { problem: 'telescope-slots', line: 16, oldText: 'heap[0]', newText: 'heap[-1]' },
];

export type KillResult =
  /** The input is not valid, or the judge failed: `why` says it in one or two sentences. */
  | { readonly type: 'invalid'; readonly why: string }
  | { readonly type: 'stopped' }
  | {
      readonly type: 'judged';
      readonly isKilled: boolean;
      /** Output of the accepted program. */
      readonly expected: string;
      /** The mutant on this input, judged as on a test. */
      readonly report: JudgeReport;
    };

/** Maximum number of characters of an output that the judge stores. */
const MOST_OUTPUT = 20_000;

/**
 * Runs the accepted program on an input, and judges the mutant with that output as the expected one, by the standard
 * rules. Never rejects.
 */
export async function tryToKill(
  judge: JudgePort & OwnRunPort,
  problem: Problem,
  { accepted, mutant }: { readonly accepted: string; readonly mutant: string },
  text: string,
  signal: AbortSignal,
): Promise<KillResult> {
  const run = await judge.runOwn(accepted, text, { problem, profile: STANDARD, signal });
  if (run.type === 'stopped' || signal.aborted) return { type: 'stopped' };
  const fault = faultOf(run);
  if (fault !== null) return { type: 'invalid', why: fault };
  const expected = run.type === 'ran' ? (run.got ?? '') : '';
  const input = readOwnInput(text, problem.mode);
  const output = problem.mode === 'call' ? valueIn(expected) : expected;
  if (!input.ok || output === null)
    return {
      type: 'invalid',
      why: 'The output of the accepted program cannot be compared. Try another input.',
    };
  const tests = [{ input: input.input, output }];
  const report = await judge.judge(
    { ...problem, tests, testCount: 1, publicTests: 1 },
    { kind: 'program', code: mutant },
    { signal, tests: 'all', stopAtFirstFailure: true, profile: STANDARD },
  );
  if (signal.aborted) return { type: 'stopped' };
  return report.reward === null
    ? { type: 'invalid', why: `The judge failed (${report.error ?? 'no reason is known'}). Run it again.` }
    : { type: 'judged', isKilled: report.reward !== 1, expected, report };
}

/** Returns why the accepted program has no output on the input, for the user; null if it has one. */
function faultOf(run: Exclude<OwnRun, { readonly type: 'stopped' }>): string | null {
  if (run.type === 'refused') return run.why;
  if (run.type === 'unloaded') return `The judge could not be loaded: ${run.message}`;
  if (run.failure === 'judge-error') return 'The judge failed, not the program. Run it again.';
  if (run.failure !== null) {
    const word = VERDICT_WORDS[run.failure].word.toLowerCase();
    const error = run.error === null || run.error.name === '' ? '' : `, ${run.error.name}`;
    return `This input is not valid: the accepted program fails on it (${word}${error}). Read the statement again.`;
  }
  if (run.got === null) return 'The accepted program prints no text for this input. Try another one.';
  return run.got.length >= MOST_OUTPUT ? 'The output is too long to be compared. Try a shorter input.' : null;
}

/** Returns the JSON of a value that is written as Python; null if it is not one value. */
function valueIn(text: string): string | null {
  const reading = readOwnInput(text, 'call');
  const parsed = reading.ok ? parseLossless(reading.input) : null;
  const values = parsed?.ok && Array.isArray(parsed.value) ? (parsed.value as readonly LosslessValue[]) : [];
  return values.length === 1 ? stringifyLossless(values[0]!) : null;
}
