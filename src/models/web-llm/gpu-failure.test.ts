import { describe, expect, it } from 'vitest';
import { said } from '../../../tests/builders/said.ts';
import { explainGpuError } from './gpu-failure.ts';

const context = { label: 'Qwen3 4B', contextTokens: 16_384, during: 'generate' } as const;

/** Messages observed from web-llm 0.2.86, from its runtime and from Chromium. */
describe('explainGpuError', () => {
  it.each([
    ['BindingError: Cannot pass deleted object as a pointer of type Tokenizer*', 'gpu-lost'],
    ['DeviceLost: unknown: A valid external Instance reference no longer exists.', 'gpu-lost'],
    ['OperationError: Device is lost', 'gpu-lost'],
    ['GPUOutOfMemoryError: Not enough memory left.', 'out-of-memory'],
    ['RangeError: WebAssembly.Memory(): could not allocate memory: out of memory', 'out-of-memory'],
    ['ContextWindowSizeExceededError: Prompt tokens exceed context window size', 'context-overflow'],
    ['ShaderF16SupportError: This model requires WebGPU extension shader-f16', 'no-gpu'],
    ['GPUPipelineError: [Invalid ShaderModule "x"] is invalid', 'no-gpu'],
    [
      "Error: Unable to find a compatible GPU. This issue might be because your computer doesn't have",
      'no-gpu',
    ],
    [
      'Error: Cannot initialize runtime because of requested maxBufferSize exceeds limit. requested=256MB',
      'no-gpu',
    ],
    [
      'LinkError: WebAssembly.instantiate(): Import #5 "env" "x": function import requires a callable',
      'library',
    ],
    ['Error: Cannot find global function vm.builtin.kv_state_clear', 'library'],
    ['CompileError: WebAssembly.instantiate(): expected magic word 00 61 73 6d', 'library'],
    ['IntegrityError: Integrity check failed for http://host/lib.wasm', 'library'],
    ["TypeError: Failed to execute 'add' on 'Cache': Request failed", 'not-downloaded'],
    ['stopped', 'gpu-lost'],
    ['QuotaExceededError: Quota exceeded.', 'storage'],
    ['Error: something else', 'protocol'],
  ])('%s', (text, layer) => {
    const failure = said(explainGpuError(text, context));
    expect(failure.layer).toBe(layer);
    expect(failure.message).toMatch(/[.!?]$/);
    expect(failure.remedy).toMatch(/\.$/);
  });

  it('does not say of an answer that had begun that it could not be asked for', () => {
    const { message } = said(explainGpuError('Error: InternalError: it broke', context));
    expect(message).toBe('Qwen3 4B failed while it answered: InternalError: it broke.');
    const loading = said(explainGpuError('Error: it broke', { ...context, during: 'load' }));
    expect(loading.message).toBe('Qwen3 4B could not be loaded: it broke.');
  });
});
