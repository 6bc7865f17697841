/** Words of the place where sets are prepared, and its files. */
import { counted, numberText } from '../../../base/number-words.ts';
import type { Counted } from '../../../datasets/prepare/prepare-order.ts';
import type { PrepareWork } from '../state/prepare-state.svelte.ts';

export function workWords(work: PrepareWork): string {
  switch (work.kind) {
    case 'reading':
      return `Reading ${work.set}: ${numberText(work.done)} of ${counted(work.of, 'problem')}`;
    case 'counting':
      return 'Counting…';
    case 'writing':
      return `Writing: ${numberText(work.done)} of ${counted(work.of, 'problem')}`;
  }
}

/** Behind the number of problems: what was not even looked at. */
export function droppedWords({ repeated, missing }: Counted): string {
  const words = [
    repeated > 0 ? `${numberText(repeated)} with an id of an earlier set were skipped` : '',
    missing > 0 ? `${numberText(missing)} are no longer stored. Import their set again` : '',
  ].filter((part) => part !== '');
  return words.length === 0 ? '' : ` (${words.join('; ')})`;
}

/** A name for a set that is made of another; none that is taken. */
export function freeName(of: string, suffix: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  const stem = of.replace(/^.*\//, '').replace(/(\.(jsonl?|ndjson|gz|zip|kpp|parquet))+$/i, '');
  for (let nth = 1; ; nth++) {
    const name = `${stem}-${suffix}${nth === 1 ? '' : `-${nth}`}.jsonl`;
    if (!taken.has(name)) return name;
  }
}
