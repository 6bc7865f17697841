/** `allpass grade` as the first command of all, and then the README's other commands in their order. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { closeServers, DONE, play, reply, stream } from '../played-server.ts';
import { FreshClone, itFresh, secondsOf } from './clone.ts';
import { documented } from './documented.ts';
import { bringFiles, verdictsOf } from './files.ts';

/** Where the README has a model's server. */
const SERVER = 'http://127.0.0.1:8000';
const ANSWER = {
  choices: [{ index: 0, delta: { content: '```python\nprint(input())\n```' }, finish_reason: null }],
};
const [first = '', ...others] = documented('rows');
let clone: FreshClone;

afterEach(closeServers);

describe('in a clone', () => {
  itFresh('allpass grade judges at once', async () => {
    expect(first).toMatch(/^npm run -s allpass -- grade /);
    await secondsOf('allpass grade to its verdicts', async () => {
      clone = FreshClone.make();
      bringFiles(clone);
      await clone.run(first);
    });
    expect(verdictsOf(clone)).toEqual(['accepted', 'wrong-answer']);
    // What a shard and an earlier run leave.
    await clone.run(`${first.replace('verdicts.jsonl', 'verdicts-1.jsonl')} --shard 1/1`);
    copyFileSync(join(clone.folder, 'verdicts.jsonl'), join(clone.folder, 'other.jsonl'));
  });

  // The Hub is not on this machine.
  itFresh.for(others.filter((command) => !command.includes(' hf:')))('%s', async (command) => {
    const server = await play((response, { method }) =>
      method === 'GET'
        ? reply(response, 200, { data: [{ id: 'deepcoder' }] })
        : stream(response, `data: ${JSON.stringify(ANSWER)}\n\n`, DONE).end(),
    );
    await clone.run(command.replace(SERVER, server.address));
    expect(server.asked.length > 0).toBe(command.includes(SERVER));
  });
});
