/** The file of problems: JSON Lines, one problem a line (the schema is in README of this room). */
import type { Problem } from '../domain/problem.ts';

/** One thing wrong with an imported file: `line` counts from 1, `field` is a dotted path or ''. */
export interface ImportFault {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

export interface ImportedProblems {
  readonly problems: readonly Problem[];
  readonly faults: readonly ImportFault[];
}

/** Reads a whole problems.jsonl text. Broken lines become faults; the good ones are kept. */
export function readProblems(text: string): ImportedProblems {
  throw new Error('not built');
}
