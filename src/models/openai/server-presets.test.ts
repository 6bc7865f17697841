import { describe, expect, it } from 'vitest';
import { admittingOptions, SERVER_PRESETS } from './server-presets.ts';

const PAGE = 'https://allpass.example';

describe('server presets', () => {
  it('can be told apart by their address', () => {
    expect(new Set(SERVER_PRESETS.map(({ baseUrl }) => baseUrl)).size).toBe(SERVER_PRESETS.length);
    for (const { baseUrl } of SERVER_PRESETS) expect(new URL(baseUrl).href).toBe(baseUrl);
  });

  it('name the option of the server that the port gives away, else all of them', () => {
    expect(admittingOptions(PAGE, 'http://gpu-box:11434/v1')).toEqual([
      { server: 'Ollama', text: `OLLAMA_ORIGINS=${PAGE} OLLAMA_CONTEXT_LENGTH=32768 ollama serve` },
    ]);
    expect(admittingOptions(PAGE, 'http://localhost:8000/v1')).toEqual([
      { server: 'vLLM', text: `vllm serve MODEL --allowed-origins '["${PAGE}"]'` },
    ]);
    const all = ['vLLM', 'TGI', 'llama.cpp', 'Ollama', 'LM Studio'];
    for (const base of ['http://localhost:9999/v1', 'https://gpu.example/v1', 'http://localhost:30000/v1']) {
      expect(admittingOptions(PAGE, base).map(({ server }) => server)).toEqual(all);
    }
  });
});
