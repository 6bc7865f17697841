import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, GGUF, llamaCppSource, pythonWith, sh, type Recipe } from './recipe.ts';
import { serverContract } from './server-contract.ts';

const VERSION = '0.17.4';
/** The kernels of a build without cmake are compiled for every processor with AVX2. */
const FLAGS = '-O2 -mavx2 -mfma -mf16c -mbmi2';

const OLLAMA: Recipe = {
  name: `Ollama ${VERSION}`,
  model: 'smollm2',
  /** Builds from source with Go, gcc and g++: minutes of one core. */
  install: async (folder) => {
    const packages = await pythonWith(folder, ['pip']);
    // Ollama's module lacks three libraries of llama.cpp, which that source has.
    await llamaCppSource(folder);
    const vendor = join(folder, 'llama.cpp', 'vendor');
    const build = [
      'CGO_ENABLED=1',
      `CGO_CPPFLAGS=-I${vendor}`,
      `CGO_CFLAGS=${FLAGS}`,
      `CGO_CXXFLAGS=${FLAGS}`,
    ];
    const source = `github.com/ollama/ollama@v${VERSION}`;
    await sh('env', [...build, `GOBIN=${join(folder, 'bin')}`, 'go', 'install', source]);
    // Threads that wait for each other on shared cores are many times slower.
    const modelfile = `FROM ${join(packages, GGUF)}\nPARAMETER num_thread 1\n`;
    writeFileSync(join(folder, 'Modelfile'), modelfile);
    await sh(
      'env',
      [`HOME=${folder}`, `OLLAMA_HOST=127.0.0.1:${await freePort()}`, 'bash', '-c', CREATE],
      folder,
    );
  },
  start: (folder, port) => ({
    command: join(folder, 'bin', 'ollama'),
    args: ['serve'],
    cwd: folder,
    env: { OLLAMA_HOST: `127.0.0.1:${port}`, OLLAMA_CONTEXT_LENGTH: '2048' },
  }),
  // Pages of this machine are always admitted.
  admits: null,
  facts: {
    longPrompt: 'context',
    logprobs: true,
    usage: true,
    bearsTwo: true,
    context: '2,048 tokens for prompt and answer together',
  },
};

/** A model is created by a server that runs. */
const CREATE = `
bin/ollama serve &
server=$!
trap 'kill $server' EXIT
for _ in $(seq 60); do bin/ollama list && break; sleep 0.5; done
bin/ollama create smollm2 -f Modelfile
`;

await serverContract(OLLAMA);
