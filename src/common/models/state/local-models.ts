import type { LocalAskers } from '../../../models/asking/asker.ts';
import type { ChatModel } from '../../../models/chat-model.ts';
import type { GpuModel } from '../../../models/web-llm/gpu-model.ts';
import type { CpuState } from './cpu-state.svelte.ts';
import type { DownloadsState } from './downloads-state.svelte.ts';
import type { GpuImportState } from './gpu-import-state.svelte.ts';
import type { GpuState } from './gpu-state.svelte.ts';
import type { MirrorState } from './mirror-state.svelte.ts';
import type { RecommendationState } from './recommendation-state.svelte.ts';

/**
 * The state of all models that run on this machine. Its code is loaded when it is needed or when the page is
 * idle.
 */
export interface LocalModels extends LocalAskers {
  readonly gpu: GpuState;
  readonly downloads: DownloadsState<GpuModel>;
  readonly imports: GpuImportState;
  readonly mirror: MirrorState;
  readonly cpu: CpuState;
  readonly recommendation: RecommendationState;
  /** Opens a model of web-llm for one request without a problem. */
  readonly openGpu: (model: GpuModel) => Promise<ChatModel>;
}
