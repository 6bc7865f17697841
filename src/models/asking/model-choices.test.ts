import { describe, expect, it } from 'vitest';
import type { RecordedAnswer, RecordedKind } from '../../domain/answer.ts';
import { chosenModel, isChoiceId, modelChoices, pickedModel } from './model-choices.ts';

function answer(kind: RecordedKind): RecordedAnswer {
  return { kind, model: 'm', finishReason: 'stop', raw: '' };
}

const choices = modelChoices({
  answers: [answer('slow'), answer('right'), answer('wrong'), answer('wrong')],
  endpoint: ['a/b', '', 'a/b'],
  gpu: [{ id: 'q-MLC', label: 'Q 4B' }],
  cpu: [{ id: 'https://host/d.gguf', label: 'd' }],
});

describe('modelChoices', () => {
  it('names each recorded answer and each model once', () => {
    expect(choices.map(({ label }) => label)).toEqual([
      'Example: too slow',
      'Example: correct answer',
      'Example: wrong answer',
      'Example: wrong answer 2',
      'GPU: Q 4B',
      'llama.cpp: d',
      'Endpoint: a/b',
    ]);
    expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length);
  });

  it('falls back to the right answer', () => {
    expect(chosenModel(choices, 'recorded:wrong-2')?.label).toBe('Example: wrong answer 2');
    expect(chosenModel(choices, 'recorded:crash')?.label).toBe('Example: correct answer');
    expect(chosenModel([], null)).toBeNull();
  });

  it('reads the model out of an address', () => {
    expect(pickedModel('endpoint:org/m:1', 'endpoint')).toBe('org/m:1');
    expect(pickedModel('gpu:q-MLC', 'gpu')).toBe('q-MLC');
    expect(pickedModel('recorded:right', 'endpoint')).toBeNull();
  });
});

it('knows the id of a choice by its form', () => {
  for (const id of ['recorded:right', 'endpoint:a:b', 'gpu:x', 'cpu:y/z.gguf'])
    expect(isChoiceId(id)).toBe(true);
  for (const text of ['', 'gpu', 'gpu:', ':x', 'toString:x', 'GPU:x', 'seed_7'])
    expect(isChoiceId(text)).toBe(false);
});
