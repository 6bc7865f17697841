/**
 * The problems that ship with Allpass. The index is loaded first; each problem is loaded on demand with its
 * recorded answers.
 */
import type { Problem, ProblemSummary } from '../domain/problem.ts';
import type { RecordedAnswer } from '../domain/answer.ts';

/**
 * HTML of a statement that ships with the page, rendered and sanitised by the build. Only this module creates
 * the type.
 */
export type ShippedHtml = string & { readonly shipped: unique symbol };

export interface BundledProblem {
  readonly problem: Problem;
  readonly answers: readonly RecordedAnswer[];
  /** The problem's prompt as HTML. */
  readonly statement?: ShippedHtml;
}

/**
 * The files that ship with the app could not be read. The installation is broken, or there is no connection.
 */
class BundledUnavailable extends Error {
  override readonly name = 'BundledUnavailable';
}

/**
 * @param base address of the folder with the bundled problems; ends in a slash
 * @throws BundledUnavailable
 */
export async function loadBundledIndex(
  base: string,
  signal: AbortSignal,
): Promise<readonly ProblemSummary[]> {
  return fetchShipped<readonly ProblemSummary[]>(base, 'index.json', signal);
}

/**
 * @param id an id of the index
 * @throws BundledUnavailable
 */
export async function loadBundledProblem(
  base: string,
  id: string,
  signal: AbortSignal,
): Promise<BundledProblem> {
  const [stated, answers] = await Promise.all([
    loadStatedProblem(base, id, signal),
    fetchShipped<readonly RecordedAnswer[]>(base, `${nameOf(id)}.answers.json`, signal),
  ]);
  return { ...stated, answers };
}

/**
 * Loads a problem without its answers. If several files are missing, the error names that of the problem.
 * @throws BundledUnavailable
 */
export async function loadStatedProblem(
  base: string,
  id: string,
  signal: AbortSignal,
): Promise<Omit<BundledProblem, 'answers'>> {
  const statement = fetchText(base, `${nameOf(id)}.html`, signal);
  statement.catch(() => undefined);
  const problem = await fetchShipped<Problem>(base, `${nameOf(id)}.json`, signal);
  return { problem, statement: (await statement) as ShippedHtml };
}

function nameOf(id: string): string {
  return id.replace(/^allpass\//, '');
}

/**
 * Returns the data without validation: `tests/node` checks the shapes of the build's files.
 * @throws BundledUnavailable
 */
export async function fetchShipped<Shape>(base: string, name: string, signal: AbortSignal): Promise<Shape> {
  const text = await fetchText(base, name, signal);
  try {
    return JSON.parse(text) as Shape;
  } catch {
    throw new BundledUnavailable(`${base}${name} is broken: reload the page`);
  }
}

/** @throws BundledUnavailable */
export async function fetchText(base: string, name: string, signal: AbortSignal): Promise<string> {
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
