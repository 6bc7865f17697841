/** Vitest's setup of the project `weights`: a server with the real weights, or the reason that they are missing. */
import type { TestProject } from 'vitest/node';
import { startModelServer } from '../model-fixtures/server.ts';
import { fetchWeights } from './fetch-weights.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** '' if the weights are here. */
    weightsMissing: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const weights = await fetchWeights();
  const server = await startModelServer('path' in weights ? { 'smollm2.gguf': weights.path } : {});
  project.provide('modelServer', server.url);
  project.provide('weightsMissing', 'why' in weights ? weights.why : '');
  return server.close;
}
