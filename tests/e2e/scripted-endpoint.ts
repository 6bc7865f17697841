/** An OpenAI-compatible server whose answers wait until the test lets them go. */
import { DONE, event, startModelServer, type ModelServer } from './model-server.ts';

export interface Endpoint extends ModelServer {
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
  const { server, base } = await startModelServer((response, body) => {
    const asked = JSON.parse(body) as Asked;
    const { seed, messages, max_tokens = 0 } = asked;
    void turn().then(() => {
      if (response.destroyed) return;
      const { content, cut } = replyTo(asked);
      const usage = cut ? { usage: { prompt_tokens: 9, completion_tokens: max_tokens } } : {};
      const events = [event({ content }, null, usage), event({}, cut ? 'length' : 'stop', usage), DONE];
      response.end(events.join(''), () => answered.push(`${seed} ${messages.at(-1)!.content}`));
    });
  });
  return {
    server,
    base,
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
