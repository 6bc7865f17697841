import type { GpuModel } from '../../src/models/web-llm/gpu-model.ts';
import { serverUrl } from './model-server.ts';

/** The scripted model of tests/model-fixtures, as one of the user's own. */
export const scriptedModel: GpuModel = {
  id: 'scripted',
  label: 'Scripted',
  modelUrl: `${serverUrl}/models/scripted/`,
  libraryUrl: `${serverUrl}/libraries/scripted.wasm`,
  billions: null,
  weightBytes: null,
  memoryMb: null,
  cacheBytesPerToken: null,
  longestContext: 32_768,
  requiredFeatures: [],
  twin: null,
  reasons: true,
  startsInReasoning: false,
  overrides: {},
  integrity: null,
  custom: true,
};
