import { describe, expect, it } from 'vitest';
import { DEEPCODER_SAMPLING } from '../../../domain/completion.ts';
import type { ModelChoice } from '../../../models/asking/model-choices.ts';
import { anotherColumn, enoughColumns, type ToCompare } from './columns.ts';

const choice = (model: string): ModelChoice => ({
  type: 'endpoint',
  id: `endpoint:${model}`,
  label: model,
  model,
});

function all(models: readonly string[], pick: string | null = null): ToCompare {
  return {
    choicesFor: () => models.map(choice),
    pick,
    samplingOf: ({ seed }) => ({ ...DEEPCODER_SAMPLING, seed: seed ?? null }),
  };
}

const A = { pick: 'endpoint:a' };
const B = { pick: 'endpoint:b' };

describe('the columns that nobody has chosen', () => {
  it('are those that were left, where the address names none', () => {
    expect(enoughColumns([], [B, A], all(['a', 'b']))).toEqual([B, A]);
    expect(enoughColumns([A], [B, B], all(['a', 'b']))).toEqual([A, B]);
    expect(enoughColumns([B, B, B], [A, A], all(['a', 'b']))).toEqual([B, B, B]);
  });

  it('begin with the chosen model, then take one that has none, then another sample', () => {
    expect(enoughColumns([], [], all(['a', 'b'], 'endpoint:b'))).toEqual([B, A]);
    expect(enoughColumns([], [], all(['a']))).toEqual([A, { ...A, seed: 1 }]);
    expect(anotherColumn([A, { ...A, seed: 6 }], all(['a']))).toEqual({ ...A, seed: 7 });
  });

  it('are none where nothing is named and nothing can be asked', () => {
    expect(enoughColumns([], [], all([]))).toEqual([]);
    expect(enoughColumns([A], [], all([]))).toEqual([A, { ...A, seed: 1 }]);
  });
});
