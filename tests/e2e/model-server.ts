/** An OpenAI-compatible server with one model, which any page may ask. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelServer {
  readonly server: Server;
  readonly base: string;
}

interface Options {
  /** The model as the list of models has it. */
  readonly model?: { readonly id: string; readonly max_model_len?: number };
  /** The key that every request must carry; null for none. */
  readonly key?: string | null;
  /** Whether the server admits pages of other origins. */
  readonly cors?: boolean;
}

/** @param answer writes the stream of an answer to the body of a question, and ends it */
export async function startModelServer(
  answer: (response: ServerResponse, body: string) => void,
  { model = { id: 'tiny' }, key = null, cors = true }: Options = {},
): Promise<ModelServer> {
  const server = createServer((request, response) => {
    if (cors) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Allow-Headers', '*');
    }
    const reply = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      if (request.method === 'OPTIONS') return void response.writeHead(204).end();
      if (key !== null && request.headers.authorization !== `Bearer ${key}`)
        return void reply(401, { error: { message: 'no' } });
      if (!request.url?.endsWith('/chat/completions')) return void reply(200, { data: [model] });
      response.setHeader('content-type', 'text/event-stream');
      answer(response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

/** One event of a stream. @param more further fields of the event */
export function event(delta: object, finish: string | null = null, more: object = {}): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ choices, ...more })}\n\n`;
}

/** The last event of a stream. */
export const DONE = 'data: [DONE]\n\n';
