/** The field `redrawn` of rows of verdicts and of samples: a sample that was asked again after it was truncated. */
import type { LosslessValue } from '../base/lossless-json.ts';
import type { Redraw } from '../domain/redraw.ts';
import { Fields, Misfit } from './reading/fields.ts';

export interface RedrawField {
  readonly old_limit: number | null;
  readonly old_tokens: number;
  readonly limit: number;
}

export function redrawField({ oldLimit, oldTokens, limit }: Redraw): RedrawField {
  return { old_limit: oldLimit, old_tokens: oldTokens, limit };
}

export function redrawOf({ old_limit: oldLimit, old_tokens: oldTokens, limit }: RedrawField): Redraw {
  return { oldLimit, oldTokens, limit };
}

/** @throws Misfit for a field that is there and does not fit: the mark would be lost without a trace */
export function redrawnIn({ object }: Fields): { readonly redrawn?: Redraw } {
  const value: LosslessValue | undefined = object.get('redrawn');
  if (value === undefined || value === null) return {};
  const fields = new Fields(value, 'redrawn');
  const needed = (name: string): number => {
    fields.value(name);
    return fields.count(name, 0);
  };
  const [oldTokens, limit] = [needed('old_tokens'), needed('limit')];
  const oldLimit = fields.has('old_limit') ? needed('old_limit') : null;
  if (oldLimit !== null && limit <= oldLimit)
    throw new Misfit('redrawn.limit', 'must be larger than "old_limit"');
  return { redrawn: { oldLimit, oldTokens, limit } };
}
