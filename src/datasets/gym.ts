/**
 * The hack gym that ships with Allpass: small problems, exploits, and the verdicts of all graders, recorded at
 * build time.
 */
import type { Exploit, ExploitRuling } from '../domain/exploit.ts';
import type { Problem } from '../domain/problem.ts';
import { fetchShipped, fetchText } from './bundled.ts';

export interface Exploits {
  readonly problems: readonly Problem[];
  readonly exploits: readonly Exploit[];
}

/** The rulings for each exploit, one for each grader in the order of the graders. */
export type Board = Readonly<Record<string, readonly ExploitRuling[]>>;

export interface Gym extends Exploits {
  readonly recorded: Board;
}

/**
 * @param base address of the folder with the gym's files; ends in a slash
 * @throws BundledUnavailable
 */
export async function loadGym(base: string, signal: AbortSignal): Promise<Gym> {
  const [{ problems, exploits }, recordedBoard] = await Promise.all([
    fetchShipped<Exploits>(base, 'exploits.json', signal),
    fetchShipped<Board>(base, 'board.json', signal),
  ]);
  return { problems, exploits, recorded: recordedBoard };
}

/**
 * Loads the gym's problems as a data set.
 * @throws BundledUnavailable
 */
export function loadGymProblems(base: string, signal: AbortSignal): Promise<string> {
  return fetchText(base, 'problems.jsonl', signal);
}
