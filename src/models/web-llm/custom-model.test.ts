import { describe, expect, it } from 'vitest';
import { readForm, readModels, writeModels, type ModelForm } from './custom-model.ts';

const record = {
  model: 'https://host/DeepCoder-1.5B-q4f16_1-MLC',
  model_id: 'DeepCoder-1.5B-q4f16_1-MLC',
  model_lib: 'https://host/lib.wasm',
  vram_required_MB: 1700,
  overrides: { context_window_size: 16_384, max_history_size: 1 },
  integrity: { model_lib: 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
};

describe('readModels', () => {
  it('takes a record, a list and an appConfig', () => {
    for (const value of [record, [record], { model_list: [record] }]) {
      const reading = readModels(JSON.stringify(value));
      expect(reading).toMatchObject({
        ok: true,
        models: [
          {
            id: record.model_id,
            longestContext: 16_384,
            memoryMb: 1700,
            overrides: { max_history_size: 1 },
            requiredFeatures: ['shader-f16'],
            isOwn: true,
          },
        ],
      });
    }
  });

  it('reads back what it writes', () => {
    const first = readModels(JSON.stringify([record, { ...record, model_id: 'b', integrity: undefined }]));
    if (!first.ok) throw new Error(first.fault);
    expect(readModels(writeModels(first.models))).toEqual(first);
  });

  it.each([
    ['{', /no JSON/],
    ['[]', /empty/],
    ['3', /an object/],
    ['{"model_id":" "}', /model_id/],
    [JSON.stringify({ ...record, model: 'file:///x' }), /base URL/],
    [JSON.stringify({ ...record, model: 'https://user:secret@host/x' }), /base URL/],
    [JSON.stringify({ ...record, model_lib: undefined }), /model_lib/],
    [JSON.stringify({ ...record, overrides: { context_window_size: 3.5 } }), /context_window_size/],
    [JSON.stringify({ ...record, vram_required_MB: 'big' }), /vram/],
    [JSON.stringify({ ...record, required_features: 'shader-f16' }), /required_features/],
    [JSON.stringify({ ...record, integrity: { model_lib: 'md5-x' } }), /sha256/],
    [JSON.stringify([record, {}]), /^Model 2 of 2: model_id/],
  ])('refuses %s', (text, message) => {
    const reading = readModels(text);
    expect(reading.ok ? '' : reading.fault).toMatch(message);
  });
});

describe('readForm', () => {
  const form: ModelForm = {
    id: 'mine',
    modelUrl: 'https://host/mine',
    libraryUrl: 'https://host/mine.wasm',
    contextTokens: '8192',
    memoryMb: '',
    features: 'shader-f16, subgroups',
    libraryIntegrity: '',
  };
  it('makes a model', () => {
    expect(readForm(form)).toMatchObject({
      ok: true,
      models: [
        {
          id: 'mine',
          longestContext: 8192,
          memoryMb: null,
          requiredFeatures: ['shader-f16', 'subgroups'],
          integrity: null,
        },
      ],
    });
  });
  it('names the field', () => {
    const reading = readForm({ ...form, contextTokens: 'many' });
    expect(reading.ok ? '' : reading.fault).toMatch(/context_window_size/);
  });
});
