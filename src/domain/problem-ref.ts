/** Which problem is meant: two sets may have the same id, as two versions of one benchmark do. */
export interface ProblemRef {
  /** Name of the set. */
  readonly set: string;
  /** As in `ProblemSummary`: unique in its set. */
  readonly id: string;
}

/** The set that comes with the page. */
export const BUNDLED_SET = 'bundled';

export function isSameProblem(one: ProblemRef | null, other: ProblemRef | null): boolean {
  return one?.set === other?.set && one?.id === other?.id;
}

/** One text for each problem, as a key. The length tells where the set ends, whatever stands in the two. */
export function refText({ set, id }: ProblemRef): string {
  return `${set.length}:${set}:${id}`;
}

/** Reads the ref that `refText` wrote. */
export function refOfText(text: string): ProblemRef {
  const end = text.indexOf(':');
  const from = end + 1 + Number(text.slice(0, end));
  return { set: text.slice(end + 1, from), id: text.slice(from + 1) };
}
