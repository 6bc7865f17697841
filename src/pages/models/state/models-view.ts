/** The part of the address that belongs to the page of models: the open list. */
import { oneOf, readRows, rowsOf, writeRows } from '../../../kit/address/address-rows.ts';
import { DEVICES, type DeviceChoice } from '../../../common/models/state/devices.ts';
import type { PageCodec } from '../../../kit/address/route.ts';

export interface ModelsView {
  readonly tab: DeviceChoice | 'endpoint' | 'measure' | 'data';
  /** The model to measure by its name in pickers, `cpu:ID` or `gpu:ID`; null for the usual one. */
  readonly measured: string | null;
}

const INITIAL: ModelsView = { tab: 'here', measured: null };
const row = rowsOf<ModelsView>();
const ROWS = [
  row('tab', 'tab', oneOf(...DEVICES, 'endpoint', 'measure', 'data')),
  row('measured', 'model', (text) => (/^[cg]pu:./.test(text) ? text : undefined)),
];

export const MODELS_CODEC: PageCodec<ModelsView> = {
  page: 'models',
  initial: INITIAL,
  parse: (path, parameters) => (path === '/models' ? readRows(ROWS, parameters, INITIAL) : null),
  format: (view) => `/models${writeRows(ROWS, view, INITIAL)}`,
};
