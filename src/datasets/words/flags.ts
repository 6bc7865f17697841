/** Why a problem may not be decidable by its tests: half sentences behind "the problem". */
import type { Flag } from '../prepare/flags.ts';

export const FLAG_WORDS: Readonly<Record<Flag, string>> = {
  'contradictory-tests': 'has two tests with the same input and different outputs',
  'empty-outputs': 'expects no output at all of every test',
  interactive: 'is interactive: the program talks with a judge',
  'several-answers': 'accepts several answers, and has no checker',
  'wrong-tests': 'is known to have wrong tests',
};
