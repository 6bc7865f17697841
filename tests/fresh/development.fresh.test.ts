/** `npm run dev` as the first command of all, and then whatever needs no built page. */
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { inRoot } from '../../src/node/bootstrap/root.mjs';
import { expectFirstProblem, FreshClone, itFresh } from './clone.ts';
import { documented } from './documented.ts';

const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const whole = documented('whole');
const isStages = (command: string) => /^npm (test|run test:\w+)( -- .*)?$/.test(command);
let clone: FreshClone;

describe('in a clone', () => {
  itFresh('npm run dev shows the first problem', async () => {
    clone = FreshClone.make();
    await expectFirstProblem(await clone.serve('npm run dev'));
  });

  itFresh.for(documented('withoutPage'))('%s', async (command) => {
    await clone.run(command);
  });

  itFresh.for(whole.filter(isStages))('%s: its stages have tests', async (command) => {
    const listing = `${command}${command.includes(' -- ') ? '' : ' --'} --list`;
    expect(await clone.run(listing)).toMatch(/: [1-9]\d* files/);
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
