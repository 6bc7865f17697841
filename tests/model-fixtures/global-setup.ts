/** Vitest's setup of the project `models`: one server for all suites, which find it by `inject('modelServer')`. */
import type { TestProject } from 'vitest/node';
import type {} from './rules.ts';
import { startModelServer } from './server.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startModelServer();
  project.provide('modelServer', server.url);
  return server.close;
}
