import type { FitWord } from '../../../models/web-llm/fit.ts';
import type { IconName } from '../../../kit/components/Icon.svelte';

/** Whether a model fits, in words and with an icon: never by colour alone. */
export const FIT_WORDS: Readonly<Record<FitWord, { readonly text: string; readonly icon: IconName }>> = {
  fits: { text: 'Fits', icon: 'check' },
  likely: { text: 'Should fit', icon: 'check' },
  unknown: { text: 'May fit', icon: 'wait' },
  unlikely: { text: 'Probably too much', icon: 'warning' },
  slow: { text: 'Far too slow here', icon: 'warning' },
  cannot: { text: 'Cannot run here', icon: 'close' },
};
