import { join } from 'node:path';
import { beside, pythonWithTorch, type Recipe } from './recipe.ts';
import { serverContract } from './server-contract.ts';

const TRANSFORMERS: Recipe = {
  name: 'transformers 5.24.0',
  model: 'smollm2',
  install: async (folder) => {
    await pythonWithTorch(folder, ['transformers[serving]==5.24.0'], {
      constraints: beside('constraints-transformers.txt'),
    });
  },
  start: (folder, port) => ({
    command: join(folder, 'bin', 'transformers'),
    // Processors without bfloat16 of their own are three times slower with it.
    args: ['serve', 'smollm2', '--dtype', 'float32', '--host', '127.0.0.1', '--port', String(port)],
    cwd: folder,
    // Threads that wait for each other on shared cores are many times slower.
    env: { HF_HUB_OFFLINE: '1', OMP_NUM_THREADS: '1' },
  }),
  admits: ['--enable-cors'],
  facts: {
    longPrompt: 'context',
    ownLimit: 1024,
    logprobs: false,
    usage: true,
    bearsTwo: true,
  },
};

await serverContract(TRANSFORMERS);
