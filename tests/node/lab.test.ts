/** The lab through the command line and the built page: the rewards are the real judge's. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fastestMatrices } from '../../src/lab/kernel/matrices.ts';
import { type StepRow, Trainer } from '../../src/lab/grpo/trainer.ts';
import { PRESETS } from '../../src/lab/presets.ts';
import { inTemporaryFolder } from '../builders/files.ts';
import { toyJudge } from '../builders/toy-judge.ts';
import { allpass, readLinesOf } from './command-line.ts';

const STEPS = 2;

describe('allpass lab', () => {
  it('writes a row a step, and they are what a judge without Python comes to', async () => {
    const { end, rows } = inTemporaryFolder((folder) => {
      const options = ['--preset', 'grpo-plus', '--seed', '3', '--steps', `${STEPS}`, '-o', 'curve.jsonl'];
      return {
        end: allpass(['lab', ...options], folder),
        rows: readLinesOf<StepRow>(join(folder, 'curve.jsonl')),
      };
    });
    expect(end).toMatchObject({ code: 0, stdout: '' });
    expect(end.stderr).toMatch(/^trained {5}grpo-plus, seed 3, 2 steps$/m);
    expect(end.stderr).toMatch(/^judged {6}\d+ programs for \d+ verdicts, [\d,]+ tests$/m);
    const { settings } = PRESETS.find(({ name }) => name === 'grpo-plus')!;
    const trainer = new Trainer({ settings, seed: 3, judge: toyJudge, matrices: fastestMatrices() });
    for (const row of rows) {
      const { row: expected } = await trainer.step();
      const { seconds, tests_run } = row;
      expect(row).toEqual({ preset: 'grpo-plus', seed: 3, ...expected, seconds, tests_run });
      expect(tests_run).toBeGreaterThanOrEqual(10 * row.programs_run);
    }
    expect(rows).toHaveLength(STEPS);
    expect(rows.some(({ reward }) => reward! > 0)).toBe(true);
  });

  it('lists what there is without a browser, and refuses what there is not', () => {
    const list = allpass(['lab', '--list']);
    expect(list).toMatchObject({ code: 0, stderr: '' });
    for (const { name, title } of PRESETS) expect(list.stdout).toContain(`${name}  ${title}, `);
    expect(allpass(['lab', '--preset', 'few-test'])).toMatchObject({
      code: 2,
      stderr:
        'allpass: --preset few-test: there is none of this name (did you mean few-tests?); allpass lab --list\n',
    });
  });
});
