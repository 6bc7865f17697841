/** The problems that ship with Allpass: an index first, each problem with its recorded answers on demand. */
import { parseLossless } from '../base/lossless-json.ts';
import type { Problem, ProblemSummary } from '../domain/problem.ts';
import type { RecordedAnswer } from '../domain/recorded-answer.ts';
import { Misfit } from './fields.ts';
import { readProblem } from './problem-file.ts';

/** A statement's HTML as it ships with the page, rendered and sanitised before: what is made here alone may be so. */
export type ShippedHtml = string & { readonly shipped: unique symbol };

export interface BundledProblem {
  readonly problem: Problem;
  readonly answers: readonly RecordedAnswer[];
  /** The problem's prompt, rendered. */
  readonly statement?: ShippedHtml;
}

/** The files that ship with the app could not be read: a broken installation, or no connection. */
class BundledUnavailable extends Error {
  override readonly name = 'BundledUnavailable';
}

/**
 * @param base address of the folder with the bundled problems, ending in a slash
 * @throws BundledUnavailable
 */
export async function loadBundledIndex(
  base: string,
  signal: AbortSignal,
): Promise<readonly ProblemSummary[]> {
  return JSON.parse(await fetchText(base, 'index.json', signal)) as readonly ProblemSummary[];
}

/**
 * @param id as in the index
 * @throws BundledUnavailable
 */
export async function loadBundledProblem(
  base: string,
  id: string,
  signal: AbortSignal,
): Promise<BundledProblem> {
  const name = id.replace(/^allpass\//, '');
  const [row, answers, statement] = await Promise.all([
    fetchText(base, `${name}.json`, signal),
    fetchText(base, `${name}.answers.json`, signal),
    fetchText(base, `${name}.html`, signal),
  ]);
  const parsed = parseLossless(row);
  if (!parsed.ok) throw new BundledUnavailable(`${name}.json is broken: ${parsed.reason}`);
  try {
    return {
      problem: readProblem(parsed.value),
      answers: JSON.parse(answers) as readonly RecordedAnswer[],
      statement: statement as ShippedHtml,
    };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    throw new BundledUnavailable(`${name}.json: ${error.field} ${error.message}`);
  }
}

async function fetchText(base: string, name: string, signal: AbortSignal): Promise<string> {
  const address = `${base}${name}`;
  let response: Response;
  try {
    response = await fetch(address, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new BundledUnavailable(`${address} could not be reached: check the connection and reload`);
  }
  if (!response.ok) throw new BundledUnavailable(`${address} answered ${response.status}: reload the page`);
  return response.text();
}
