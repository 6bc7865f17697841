import { join } from 'node:path';
import { GGUF, pythonWith, sh, type Recipe } from './recipe.ts';

export const LLAMA_CPP_PYTHON: Recipe = {
  name: 'llama-cpp-python 0.3.36',
  model: 'smollm2',
  /** Builds from source: ten minutes of one core. */
  install: async (folder) => {
    // Virtual machines name instructions, as those of AMX, on which they then end a program.
    const options = ['--config-setting', 'cmake.args=-DGGML_NATIVE=OFF'];
    const packages = await pythonWith(folder, ['llama-cpp-python[server]==0.3.36', ...options]);
    await sh('ln', ['-sf', join(packages, GGUF), join(folder, 'smollm2.gguf')]);
  },
  start: (folder, port) => ({
    command: join(folder, 'bin', 'python'),
    args: [
      ...['-m', 'llama_cpp.server', '--model', 'smollm2.gguf', '--model_alias', 'smollm2', '--n_ctx', '2048'],
      // Threads that wait for each other on shared cores are many times slower.
      ...['--n_threads', '1', '--n_threads_batch', '1'],
      ...['--host', '127.0.0.1', '--port', String(port)],
    ],
    cwd: folder,
  }),
  admits: null,
  facts: {
    longPrompt: 'context-overflow',
    logprobs: false,
    usage: false,
    bearsTwo: false,
  },
};
