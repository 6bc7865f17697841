/** The limits of a rating by contests. */
import { caveat, type Caveat } from '../codes/caveat.ts';

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

export function ratingCaveats(facts: RatingFacts): readonly Caveat[] {
  const { participants, atEnd, leftOut, attempts, about } = facts;
  const contests = participants.length;
  const small = participants.filter((many) => many < SMALL_FIELD).length;
  const caveats: (Caveat | false)[] = [
    caveat('not-a-contestant', 'notAContestant'),
    contests < FEW_CONTESTS && caveat('few-contests', 'fewContests', contests),
    attempts.fewest < USUAL_ATTEMPTS &&
      caveat('few-attempts', 'fewAttempts', attempts.fewest, USUAL_ATTEMPTS),
    attempts.most > 1 && caveat('order', 'orderCounts'),
    atEnd > 0 && caveat('end-of-scale', 'endOfScale', atEnd, contests),
    leftOut > 0 && caveat('left-out', 'contestsLeftOut', leftOut),
    small > 0 && caveat('small-field', 'smallField', small, SMALL_FIELD),
    caveat('checkers', 'checkers'),
    about !== '' && caveat('source', 'contestSource', about),
  ];
  return caveats.filter((one) => one !== false);
}
