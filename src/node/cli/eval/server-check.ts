/** Checks a server before a run sends its first request, and explains the findings. */
import type { SamplingParameters } from '../../../domain/completion.ts';
import { CHECKS, type CheckStep } from '../../../models/openai/endpoint-port.ts';
import { checkConnection } from '../../../models/openai/hosts/connection-doctor.ts';
import { OpenAIServer } from '../../../models/openai/hosts/openai-server.ts';
import { serverFetch } from './server-fetch.ts';

/**
 * Milliseconds until the first token, the same as in a run: the server may have to load a model, and may have other
 * requests in its queue.
 */
const FIRST_TOKEN_MS = 600_000;

export interface ServerToCheck {
  readonly server: { readonly address: string; readonly key: string };
  readonly model: string;
  /** The settings of later requests; missing if they are not known. */
  readonly sampling?: SamplingParameters;
}

/**
 * Runs the check, and returns the result of each step in order. An aborted signal ends the check at the current step.
 */
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

/** @throws UsageError if the environment names a proxy that cannot be used */
export function openServer(server: ServerToCheck['server']): OpenAIServer {
  return new OpenAIServer({ ...server, ...serverFetch(server.address), origin: null });
}

/** Describes a step: the finding, the remedy, and the command to type. */
export function stepWords(step: CheckStep): string {
  const { detail, remedy } = step;
  const options = step.options.map(({ server, text }) => `${server}: ${text}`);
  return [detail, remedy, options.join('; ')].filter((words) => words !== '').join(' ');
}
