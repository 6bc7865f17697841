/**
 * Creates the state of the models on this machine. Its code loads when it is first needed, or when the page is idle.
 */
import { GpuAsker } from '../models/asking/gpu-asker.ts';
import { GpuSessions } from '../models/asking/gpu-sessions.ts';
import { HALF_FLOAT_MODELS, SINGLE_FLOAT_MODELS } from '../models/web-llm/catalog.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { GpuFiles } from '../models/web-llm/hosts/gpu-files.ts';
import type { GpuModel } from '../models/web-llm/gpu-model.ts';
import { CpuState } from '../common/models/state/cpu-state.svelte.ts';
import { DownloadsState } from '../common/models/state/downloads-state.svelte.ts';
import { GpuImportState } from '../common/models/state/gpu-import-state.svelte.ts';
import { GpuState } from '../common/models/state/gpu-state.svelte.ts';
import type { LocalModels } from '../common/models/state/local-models.ts';
import { MirrorState } from '../common/models/state/mirror-state.svelte.ts';
import { RecommendationState } from '../common/models/state/recommendation-state.svelte.ts';
import type { Tables } from '../storage/tables.ts';
import type { WebStorage } from '../storage/web-storage.ts';
import { createCpuModels } from './cpu-models.ts';
import { createGpuModels } from './gpu-models.ts';

/**
 * @param device keeps settings on this device
 * @param say tells the user in a sentence why a model is asked again
 */
export async function createLocalModels(
  tables: Tables,
  device: WebStorage,
  say: (text: string) => void,
): Promise<LocalModels> {
  const port = createGpuModels(() => cpuPort.yieldGpu());
  const cpuPort = createCpuModels(port.share);
  const gpu = new GpuState(port, tables);
  const mirror = new MirrorState(device);
  const models = (): readonly GpuModel[] => [
    ...HALF_FLOAT_MODELS,
    ...SINGLE_FLOAT_MODELS,
    ...gpu.catalog.own,
  ];
  const files = new GpuFiles();
  const downloads = new DownloadsState({ files, records: tables.downloads, mirror, models });
  const adopt = (fresh: readonly GpuModel[]): void => void gpu.catalog.add(fresh);
  const imports = new GpuImportState({ files, downloads, models, adopt });
  const sessions = new GpuSessions({ port, gpu, loads: gpu.loads, unfinished: gpu.unfinished });
  const gpuAsker = new GpuAsker({
    shelf: gpu,
    files: downloads,
    sessions,
    onGrow: say,
  });
  const cpu = new CpuState(cpuPort, tables.cpu, gpu);
  const recommendation = new RecommendationState({ gpu, downloads, cpu });
  await Promise.all([gpu.load(), cpu.load()]);
  await downloads.load();
  const openGpu = async (model: GpuModel): Promise<ChatModel> => {
    await gpu.probe();
    const { hears: check, adapter } = gpu;
    const opening = { contextTokens: gpu.windowOf(model), check, adapter, sessionId: null, continues: false };
    return port.open(gpu.versionOf(model), opening);
  };
  return { gpu, downloads, imports, mirror, cpu, recommendation, gpuAsker, openGpu };
}
