/** The parts that every export shares. */
import {
  jsonFaultText,
  parseLossless,
  stringifyLossless,
  type LosslessObject,
  type LosslessValue,
} from '../../base/lossless-json.ts';
import type { Problem, TestCase } from '../../domain/problem.ts';
import { fault, type Fault } from '../faults/fault.ts';
import type { ABOUT_SHAPES } from '../words/about-formats.ts';

/** A row of another tool, or the reason that there is none. */
export type Exported = { readonly row: LosslessObject } | { readonly fault: Fault };

/** A problem that a shape has no place for, as the report has it. */
export interface NotWritten {
  readonly id: string;
  readonly reason: string;
}

export interface ExportShape {
  /** As `--to` has it. */
  readonly name: keyof typeof ABOUT_SHAPES;
  /** @param nth how many were written before it; `row` is its row of problems.jsonl */
  write(problem: Problem, row: LosslessObject, nth: number): Exported;
}

/** Describes the part of a problem that inputs and outputs alone cannot express. */
export function inexpressible({ mode, checker }: Problem): Fault | null {
  if (mode === 'assert') return fault('checkHasNoPlace');
  return checker === null ? null : fault('checkerHasNoPlace');
}

export function objectOf(members: Readonly<Record<string, LosslessValue | undefined>>): LosslessObject {
  return new Map(Object.entries(members).filter(([, value]) => value !== undefined)) as LosslessObject;
}

/** The text of an object: many columns hold JSON as text. */
export function jsonText(members: Readonly<Record<string, LosslessValue | undefined>>): string {
  return stringifyLossless(objectOf(members));
}

export function numeral(value: number): LosslessValue {
  return { numeral: String(value) };
}

export function argumentsOf({ input }: TestCase): readonly LosslessValue[] {
  return valueOf(input) as readonly LosslessValue[];
}

/** A text that was JSON when the problem was read. */
export function valueOf(text: string): LosslessValue {
  const read = parseLossless(text);
  if (!read.ok) throw new Error(`a test is not JSON: ${jsonFaultText(read.fault)}`);
  return read.value;
}

/** Tests as LiveCodeBench has them: the arguments of a call as JSON, one a line. */
export function casesOf({ mode, tests, functionName }: Problem, withMetadata: boolean): LosslessValue[] {
  const isCall = mode === 'call';
  return tests.map((test) =>
    objectOf({
      input: isCall ? argumentsOf(test).map(stringifyLossless).join('\n') : test.input,
      output: test.output,
      testtype: isCall ? 'functional' : 'stdin',
      metadata: withMetadata ? objectOf({ func_name: isCall ? functionName : null }) : undefined,
    }),
  );
}

/** Returns a value of a problem's row beside its fields; undefined if there is none. */
export function metaOf(row: LosslessObject, name: string): LosslessValue | undefined {
  const meta = row.get('meta');
  return meta instanceof Map ? (meta as LosslessObject).get(name) : undefined;
}
