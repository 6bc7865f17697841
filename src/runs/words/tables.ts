/** Sentences about a table of several runs. */
import { counted } from '../../base/number-words.ts';
import type { Redraw } from '../../domain/redraw.ts';
import { redrawn } from './caveats.ts';

interface TabledRuns {
  readonly problems: number;
  /** Problems that only some of the runs have. */
  readonly left: number;
  readonly rows: readonly {
    readonly name: string;
    readonly samples: number;
    readonly redraws: readonly Redraw[];
  }[];
}

/** Explains the figures in a sentence or two. */
export function tableNote({ problems, left, rows }: TabledRuns): string {
  const rest =
    left === 0
      ? ''
      : ` ${counted(left, 'problem')} that only some of the runs have ${left === 1 ? 'is' : 'are'} left out.`;
  const again = rows
    .filter(({ redraws }) => redraws.length > 0)
    .map(({ name, samples, redraws }) => ` In ${name}, ${redrawn(samples, redraws)}`);
  return `pass@1 on the ${counted(problems, 'problem')} that all runs have, with 95 % intervals over problems (bootstrap; Wilson where all problems have the same value). Differences are to the first run, by a paired bootstrap.${rest}${again.join('')}`;
}
