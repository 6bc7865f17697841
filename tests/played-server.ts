/** Real HTTP servers on ports of their own that play a script, for whatever speaks to model servers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}
export type Script = (response: ServerResponse, asked: Asked, nth: number) => unknown;

export const EVENT_STREAM = { 'content-type': 'text/event-stream' };
export const JSON_TYPE = { 'content-type': 'application/json' };
/** The last two events of a stream that ends as it should. */
export const DONE = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

const running: Server[] = [];

/** Ends every server, with what it still holds open. For `afterEach`. */
export function closeServers(): void {
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

/** A server that plays the script for every request, and remembers what it was asked. */
export async function play(script: Script): Promise<{ address: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
      const { method = '', url = '', headers } = request;
      const entry: Asked = { method, path: url, headers, body };
      asked.push(entry);
      void script(response, entry, asked.length);
    });
  });
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Begins a stream of events; who calls it ends it. */
export function stream(response: ServerResponse, ...parts: (string | Uint8Array)[]): ServerResponse {
  response.writeHead(200, EVENT_STREAM);
  for (const part of parts) response.write(part);
  return response;
}

/** Answers at once, with JSON. */
export function reply(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { ...JSON_TYPE, ...headers });
  response.end(JSON.stringify(body));
}

export const later = (ms = 5): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Fetches as a browser does for pages of `origin`: the answer is withheld unless the server admits them. */
export function fetchAsPage(origin: string): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, mode: 'cors' });
    const admitted = response.headers.get('access-control-allow-origin');
    if (init?.mode !== 'no-cors' && admitted !== '*' && admitted !== origin)
      throw new TypeError('Failed to fetch');
    return response;
  };
}
