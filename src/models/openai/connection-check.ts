/** The port of the connection doctor: what is tried on the way to a server, one step after the other. */
import type { Finding } from './finding.ts';
import type { ServerOption } from './server-presets.ts';

/** The steps in their order. Those of the browser are left out where it has no say. */
export const CHECKS = [
  'address',
  'page',
  'local-network',
  'server',
  'cors',
  'path',
  'key',
  'model',
  'answer',
  'context',
  'concurrency',
] as const;

export type CheckId = (typeof CHECKS)[number];

export type CheckOutcome =
  | 'running'
  | 'passed'
  /** It works, but not as well as it could. */
  | 'warning'
  | 'failed'
  /** Not tried, because an earlier step failed or nothing could be learned. */
  | 'skipped';

export interface CheckStep {
  readonly id: CheckId;
  readonly outcome: CheckOutcome;
  /** Null where nothing is to be said. */
  readonly finding: Finding | null;
  /** Options to type on the server, if that is the remedy; the likeliest first. */
  readonly options: readonly ServerOption[];
}

export type Found = Omit<CheckStep, 'id'>;

export function found(
  outcome: CheckOutcome,
  finding: Finding | null,
  options: readonly ServerOption[] = [],
): Found {
  return { outcome, finding, options };
}
