/** The Learn page in the address: the open place, and its settings as text. */
import type { PageCodec } from '../../../kit/address/page-codec.ts';
import { canPresent } from './titles.ts';

export interface LearnView {
  /** A lesson, or another place by its name; '' for the list of them. */
  readonly place: string;
  /** The text after the `?`. Each place reads its own settings, so that this code is not part of the first screen. */
  readonly settings: string;
}

const PATH = /^\/learn(?:\/([a-z-]+))?$/;

export const LEARN_CODEC: PageCodec<LearnView> = {
  page: 'learn',
  initial: { place: '', settings: '' },
  parse(path, parameters) {
    const found = PATH.exec(path);
    return found === null ? null : { place: found[1] ?? '', settings: parameters.toString() };
  },
  format: ({ place, settings }) =>
    `/learn${place === '' ? '' : `/${place}`}${settings === '' ? '' : `?${settings}`}`,
};

/** Changes settings in the text of an address, and leaves all others. Null takes a setting out. */
export function withSettings(
  settings: string,
  change: Readonly<Record<string, string | number | null>>,
): string {
  const parameters = new URLSearchParams(settings);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, String(value));
  }
  return parameters.toString();
}

/** Returns the step that is presented, from 1; 0 when the place is not presented. */
export function presentedStep({ place, settings }: LearnView): number {
  const step = new URLSearchParams(settings).get('present');
  return step !== null && canPresent(place) ? Math.max(1, Math.floor(Number(step)) || 1) : 0;
}
