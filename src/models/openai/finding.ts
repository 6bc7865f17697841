/** The findings of the connection check as codes with data. */
import { coder, type Coded } from '../../base/coded.ts';
import type * as words from '../words/endpoint-checks.ts';

export type Finding = Coded<typeof words>;

export const finding = coder<typeof words>();
