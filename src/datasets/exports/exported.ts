/** The parts that every export shares. */
import { stringifyLossless, type LosslessObject, type LosslessValue } from '../../base/lossless-json.ts';
import type { Problem, TestCase } from '../../domain/problem.ts';
import { fault, type Fault } from '../faults/fault.ts';
import { valueOf } from '../kept-row.ts';
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

type Members = Readonly<Record<string, LosslessValue | undefined>>;

/** A shape of inputs and outputs alone: a problem whose outputs need more than that has no place in it. */
export function shapeOf(
  name: ExportShape['name'],
  membersOf: (problem: Problem, row: LosslessObject, nth: number) => Members,
): ExportShape {
  return {
    name,
    write(problem, row, nth) {
      if (problem.mode === 'assert') return { fault: fault('checkHasNoPlace') };
      if (problem.checker !== null) return { fault: fault('checkerHasNoPlace') };
      return { row: objectOf(membersOf(problem, row, nth)) };
    },
  };
}

export function objectOf(members: Members): LosslessObject {
  return new Map(Object.entries(members).filter(([, value]) => value !== undefined)) as LosslessObject;
}

/** The text of an object: many columns hold JSON as text. */
function jsonText(members: Members): string {
  return stringifyLossless(objectOf(members));
}

function argumentsOf({ input }: TestCase): readonly LosslessValue[] {
  return valueOf(input) as readonly LosslessValue[];
}

/** An input as LiveCodeBench has it: the arguments of a call as JSON, one a line. */
export function inputText({ mode }: Problem, test: TestCase): string {
  return mode === 'call' ? argumentsOf(test).map(stringifyLossless).join('\n') : test.input;
}

/** Tests as LiveCodeBench has them. */
export function casesOf(problem: Problem, withMetadata: boolean): LosslessValue[] {
  const isCall = problem.mode === 'call';
  return problem.tests.map((test) =>
    objectOf({
      input: inputText(problem, test),
      output: test.output,
      testtype: isCall ? 'functional' : 'stdin',
      metadata: withMetadata ? objectOf({ func_name: isCall ? problem.functionName : null }) : undefined,
    }),
  );
}

/** LiveCodeBench's column `metadata`. */
export function metadataText({ mode, functionName }: Problem): string {
  return mode === 'call' ? jsonText({ func_name: functionName }) : '{}';
}

/** Tests as APPS has them, in two lists. @param expected puts down the value of a call */
export function listsText(
  { mode, tests, functionName }: Problem,
  expected: (value: LosslessValue) => LosslessValue,
): string {
  const isCall = mode === 'call';
  return jsonText({
    inputs: tests.map((test) => (isCall ? argumentsOf(test) : test.input)),
    outputs: tests.map(({ output }) => (isCall ? expected(valueOf(output)) : output)),
    fn_name: isCall ? functionName : undefined,
  });
}

/** Returns a value of a problem's row beside its fields; undefined if there is none. */
export function metaOf(row: LosslessObject, name: string): LosslessValue | undefined {
  const meta = row.get('meta');
  return meta instanceof Map ? (meta as LosslessObject).get(name) : undefined;
}
