/**
 * Decides whether a time-out, or a crash of the sandbox, counts against the program. If the machine or other work
 * may have caused it, the test is retried. The decision depends only on `Evidence`.
 */

/** Measurements of a test that was ended by its time limit. Times are in milliseconds. */
export interface Evidence {
  /**
   * How long the test ran by the frame's clock, without the time in which the frame itself was suspended just
   * before.
   */
  readonly ran: number;
  /** The time limit, multiplied by the time factor. */
  readonly limit: number;
  /** The time in which the frame's timers were late, or programs and a model needed more cores than the machine has. */
  readonly disturbed: number;
  /**
   * How many times as long as its best run the kernel of calibrate.py took right after the test; null if it could
   * not run.
   */
  readonly slowness: number | null;
  /** Whether the interpreter's code was possibly not yet compiled by the optimizing compiler when the test began. */
  readonly cold: boolean;
  /**
   * Whether the limit is based on a measurement of this visit. The machine may have been faster on an earlier
   * visit.
   */
  readonly measured: boolean;
}

/**
 * `retry` has the limit of `first`, multiplied by how slow the machine was. `patient` runs alone, with the limit of
 * the slowest machines.
 */
export type Attempt = 'first' | 'retry' | 'patient';
export type Ruling = 'counts' | 'retry' | 'retry-patient';

/** Maximum share of disturbed time. Above it, the program may have been delayed. */
const MOST_DISTURBANCE = 0.1;
/**
 * Maximum slowness at which a time-out is accepted. On a quiet machine, with one or two programs on two cores, a
 * mean run of the kernel takes 1.04 to 1.21 times as long as its best run. Beside as many busy loops as there are
 * cores it takes up to 2.5 times as long, but only 1.1 times if the system gives this process a core of its own.
 */
const MOST_SLOWNESS = 1.4;

interface RulingRow {
  /** @param stretch see `ruling` */
  readonly applies: (evidence: Evidence, stretch: number) => boolean;
  readonly first: Ruling;
  readonly retry: Ruling;
  readonly reason: string;
}

/** The first row that applies decides. */
export const RULING_ROWS: readonly RulingRow[] = [
  {
    applies: ({ ran, limit }) => ran < limit,
    first: 'retry',
    retry: 'retry-patient',
    reason: 'the frame stood still, and the result may have waited for it',
  },
  {
    applies: ({ cold }) => cold,
    first: 'retry',
    retry: 'retry-patient',
    reason: 'a frame of WebAssembly that begins in slow code stays in slow code',
  },
  {
    applies: ({ measured }) => !measured,
    first: 'retry',
    retry: 'retry-patient',
    reason: 'the machine may be slower than in the visit that measured it',
  },
  {
    applies: ({ disturbed, ran }) => disturbed > MOST_DISTURBANCE * ran,
    first: 'retry',
    retry: 'retry-patient',
    reason: 'something kept the machine busy while the test ran',
  },
  {
    applies: (evidence, stretch) => stretch === 1 && slowdownOf(evidence) > 1,
    first: 'retry',
    retry: 'retry',
    reason: 'the machine is slow just now, and the retry can have as much longer',
  },
  {
    applies: ({ slowness }, stretch) => slowness === null || slowness > MOST_SLOWNESS * stretch,
    first: 'retry',
    retry: 'retry-patient',
    reason: 'the machine is slower than the limit allows for',
  },
  { applies: () => true, first: 'counts', retry: 'counts', reason: 'nothing else is to blame' },
];

/**
 * @param evidence null for a crash of the sandbox: another program may have filled the memory, unless this one ran
 * alone
 * @param stretch the `slowdownOf` the previous attempt; 1 for a first attempt
 */
export function ruling(evidence: Evidence | null, attempt: Attempt, stretch = 1): Ruling {
  // The program ran alone, with the largest limit.
  if (attempt === 'patient') return 'counts';
  if (evidence === null) return 'retry-patient';
  return RULING_ROWS.find(({ applies }) => applies(evidence, stretch))![attempt];
}

/**
 * Returns the factor by which the retry's limit is multiplied, so that a machine that stays equally slow gets a fair
 * result beside other work. It is 1 if the slowness is unknown or too small to decide, or if the retry's limit is
 * based on a better measurement.
 */
export function slowdownOf({ slowness, cold, measured }: Evidence): number {
  return slowness !== null && slowness > MOST_SLOWNESS && !cold && measured ? slowness : 1;
}
