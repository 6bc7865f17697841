/** The findings about a server before a run sends its first request, and their effects. */
import type { SamplingParameters } from '../../../domain/completion.ts';
import { CHECKS, type CheckStep } from '../../../models/openai/endpoint-port.ts';
import { checkConnection } from '../../../models/openai/hosts/connection-doctor.ts';
import { OpenAIServer } from '../../../models/openai/hosts/openai-server.ts';
import { serverFetch } from './server-fetch.ts';

/** As long as a run waits: a model may have to be loaded, and others may be before us in a queue. */
const FIRST_TOKEN_MS = 600_000;

export interface ServerToCheck {
  readonly server: { readonly address: string; readonly key: string };
  readonly model: string;
  /** As it will be asked; missing where that is not known. */
  readonly sampling?: SamplingParameters;
}

/** The last word on each step, in their order. An aborted signal ends it where it is. */
export async function checkServer(
  { server, model, sampling }: ServerToCheck,
  signal: AbortSignal,
  onStep: (step: CheckStep) => void = () => undefined,
): Promise<readonly CheckStep[]> {
  const last = new Map<string, CheckStep>();
  for await (const step of checkConnection(openServer(server), model, signal, FIRST_TOKEN_MS, sampling)) {
    last.set(step.id, step);
    if (step.outcome !== 'running') onStep(step);
  }
  return CHECKS.flatMap((id) => last.get(id) ?? []);
}

/** @throws UsageError for a proxy of the environment that cannot be used */
export function openServer(server: ServerToCheck['server']): OpenAIServer {
  return new OpenAIServer({ ...server, ...serverFetch(server.address), origin: null });
}

/** A step in words: what was found, what mends it, and what to type. */
export function stepWords(step: CheckStep): string {
  const { detail, remedy } = step;
  const options = step.options.map(({ server, text }) => `${server}: ${text}`);
  return [detail, remedy, options.join('; ')].filter((words) => words !== '').join(' ');
}
