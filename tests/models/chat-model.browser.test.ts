/** The contract of models, held against the two that run on this machine. */
import { afterAll, beforeAll } from 'vitest';
import { DEEPCODER_SAMPLING } from '../../src/domain/completion.ts';
import type { GenerationRequest } from '../../src/models/chat-model.ts';
import { GgufStore } from '../../src/models/gguf/hosts/gguf-store.ts';
import { WllamaEngine } from '../../src/models/gguf/hosts/wllama-engine.ts';
import { GpuChatModel } from '../../src/models/web-llm/hosts/gpu-chat-model.ts';
import { GpuEngine } from '../../src/models/web-llm/hosts/gpu-engine.ts';
import { chatModelContract } from '../contracts/chat-model-contract.ts';
import { CPU_ONLY } from './cpu-only.ts';
import { scriptedModel } from './scripted-model.ts';
import { tinyFile, tinyModel } from './tiny-model.ts';

const ask = (content: string): GenerationRequest => ({
  messages: [{ role: 'user', content }],
  sampling: DEEPCODER_SAMPLING,
});

const gpu = new GpuEngine(
  () => new Worker(new URL('../../workers/gpu.worker.ts', import.meta.url), { type: 'module' }),
);
const onGpu = (content: string) => ({
  model: new GpuChatModel(gpu, {
    model: scriptedModel,
    contextTokens: 4096,
    runsTestPrompt: false,
  }),
  request: ask(content),
});

const cpu = new WllamaEngine(CPU_ONLY);
const store = new GgufStore({ idleMs: 20_000, retryBaseMs: 10 });
const files = new Map<string, File>();
const onCpu = (name: string, content = 'Go.') => ({
  model: tinyModel({ source: { kind: 'files', files: [files.get(name)!] }, engine: cpu, store }),
  request: ask(content),
});

beforeAll(async () => {
  for (const name of ['right', 'endless']) files.set(name, await tinyFile(name));
});
afterAll(() => {
  gpu.free();
  cpu.unload();
});

chatModelContract('a model on the GPU', {
  whole: () => onGpu('Sum.'),
  // Five milliseconds a token.
  endless: () => onGpu('[[2/5]]'),
  failing: () => onGpu('y'.repeat(5000)),
});

chatModelContract('a model on the processor', {
  whole: () => onCpu('right'),
  endless: () => onCpu('endless'),
  failing: () => onCpu('endless', 'Go. '.repeat(200)),
});
