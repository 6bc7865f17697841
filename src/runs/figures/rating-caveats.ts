/** The limits of a rating by contests, as data: the page, the report and the command line print the same. */
export interface RatingCaveat {
  readonly name:
    | 'not-a-contestant'
    | 'few-contests'
    | 'few-attempts'
    | 'order'
    | 'end-of-scale'
    | 'left-out'
    | 'small-field'
    | 'checkers'
    | 'source';
  /** One sentence. */
  readonly says: string;
}

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
    {
      name: 'not-a-contestant',
      says: 'It is computed afterwards: time does not count, and all attempts stand in the first minute.',
    },
    contests < FEW_CONTESTS && {
      name: 'few-contests',
      says: `It stands on ${contests} ${contests === 1 ? 'contest' : 'contests'}, DeepCoder's on 57; which contests are taken moved published ratings by up to 1,122 (arXiv 2602.05891).`,
    },
    attempts.fewest < USUAL_ATTEMPTS && {
      name: 'few-attempts',
      says: `Some problem had ${attempts.fewest} of the usual ${USUAL_ATTEMPTS} attempts: more attempts solve more.`,
    },
    attempts.most > 1 && {
      name: 'order',
      says: 'The order of the attempts counts: it moved published ratings by up to 394, and running again by 349 (arXiv 2602.05891).',
    },
    atEnd > 0 && {
      name: 'end-of-scale',
      says: `In ${atEnd} of ${contests} contests the rating stands at an end of its scale: it may lie beyond.`,
    },
    leftOut > 0 && {
      name: 'left-out',
      says: `${leftOut} more of the table's contests are left out, since the run lacks some of their problems.`,
    },
    small > 0 && {
      name: 'small-field',
      says: `${small} of the contests have fewer than ${SMALL_FIELD} participants; CodeElo leaves such out.`,
    },
    {
      name: 'checkers',
      says: 'Problems with several right answers, judged without their checker, make it too low; few or made-up tests too high.',
    },
    about !== '' && { name: 'source', says: `The contests: ${about}` },
  ];
  return caveats.filter((caveat) => caveat !== false);
}
