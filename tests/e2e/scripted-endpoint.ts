/** An OpenAI-compatible server whose answers wait until the test lets them go. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Endpoint {
  readonly server: Server;
  readonly base: string;
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
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      if (request.method === 'OPTIONS') {
        response.writeHead(204).end();
        return;
      }
      if (!request.url?.endsWith('/chat/completions')) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"data":[{"id":"tiny"}]}');
        return;
      }
      const asked = JSON.parse(text) as Asked;
      const { seed, messages, max_tokens = 0 } = asked;
      void turn().then(() => {
        if (response.destroyed) return;
        const { content, cut } = replyTo(asked);
        const usage = cut && { prompt_tokens: 9, completion_tokens: max_tokens };
        const choice = (delta: object, finish_reason: string | null) =>
          `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }], ...(usage && { usage }) })}\n\n`;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(
          `${choice({ content }, null)}${choice({}, cut ? 'length' : 'stop')}data: [DONE]\n\n`,
          () => answered.push(`${seed} ${messages.at(-1)!.content}`),
        );
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    base: `http://127.0.0.1:${port}/v1`,
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
