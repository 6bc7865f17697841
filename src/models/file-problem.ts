import { coder, type Coded } from '../base/coded.ts';
import type * as problems from './words/own/file-problems.ts';

/** A fault of a file; its words follow the file's name in a sentence. */
export type FileProblem = Coded<typeof problems>;

export const fileProblem = coder<typeof problems>();
