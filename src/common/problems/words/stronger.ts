/** The sentence about problems that two sets have. */
import { counted } from '../../../base/number-words.ts';

interface StrongerTests {
  readonly stronger: string;
  readonly weaker: string;
  readonly problems: number;
}

/** "164 problems are in HumanEval and HumanEval+: the tests of HumanEval+ are used." */
export function strongerWords({ stronger, weaker, problems }: StrongerTests): string {
  const are = problems === 1 ? 'is' : 'are';
  return `${counted(problems, 'problem')} ${are} in ${weaker} and ${stronger}: the tests of ${stronger} are used.`;
}
