/** Creates the tasks of the grader from requests. */
import { isNumeral, type LosslessValue } from '../../../../base/lossless-json.ts';
import { TIME_LIMIT_SECONDS, type Problem } from '../../../../domain/problem.ts';
import type { Submission } from '../../../../domain/submission.ts';
import { Misfit } from '../../../../datasets/reading/fields.ts';
import { isPacked, problemOfTests } from '../../../../datasets/sent-tests.ts';
import { findProfile } from '../../../../judge/profiles/custom.ts';
import { EXTRACTORS } from '../../../../judge/profiles/extractors.ts';
import { profileFault } from '../../../../judge/profile-fault.ts';
import { didYouMean } from '../../text/messages.ts';
import type { Service } from './dialect.ts';
import { Refusal } from './refusal.ts';
import type { GradingTask } from './task.ts';

export interface Rules {
  readonly profile: string;
  /** Null for the limit of the profile and the problem. */
  readonly timeLimitSeconds: number | null;
  /** Whether to skip the remaining tests after a failure that decides the verdict. Default: true. */
  readonly stopAtFirstFailure?: boolean;
}

export function judgeTask(
  problem: Problem,
  submission: Submission,
  { profile, timeLimitSeconds, stopAtFirstFailure = true }: Rules,
): GradingTask {
  const limit = timeLimitSeconds === null ? {} : { timeLimitSeconds };
  return { task: 'judge', problem, submission, options: { profile, stopAtFirstFailure, ...limit } };
}

/** Returns a complete answer of a model as a submission. */
export function completionOf(text: string): Submission {
  return {
    kind: 'completion',
    completion: { reasoning: '', reasoningOpen: false, text, finishReason: null, usage: null },
  };
}

/** Returns the program that a profile extracts from an answer, or null if there is none. */
export function extractedCode(text: string, profile: string): string | null {
  const extraction = EXTRACTORS[findProfile(profile)!.extract](text, null);
  return extraction.found ? extraction.code : null;
}

/** @throws Refusal if there is no profile with this name */
export function knownProfile(name: string, field: string): string {
  const fault = profileFault(name);
  if (fault === null) return name;
  const { givenText, names } = fault;
  const { mistakeText, permittedText } = fault;
  throw new Refusal(field, `${mistakeText}${didYouMean(givenText, names)}; ${permittedText}`);
}

/** @throws Refusal for a limit outside of the range for tests */
export function fairLimit(seconds: number, field: string): number {
  const { least, most } = TIME_LIMIT_SECONDS;
  if (seconds >= least && seconds <= most) return seconds;
  throw new Refusal(field, `must be a number from ${least} to ${most}`);
}

/**
 * Returns the limit of a request, or the default of the service.
 * @throws Refusal
 */
export function timeLimit(
  seconds: number | null | undefined,
  field: string,
  { timeLimitSeconds }: Service,
): number | null {
  return seconds == null ? timeLimitSeconds : fairLimit(seconds, field);
}

/**
 * Reads a part of a request with the readers of data sets.
 * @throws Refusal that names the field
 */
export async function read<Value>(field: string, readPart: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await readPart();
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const path = [field, error.field].filter((part) => part !== '').join('.');
    throw new Refusal(
      path.replace(/\.+(\[)?/g, (_, list?: string) => list ?? '.'),
      error.message,
    );
  }
}

/**
 * Returns the problem of a request, which contains the tests or the id of a problem of the service.
 * @param field path of the problem in the request
 * @throws Refusal that names the field
 */
export async function sentProblem(
  sentValue: LosslessValue,
  field: string,
  { problems }: Service,
  functionName: string | null = null,
): Promise<Problem> {
  const id = typeof sentValue === 'string' ? sentValue : isNumeral(sentValue) ? sentValue.numeral : null;
  const storedProblem = id === null ? undefined : problems.get(id);
  if (storedProblem !== undefined) return storedProblem;
  if (id !== null && /^[^{["]{1,200}$/.test(id) && !isPacked(id))
    throw new Refusal(field, `"${id}" is neither the id of a problem that the service has, nor tests`);
  return read(field, () => problemOfTests(sentValue, { id: field, functionName }));
}

/** @throws Refusal for any language other than Python */
export function onlyPython(language: string, field: string): void {
  if (/^(cf_)?(python|py)(3(\.\d+)*)?$/i.test(language)) return;
  throw new Refusal(field, `"${language.slice(0, 40)}" is not served: Python is, as "python"`);
}
