/** The models of the columns that the user has not chosen. */
import type { SamplingParameters } from '../../../domain/completion.ts';
import { chosen, type ModelChoice } from '../../../models/asking/model-choices.ts';
import type { ColumnSpec } from './column-spec.ts';

export const FEWEST_COLUMNS = 2;

export interface ToCompare {
  /** The model choices, including a given pick; '' for no pick. */
  readonly choicesFor: (pick: string) => readonly ModelChoice[];
  /** The model that is chosen outside the comparison. */
  readonly pick: string | null;
  readonly samplingOf: (spec: ColumnSpec) => SamplingParameters;
}

/**
 * Returns the named columns. Without named columns it returns the ones that were left, and it adds columns until there
 * are enough to compare. Empty when none is named and no model is available.
 */
export function enoughColumns(
  named: readonly ColumnSpec[],
  left: readonly ColumnSpec[],
  all: ToCompare,
): readonly ColumnSpec[] {
  if (named.length >= FEWEST_COLUMNS) return named;
  if (named.length === 0 && left.length >= FEWEST_COLUMNS) return left;
  const specs = [...named];
  if (all.choicesFor('').length === 0 && specs.length === 0) return specs;
  while (specs.length < FEWEST_COLUMNS) specs.push(anotherColumn(specs, all));
  return specs;
}

/** A column beside the others: the model that is chosen, then one that has none yet, then another sample. */
export function anotherColumn(
  specs: readonly ColumnSpec[],
  { choicesFor, pick, samplingOf }: ToCompare,
): ColumnSpec {
  const choices = choicesFor(pick ?? '');
  const first = chosen(choices, pick);
  const free = [first, ...choices].find((choice) => choice && specs.every((spec) => spec.pick !== choice.id));
  if (free) return { pick: free.id };
  const last = specs.at(-1) ?? { pick: '' };
  return { ...last, seed: (samplingOf(last).seed ?? 0) + 1 };
}
