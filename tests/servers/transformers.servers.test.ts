import { join } from 'node:path';
import { beside, GGUF, pythonWith, sh, type Recipe } from './recipe.ts';
import { serverContract } from './server-contract.ts';

const TRANSFORMERS: Recipe = {
  name: 'transformers 5.24.0',
  model: 'smollm2',
  async install(folder) {
    const of = [
      'huggingface-hub<3',
      'numpy',
      'packaging',
      'pyyaml',
      'regex',
      'tokenizers>=0.23.1,<0.24',
      'typer',
    ];
    const serving = [
      'safetensors>=0.8.0',
      'tqdm',
      'openai',
      'pydantic>=2',
      'uvicorn',
      'fastapi',
      'starlette',
      'rich',
    ];
    const torch = [
      'sympy',
      'networkx',
      'jinja2',
      'fsspec',
      'filelock',
      'typing-extensions',
      'setuptools',
      'psutil',
    ];
    // Without its dependencies: they are gigabytes for a GPU.
    const bare = ['transformers==5.24.0', 'torch==2.13.0', 'accelerate'];
    const packages = await pythonWith(folder, [...of, ...serving, ...torch, 'gguf', 'protobuf'], bare);
    const python = join(folder, 'bin', 'python');
    if (process.platform === 'linux') await sh(python, [beside('torch-stubs.py'), packages]);
    await sh(python, [beside('convert.py'), join(packages, GGUF), join(folder, 'smollm2')]);
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
  sharing: null,
  facts: {
    longPrompt: 'context',
    ownLimit: 1024,
    logprobs: false,
    usage: true,
    bearsTwo: true,
    context: null,
  },
};

await serverContract(TRANSFORMERS);
