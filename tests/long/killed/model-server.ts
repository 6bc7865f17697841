/** A server that speaks the OpenAI protocol, answers at once, and can be taken down for a while. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { saidTo } from './many-samples.ts';

export class ModelServer {
  /** `p12 3`, sample 3 of problem p12, of every question in the order they were asked. */
  readonly asked: string[] = [];
  #server: Server | null = null;
  #port = 0;
  #goal: { readonly count: number; readonly reached: () => void } | null = null;
  /** From this number of questions on, answers are held. */
  #limit = Infinity;
  #held: (() => void)[] = [];

  static async start(): Promise<ModelServer> {
    const server = new ModelServer();
    await server.up();
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  /** At the address it had before. */
  async up(): Promise<void> {
    const server = createServer((request, response) => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Allow-Headers', '*');
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      request.on('end', () => this.#answer(request.method ?? '', text, response));
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Stops the server: open answers break off. */
  async down(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  /**
   * Resolves when this number of further questions has been asked, before the last of them is answered. 20 questions
   * later the server holds its answers until `resume`, so that no run ends while a slow machine closes its browser.
   */
  afterMore(count: number): Promise<void> {
    const goal = this.asked.length + count;
    this.#limit = goal + 20;
    return new Promise((reached) => (this.#goal = { count: goal, reached }));
  }

  /** Sends the held answers, and holds no more of them. */
  resume(): void {
    this.#limit = Infinity;
    for (const send of this.#held.splice(0)) send();
  }

  #answer(method: string, text: string, response: ServerResponse): void {
    if (method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    if (method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"toy"}]}');
      return;
    }
    const { seed, messages } = JSON.parse(text) as { seed: number; messages: { content: string }[] };
    const [, named] = /Question (\d+):/.exec(messages.at(-1)!.content) ?? [];
    if (named === undefined) {
      // The connection check.
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: '1' }, finish_reason: 'stop' }] })}\n\n`,
      );
      return;
    }
    const problem = Number(named);
    this.asked.push(`p${problem} ${seed}`);
    if (this.#goal !== null && this.asked.length >= this.#goal.count) {
      this.#goal.reached();
      this.#goal = null;
    }
    if (this.asked.length > this.#limit) this.#held.push(() => this.#say(problem, seed, response));
    else this.#say(problem, seed, response);
  }

  #say(problem: number, seed: number, response: ServerResponse): void {
    const said = saidTo(problem, seed);
    const chunk = (fields: object): string => `data: ${JSON.stringify(fields)}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      chunk({ choices: [{ index: 0, delta: { content: said.text } }] }) +
        chunk({ choices: [{ index: 0, delta: {}, finish_reason: said.finish }] }) +
        chunk({ choices: [], usage: { prompt_tokens: 20, completion_tokens: said.text.length } }) +
        'data: [DONE]\n\n',
    );
  }
}
