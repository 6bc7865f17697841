import { ownModel } from '../../src/models/web-llm/gpu-model.ts';
import { serverUrl } from './model-server.ts';

/** The scripted model of tests/model-fixtures, as one of the user's own. */
export const scriptedModel = ownModel({
  id: 'scripted',
  label: 'Scripted',
  modelUrl: `${serverUrl}/models/scripted/`,
  libraryUrl: `${serverUrl}/libraries/scripted.wasm`,
  longestContext: 32_768,
  reasons: true,
});
