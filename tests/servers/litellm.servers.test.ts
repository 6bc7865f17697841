import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LLAMA_CPP_PYTHON } from './llama-cpp-python.recipe.ts';
import { pythonWith, type Recipe } from './recipe.ts';
import { serverContract } from './server-contract.ts';

const LITELLM: Recipe = {
  name: 'litellm 1.108.7',
  model: 'smollm2',
  behind: LLAMA_CPP_PYTHON,
  install: async (folder) => {
    await pythonWith(folder, ['litellm[proxy]==1.108.7']);
    const parameters = {
      model: 'openai/smollm2',
      api_base: 'os.environ/BEHIND',
      api_key: 'none',
    };
    const models = [{ model_name: 'smollm2', litellm_params: parameters }];
    // JSON is YAML.
    writeFileSync(join(folder, 'config.yaml'), JSON.stringify({ model_list: models }));
  },
  start: (folder, port, portBehind) => ({
    command: join(folder, 'bin', 'litellm'),
    args: ['--config', 'config.yaml', '--host', '127.0.0.1', '--port', String(port), '--telemetry', 'False'],
    cwd: folder,
    env: {
      BEHIND: `http://127.0.0.1:${portBehind}/v1`,
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      // Asks for no key.
      LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY: 'true',
    },
  }),
  admits: null,
  facts: {
    longPrompt: 'context-overflow',
    logprobs: false,
    usage: 'recounted',
    bearsTwo: false,
  },
};

await serverContract(LITELLM);
