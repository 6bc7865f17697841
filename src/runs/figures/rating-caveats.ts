/** The limits of a rating by contests. */
import { caveatSays, type Caveat } from '../codes/caveat.ts';

export type RatingCaveat = Caveat<
  | 'not-a-contestant'
  | 'few-contests'
  | 'few-attempts'
  | 'order'
  | 'end-of-scale'
  | 'left-out'
  | 'small-field'
  | 'checkers'
  | 'source'
>;

interface RatingFacts {
  /** Participants of each contest that counts. */
  readonly participants: readonly number[];
  /** Contests in which the rating stands at an end of its scale. */
  readonly atEnd: number;
  readonly leftOut: number;
  /** Fewest and most attempts at one problem. */
  readonly attempts: { readonly fewest: number; readonly most: number };
  /** Source of the table; '' if unknown. */
  readonly about: string;
}

/** DeepCoder's rating is over 57. */
const FEW_CONTESTS = 30;
const USUAL_ATTEMPTS = 8;
/** CodeElo leaves contests with fewer rated participants out. */
const SMALL_FIELD = 200;

export function ratingCaveats(facts: RatingFacts): readonly RatingCaveat[] {
  const { participants, atEnd, leftOut, attempts, about } = facts;
  const contests = participants.length;
  const small = participants.filter((many) => many < SMALL_FIELD).length;
  const caveats: (RatingCaveat | false)[] = [
    { name: 'not-a-contestant', says: caveatSays('notAContestant') },
    contests < FEW_CONTESTS && { name: 'few-contests', says: caveatSays('fewContests', contests) },
    attempts.fewest < USUAL_ATTEMPTS && {
      name: 'few-attempts',
      says: caveatSays('fewAttempts', attempts.fewest, USUAL_ATTEMPTS),
    },
    attempts.most > 1 && { name: 'order', says: caveatSays('orderCounts') },
    atEnd > 0 && { name: 'end-of-scale', says: caveatSays('endOfScale', atEnd, contests) },
    leftOut > 0 && { name: 'left-out', says: caveatSays('contestsLeftOut', leftOut) },
    small > 0 && { name: 'small-field', says: caveatSays('smallField', small, SMALL_FIELD) },
    { name: 'checkers', says: caveatSays('checkers') },
    about !== '' && { name: 'source', says: caveatSays('contestSource', about) },
  ];
  return caveats.filter((caveat) => caveat !== false);
}
