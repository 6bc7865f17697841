/**
 * Whether a time-out, or a death of the sandbox, counts against the program. The machine, or any work beside the
 * program, may be at fault instead: then the test is retried. All that is known is in `Evidence`; nothing else
 * decides.
 */

/** The known facts about a test that was ended by its time limit. Times are in milliseconds. */
export interface Evidence {
  /** How long the test ran by the frame's clock, less the time for which the frame itself had just stood still. */
  readonly ran: number;
  /** The limit as it was stretched for this machine. */
  readonly limit: number;
  /** Time in which the frame's timers rang late, or more programs ran than the machine has cores. */
  readonly disturbed: number;
  /**
   * How much slower than its best the kernel of calibrate.py ran right after the test; null where nothing could run
   * it.
   */
  readonly slowness: number | null;
  /** The interpreter's code may not have been compiled by the optimising compiler when the test began. */
  readonly cold: boolean;
  /** The limit was stretched by a measure of this visit. An earlier visit may have seen a faster machine. */
  readonly measured: boolean;
}

/**
 * `retry` has the same limit as `first`, stretched by how slow the machine was; `patient` runs alone, with the limit
 * of the slowest machines.
 */
export type Attempt = 'first' | 'retry' | 'patient';
export type Ruling = 'counts' | 'retry' | 'retry-patient';

/** Beyond this share of the time a program may have been held up. */
const MOST_DISTURBANCE = 0.1;
/**
 * A mean run of the kernel takes 1.04 to 1.21 times as long as its best run on a quiet machine, with one program or
 * two on two cores. Beside as many busy loops as there are cores it takes up to 2.5 times as long, and 1.1 times
 * where the system leaves this process a core of its own.
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
export const ROWS: readonly RulingRow[] = [
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
 * @param evidence null for a death of the sandbox: another program may have filled the memory, unless this one was
 * alone
 * @param stretch `slowdownOf` the attempt before; 1 for a first attempt
 */
export function ruling(evidence: Evidence | null, attempt: Attempt, stretch = 1): Ruling {
  // Nothing ran beside it, and no machine gets longer.
  if (attempt === 'patient') return 'counts';
  if (evidence === null) return 'retry-patient';
  return ROWS.find(({ applies }) => applies(evidence, stretch))![attempt];
}

/**
 * How many times as long the retry may take: a machine that stays as slow as it was ends it fairly, beside whatever
 * else runs. 1 where the slowness is unknown or too small to decide, and where the retry has a limit by a better
 * measure.
 */
export function slowdownOf({ slowness, cold, measured }: Evidence): number {
  return slowness !== null && slowness > MOST_SLOWNESS && !cold && measured ? slowness : 1;
}
