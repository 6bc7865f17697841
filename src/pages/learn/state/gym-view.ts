/** The gym's part of the address: the exploit or problem that is open, and the filters of the board. */
import { FAMILIES, type Family } from '../../../domain/exploit.ts';
import { GYM_GRADERS } from '../../../judge/profiles/gym-graders.ts';
import { withSettings } from './learn-view.ts';

export interface GymView {
  /** Id of the exploit that is open; null for none. */
  readonly exploit: string | null;
  /** Id of the problem that is tried by hand; null for none. */
  readonly problem: string | null;
  /** Id of the exploit that the try by hand begins with. */
  readonly from: string | null;
  /** Only exploits of this family. */
  readonly family: Family | null;
  /** Only exploits that this grader pays, by name. */
  readonly grader: string | null;
  /** Whether what is written by hand is a whole answer, out of which each grader takes a program. */
  readonly whole: boolean;
}

const SET = 'gym/';

/** Reads the gym's settings and ignores invalid values. */
export function readGym(settings: string): GymView {
  const parameters = new URLSearchParams(settings);
  const [exploit, problem, from, family, grader] = ['exploit', 'problem', 'from', 'family', 'grader'].map(
    (name) => parameters.get(name),
  );
  return {
    exploit: exploit || null,
    problem: problem ? `${SET}${problem}` : null,
    from: from || null,
    family: FAMILIES.find((each) => each === family) ?? null,
    grader: GYM_GRADERS.find(({ name }) => name === grader)?.name ?? null,
    whole: parameters.get('as') === 'answer',
  };
}

/** The settings with this changed, and all else, a teacher's flags too, as it was. */
export function writeGym(settings: string, change: Partial<GymView>): string {
  const { exploit, problem, from, family, grader, whole } = { ...readGym(settings), ...change };
  return withSettings(settings, {
    ...{ exploit, problem: problem?.slice(SET.length) ?? null, from, family, grader },
    as: whole ? 'answer' : null,
  });
}
