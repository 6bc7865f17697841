/** Wall time of the command line over many real programs, those that are too slow among them. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rounded, type Figures } from './figures.ts';
import { timedCommand } from './timed-command.ts';

const FIXTURES = fileURLToPath(new URL('../../../../shared/fixtures/', import.meta.url));

export async function fixturesGradeFigures(): Promise<Figures> {
  if (!existsSync(FIXTURES))
    return { fixtures_grade_s: { notMeasured: 'the shared programs are not beside this checkout' } };
  const files = ['--problems', `${FIXTURES}problems.jsonl`, '--samples', `${FIXTURES}solutions.jsonl`];
  const { seconds } = await timedCommand(['grade', ...files]);
  return { fixtures_grade_s: rounded(seconds) };
}
