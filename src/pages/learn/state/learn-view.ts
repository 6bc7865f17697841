/** What the address says of the page Learn: which place of it, and that place's settings as they are written. */
import type { PageCodec } from '../../../kit/address/page-codec.ts';

export interface LearnView {
  /** A lesson, or another place by its name; '' for the list of them. */
  readonly place: string;
  /** What stands behind the `?`. Each place reads its own: none of that belongs to the first screen. */
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
