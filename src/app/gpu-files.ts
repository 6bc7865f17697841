import { lazily } from '../base/lazily.ts';
import type { ModelFiles } from '../models/web-llm/model-files.ts';

/** The files of GPU models; the code is fetched with the first question. */
export const gpuFiles: ModelFiles = {
  status: async (...args) => (await files()).status(...args),
  download: async (...args) => (await files()).download(...args),
  remove: async (...args) => (await files()).remove(...args),
  removeOrphan: async (...args) => (await files()).removeOrphan(...args),
  findLibrary: async (...args) => (await files()).findLibrary(...args),
  list: async (...args) => (await files()).list(...args),
  importFolder: async (...args) => (await files()).importFolder(...args),
  isBusy: async (...args) => (await files()).isBusy(...args),
  whenFree: async (...args) => (await files()).whenFree(...args),
};

const files = lazily(async (): Promise<ModelFiles> => {
  const { GpuFiles } = await import('../models/web-llm/hosts/gpu-files.ts');
  return new GpuFiles();
});
