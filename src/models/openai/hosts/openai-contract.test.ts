import { once } from 'node:events';
import { afterAll, beforeAll } from 'vitest';
import { chatModelContract, type Asked } from '../../../../tests/contracts/chat-model-contract.ts';
import { closeServers, DONE, later, play, reply, stream } from '../../../../tests/played-server.ts';
import { DEEPCODER_SAMPLING } from '../../../domain/completion.ts';
import { OpenAIModel } from './openai-model.ts';
import { OpenAIServer } from './openai-server.ts';

const content = (text: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}\n\n`;

let address = '';
beforeAll(async () => {
  const played = await play(async (response, { body, path }) => {
    if (path.endsWith('/models')) return reply(response, 200, { data: [{ id: 'whole' }] });
    if (body.model === 'failing') return reply(response, 400, { error: { message: 'no such thing' } });
    stream(response, content('<think>\nLet me '), content('see.\n</thi'));
    if (body.model === 'whole') return response.end(content('nk>\nDone.') + DONE);
    const closed = once(response, 'close').then(() => 'closed');
    while ((await Promise.race([closed, later(5)])) !== 'closed') response.write(content('and on '));
  });
  address = played.address;
});
afterAll(closeServers);

function asked(model: string): Asked {
  return {
    model: new OpenAIModel(new OpenAIServer({ address, origin: null }), { model, retryBaseMs: 5 }),
    request: { messages: [{ role: 'user', content: 'Solve it.' }], sampling: DEEPCODER_SAMPLING },
  };
}

chatModelContract('a model behind a server', {
  whole: () => asked('whole'),
  endless: () => asked('endless'),
  failing: () => asked('failing'),
});
