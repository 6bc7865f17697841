import { GYM_GRADERS } from '../../../judge/profiles/gym-graders.ts';
import { readGym } from './gym-view.ts';
import { readOrder } from './lab-order.ts';
import type { LearnState } from './learn-state.svelte.ts';
import { handTrial, trialOf, writtenFor } from './gym-trials.ts';

/** Has every grader judge what is open: the own text, the exploit, or on the board all exploits. */
export async function judgeHere({ gym, texts }: LearnState, settings: string): Promise<void> {
  const shipped = await gym.load();
  const { exploit, problem, from, whole } = readGym(settings);
  if (exploit === null && problem !== null) {
    const tried = shipped.problems.find(({ id }) => id === problem);
    if (tried !== undefined)
      return gym.run([handTrial(tried, writtenFor(shipped, texts, tried, from), whole)]);
  }
  const open = shipped.exploits.filter(({ id }) => exploit === null || id === exploit);
  return gym.run(open.map((each) => trialOf(shipped, each, GYM_GRADERS)));
}

export function runLab({ lab }: LearnState, settings: string): void {
  void lab.run(readOrder(settings));
}
