/** Identifies a problem. Two sets may contain the same id, as two versions of one benchmark do. */
export interface ProblemRef {
  /** Name of the set. */
  readonly set: string;
  /** As in `ProblemSummary`, unique in its set. */
  readonly id: string;
}

/** The set that is part of the app. */
export const BUNDLED_SET = 'bundled';

export function isSameProblem(one: ProblemRef | null, other: ProblemRef | null): boolean {
  return one?.set === other?.set && one?.id === other?.id;
}

/**
 * Returns a text that is unique to each problem, as a key. The length marks where the set ends, whatever characters
 * it contains.
 */
export function refText({ set, id }: ProblemRef): string {
  return `${set.length}:${set}:${id}`;
}

/** Reads a ref from a text written by `refText`. */
export function refOfText(text: string): ProblemRef {
  const end = text.indexOf(':');
  const from = end + 1 + Number(text.slice(0, end));
  return { set: text.slice(end + 1, from), id: text.slice(from + 1) };
}
