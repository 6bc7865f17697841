/** A model behind a played server, and what such a server sends. */
import type { ServerResponse } from 'node:http';
import { DEEPCODER_SAMPLING, type SamplingParameters } from '../../src/domain/completion.ts';
import type { GenerationRequest } from '../../src/models/chat-model.ts';
import { stream } from '../played-server.ts';
import { collectCompletion, type CompletionCollector } from '../../src/models/asking/collect.ts';
import { OpenAIModel, type OpenAIModelOptions } from '../../src/models/openai/hosts/openai-model.ts';
import { OpenAIServer, type OpenAIServerOptions } from '../../src/models/openai/hosts/openai-server.ts';

export const KEY = 'sk-secret-4711';

export function ask(sampling: Partial<SamplingParameters> = {}): GenerationRequest {
  return {
    messages: [{ role: 'user', content: 'Solve it.' }],
    sampling: { ...DEEPCODER_SAMPLING, ...sampling },
  };
}

export function modelAt(
  address: string,
  options: Partial<OpenAIModelOptions> = {},
  server: Partial<OpenAIServerOptions> = {},
): OpenAIModel {
  return new OpenAIModel(new OpenAIServer({ address, key: KEY, origin: null, ...server }), {
    model: 'deepcoder',
    retryBaseMs: 5,
    ...options,
  });
}

export function complete(
  model: OpenAIModel,
  request = ask(),
  signal = new AbortController().signal,
): Promise<CompletionCollector> {
  return collectCompletion(model.generate(request, signal));
}

export const delta = (fields: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: fields, finish_reason: finish }] })}\n\n`;

export const content = (text: string): string => delta({ content: text });

export const answer = (response: ServerResponse, ...parts: (string | Uint8Array)[]): void => {
  stream(response, ...parts).end();
};
