/** The lab's presets on rewards of the real judge. */
import { availableParallelism } from 'node:os';
import { Grader } from '../../lab/grpo/grader.ts';
import { openPage } from '../cli/page/built-page.ts';
import { batchOf } from '../../lab/grpo/batch.ts';
import { labEffects } from './lab-effects.ts';

export async function labFigures() {
  const page = await openPage({ workers: availableParallelism() });
  try {
    // A program that one run had judged is not judged again for the next one.
    const shared = new Grader(
      async (asks) => (await page.judge({ task: 'batch', ...batchOf(asks) })).results,
    );
    const effects = await labEffects(async (asks) =>
      (await shared.passed(asks)).map((passed) => ({ passed, testsRun: 0 })),
    );
    return { lab_effects: effects, lab_programs: shared.programsRun, lab_tests: shared.testsRun };
  } finally {
    await page.close();
  }
}
