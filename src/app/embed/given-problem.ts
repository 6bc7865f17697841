import type { Problem } from '../../domain/problem.ts';
import { loadStatedProblem, type BundledProblem } from '../../datasets/bundled.ts';
import type { GivenProblem } from './protocol.ts';

/**
 * Loads a problem that ships with Allpass, or reads the text of a JSON file.
 * @throws Error with a sentence for the author of the page
 */
export async function givenProblem(given: GivenProblem): Promise<Omit<BundledProblem, 'answers'>> {
  if (given.kind === 'json') return { problem: await readJson(given.text) };
  if (!/^(allpass\/)?[a-z0-9-]+$/.test(given.id))
    throw new Error(`There is no problem “${given.id}” in this Allpass.`);
  const base = new URL('problems/', document.baseURI).href;
  return loadStatedProblem(base, given.id, new AbortController().signal);
}

async function readJson(text: string): Promise<Problem> {
  const [{ parseLossless, jsonFaultText }, { readProblem }, { Misfit }] = await Promise.all([
    import('../../base/lossless-json.ts'),
    import('../../datasets/problem-file.ts'),
    import('../../datasets/reading/fields.ts'),
  ]);
  const parsed = parseLossless(text.trim());
  if (!parsed.ok)
    throw new Error(
      `The problem is not one JSON object: ${jsonFaultText(parsed.fault)} (character ${parsed.position + 1}).`,
    );
  try {
    return readProblem(parsed.value);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    throw new Error(`The problem cannot be used: ${error.field} ${error.message}`.replace('  ', ' '), {
      cause: error,
    });
  }
}
