/** `allpass grade` as the first command of all, and then the README's other commands in their order. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { closeServers, DONE, play, reply, stream } from '../played-server.ts';
import { FreshClone, itFresh } from './clone.ts';
import { documented } from './documented.ts';
import { bringFiles, verdictsOf } from './files.ts';

afterEach(closeServers);

itFresh('the command line judges at once, and each command of the README ends well', async () => {
  const begun = performance.now();
  const clone = FreshClone.make();
  bringFiles(clone);
  const [first, ...others] = documented('rows');
  expect(first).toMatch(/^npm run -s allpass -- grade /);
  await clone.run(first!);
  expect(verdictsOf(clone)).toEqual(['accepted', 'wrong-answer']);
  console.log(
    `From allpass grade to the first verdicts: ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  );

  // What a shard and an earlier run have left.
  await clone.run(`${first!.replace('verdicts.jsonl', 'verdicts-1.jsonl')} --shard 1/1`);
  copyFileSync(join(clone.folder, 'verdicts.jsonl'), join(clone.folder, 'other.jsonl'));
  const server = await play((response, { method }) =>
    method === 'GET'
      ? reply(response, 200, { data: [{ id: 'deepcoder' }] })
      : stream(response, `data: ${JSON.stringify(ANSWER)}\n\n`, DONE).end(),
  );
  for (const command of others) {
    // The Hub is not on this machine.
    if (command.includes(' hf:')) continue;
    await clone.run(command.replace('http://127.0.0.1:8000', server.address));
  }
  expect(server.asked.length).toBeGreaterThan(0);
});

const ANSWER = {
  choices: [{ index: 0, delta: { content: '```python\nprint(input())\n```' }, finish_reason: null }],
};
