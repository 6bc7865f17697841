/** How long the lab trains. */
import { rounded, type Figures } from './figures.ts';
import { timedCommand } from './timed-command.ts';

const STEPS = 40;

/** Returns the figures of GRPO+ with seed 1 from the command's last row, which does not count its start. */
export async function labStepFigures(): Promise<Figures> {
  const { rows } = await timedCommand([
    'lab',
    ...['--preset', 'grpo-plus', '--seed', '1', '--steps', String(STEPS)],
  ]);
  return { lab_40_steps_s: rounded(Number(rows.at(-1)?.['seconds'])) };
}
