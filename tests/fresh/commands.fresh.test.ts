/** `allpass grade` and `npm run dev` as first commands, each in its own clone, and the commands that need no served page. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { inRoot } from '../../src/node/bootstrap/root.mjs';
import { closeServers, DONE, play, reply, stream } from '../played-server.ts';
import { expectFirstProblem, FreshClone, itFresh, secondsOf } from './clone.ts';
import { documented } from './documented.ts';
import { bringFiles, verdictsOf } from './files.ts';

const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const whole = documented('whole');
const isStages = (command: string) => /^npm (test|run test:\w+)( -- .*)?$/.test(command);

/** The address of the model's server in the README. */
const SERVER = 'http://127.0.0.1:8000';
const ANSWER = {
  choices: [{ index: 0, delta: { content: '```python\nprint(input())\n```' }, finish_reason: null }],
};
const [first = '', ...others] = documented('rows');
afterEach(closeServers);

describe('a clone for the command line', () => {
  let clone: FreshClone;

  itFresh('allpass grade judges at once', async () => {
    expect(first).toMatch(/^npm run -s allpass -- grade /);
    await secondsOf('allpass grade to its verdicts', async () => {
      clone = FreshClone.make();
      bringFiles(clone);
      await clone.run(first);
    });
    expect(verdictsOf(clone)).toEqual(['accepted', 'wrong-answer']);
    // The files that a shard and an earlier run leave.
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

describe('a clone for development', () => {
  let clone: FreshClone;

  itFresh('npm run dev shows the first problem', async () => {
    clone = FreshClone.make();
    await expectFirstProblem(await clone.serve('npm run dev'));
  });

  itFresh.for(documented('withoutPage'))('%s', async (command) => {
    await clone.run(command);
  });

  itFresh.for(whole.filter(isStages))('%s: its stages are listed', async (command) => {
    const listing = `${command}${command.includes(' -- ') ? '' : ' --'} --list`;
    expect(await clone.run(listing)).toMatch(/: (vitest|@playwright)\//);
  });

  const tools = new Set(whole.filter((command) => !isStages(command)).flatMap(toolsOf));
  itFresh.for([...tools])('%s, of what CI runs in whole, starts', async (tool) => {
    await clone.run(`npx --no-install ${tool} --version`);
  });

  itFresh('the clone is as it was', async () => {
    expect(await clone.run('git status --porcelain')).toBe('');
  });
});

/** The programs that a script starts, by other scripts too. */
function toolsOf(command: string): readonly string[] {
  const name = /^npm run (?:-s )?([\w:-]+)/.exec(command)?.[1];
  if (name === undefined) return [];
  const script = scripts[name];
  if (script === undefined) throw new Error(`${command} is no script of package.json`);
  return script.split(' && ').flatMap((part) => {
    const [program = ''] = part.split(' ');
    return program === 'npm' ? toolsOf(part) : program === 'node' ? [] : [program];
  });
}
