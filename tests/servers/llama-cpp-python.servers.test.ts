import { LLAMA_CPP_PYTHON } from './llama-cpp-python.recipe.ts';
import { serverContract } from './server-contract.ts';

await serverContract(LLAMA_CPP_PYTHON);
