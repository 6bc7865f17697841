/** Words of the place where sets are prepared, and its files. */
import type { Counted } from '../../datasets/prepare/prepare-order.ts';
import type { PrepareWork } from '../../state/prepare/prepare-state.svelte.ts';
import { count } from '../playground/verdict/verdict-sentences.ts';

export function workWords(work: PrepareWork): string {
  switch (work.kind) {
    case 'reading':
      return `Reading ${work.set}: ${work.done.toLocaleString('en')} of ${count(work.of, 'problem')}`;
    case 'counting':
      return 'Counting…';
    case 'writing':
      return `Writing: ${work.done.toLocaleString('en')} of ${count(work.of, 'problem')}`;
  }
}

/** Behind the number of problems: what was not even looked at. */
export function droppedWords({ repeated, missing }: Counted): string {
  const words = [
    repeated > 0 ? `${repeated.toLocaleString('en')} more with an id of an earlier set` : '',
    missing > 0 ? `${missing.toLocaleString('en')} are not stored any more: import their set again` : '',
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
