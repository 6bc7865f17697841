/** OpenAI-compatible servers on this machine that say what a test tells them to. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';

export interface ChatServer {
  readonly server: Server;
  /** Its address, as a user types it. */
  readonly base: string;
}

interface ServerTraits {
  /** Its one model, as it lists it. */
  readonly model?: { readonly id: string; readonly max_model_len?: number };
  /** Whether it admits pages of other origins. */
  readonly cors?: boolean;
  /** The only key that it takes; without one it takes any. */
  readonly key?: string;
}

/** A piece of a streamed answer. */
export function chunk(delta: object, finish: string | null = null, more: object = {}): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ choices, ...more })}\n\n`;
}

export const DONE = 'data: [DONE]\n\n';

/** @param complete writes the answer to a question, and ends the response */
export async function startChatServer<Question>(
  complete: (asked: Question, response: ServerResponse) => void,
  { model = { id: 'tiny' }, cors = true, key }: ServerTraits = {},
): Promise<ChatServer> {
  const server = createServer((request, response) => {
    if (cors) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Allow-Headers', '*');
    }
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      const json = (status: number, value: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      if (request.method === 'OPTIONS') response.writeHead(204).end();
      else if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
        json(401, { error: { message: 'no' } });
      else if (request.url === '/v1/models') json(200, { data: [model] });
      else if (request.url !== '/v1/chat/completions') response.writeHead(404).end();
      else {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        complete(JSON.parse(body) as Question, response);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

/** Sets the server up on the page of models, and goes to the playground. */
export async function useEndpoint(page: Page, base: string): Promise<void> {
  await page.goto('./#/models?tab=endpoint');
  await page.getByLabel('Base URL').fill(base);
  await page.getByLabel('Model', { exact: true }).fill('tiny');
  await page.getByRole('button', { name: 'Use in the playground' }).click();
  await expect(page).toHaveURL(/model=endpoint%3Atiny/);
}

/** An OpenAI-compatible server whose answers wait until the test lets them go. */
export interface Endpoint extends ChatServer {
  /** `seed` and the last words of the prompt, of each question that was answered to its end. */
  readonly answered: string[];
  /** Lets this number of further answers go; the others wait. */
  let: (count: number) => void;
}

export interface Asked {
  readonly seed: number;
  readonly max_tokens?: number;
  readonly messages: readonly { readonly content: string }[];
}

/** An answer of the server; `cut` if the token limit of the request cuts it off. */
export interface Reply {
  readonly content: string;
  readonly cut: boolean;
}

/** The first sample of a problem prints 1, the second has no program. */
const printsOne = ({ seed }: Asked): Reply => ({
  content: seed === 0 ? '```python\nprint(1)\n```' : 'I do not know.',
  cut: false,
});

export async function startEndpoint(replyTo: (asked: Asked) => Reply = printsOne): Promise<Endpoint> {
  const answered: string[] = [];
  let [free, waiting] = [0, [] as (() => void)[]];
  const turn = (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  const server = await startChatServer<Asked>((asked, response) => {
    const { seed, messages, max_tokens = 0 } = asked;
    void turn().then(() => {
      if (response.destroyed) return;
      const { content, cut } = replyTo(asked);
      const usage = cut ? { usage: { prompt_tokens: 9, completion_tokens: max_tokens } } : {};
      response.end(
        `${chunk({ content }, null, usage)}${chunk({}, cut ? 'length' : 'stop', usage)}${DONE}`,
        () => answered.push(`${seed} ${messages.at(-1)!.content}`),
      );
    });
  });
  return {
    ...server,
    answered,
    let(count) {
      free += count;
      const going = waiting.slice(0, free);
      waiting = waiting.slice(going.length);
      free -= going.length;
      for (const go of going) go();
    },
  };
}
