import { Random } from '../../../base/random.ts';

interface Drawing {
  /** Share of the tries that are solved. */
  readonly rate: number;
  /** Samples a group. */
  readonly size: number;
  /** Groups. */
  readonly count: number;
  readonly seed: number;
}

/** Groups of rewards drawn by chance, the same for the same seed. */
export function drawGroups({ rate, size, count, seed }: Drawing): readonly (readonly boolean[])[] {
  const chance = new Random(seed, 'groups');
  return Array.from({ length: count }, () => Array.from({ length: size }, () => chance.next() < rate));
}
