/** What the address says of the page of models: which list is open. */
import { oneOf, readRows, rowsOf, writeRows } from '../shell/address-rows.ts';
import type { PageCodec } from '../shell/page-codec.ts';

/** Where models run on this machine. */
export const DEVICES = ['gpu', 'cpu'] as const;
export type DeviceTab = (typeof DEVICES)[number];

export interface ModelsView {
  readonly tab: DeviceTab | 'endpoint';
}

const INITIAL: ModelsView = { tab: 'gpu' };
const row = rowsOf<ModelsView>();
const ROWS = [row('tab', 'tab', oneOf(...DEVICES, 'endpoint'))];

export const MODELS_CODEC: PageCodec<ModelsView> = {
  initial: INITIAL,
  parse: (path, parameters) => (path === '/models' ? readRows(ROWS, parameters, INITIAL) : null),
  format: (view) => `/models${writeRows(ROWS, view, INITIAL)}`,
};
