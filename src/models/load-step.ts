import { coder, type Coded } from '../base/coded.ts';
import type * as steps from './words/phases.ts';

/** A step of making a model ready. */
export type LoadStep = Coded<typeof steps>;

export const loadStep = coder<typeof steps>();
