import { wordsOf } from '../../base/coded.ts';
import { FAULTS } from '../words/faults.ts';

export type Fault = string;

type Catalogue = typeof FAULTS;
type DataOf<F> = F extends (...data: infer D) => unknown ? D : never;

export function fault<K extends keyof Catalogue>(code: K, ...data: DataOf<Catalogue[K]>): Fault {
  return wordsOf<Catalogue, string>(FAULTS, { code, data });
}

export function faultText(fault: Fault): string {
  return fault;
}
