import { readFileSync } from 'node:fs';
import { prebuiltAppConfig } from '@mlc-ai/web-llm';
import { describe, expect, it } from 'vitest';
import { catalogModel, HALF_FLOAT_MODELS, SINGLE_FLOAT_MODELS } from './catalog.ts';

const records = new Map(prebuiltAppConfig.model_list.map((record) => [record.model_id, record]));

describe('the catalog', () => {
  it.each([...HALF_FLOAT_MODELS, ...SINGLE_FLOAT_MODELS].map((model) => [model.id, model] as const))(
    "states %s as the engine's own list does",
    (id, model) => {
      const record = records.get(id);
      expect(record).toBeDefined();
      expect(model.modelUrl).toBe(record?.model);
      expect(model.libraryUrl).toBe(record?.model_lib);
      expect(model.memoryMb).toBe(record?.vram_required_MB);
      expect({ context_window_size: 4096, ...model.overrides }).toEqual(record?.overrides);
      expect(record?.model_manifest).toBeUndefined();
      // Half precision is always requested. The list must not require other features.
      expect([...model.requiredFeatures, ...(record?.required_features ?? [])]).toEqual(
        id.includes('q4f16') ? ['shader-f16'] : [],
      );
    },
  );

  it('has a twin in single floats for each model in half floats', () => {
    for (const model of HALF_FLOAT_MODELS) expect(catalogModel(model.twin ?? '')?.label).toBe(model.label);
  });

  it('belongs to the engine that is installed', () => {
    const pin = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
    expect(pin.dependencies['@mlc-ai/web-llm']).toBe('0.2.86');
  });
});
