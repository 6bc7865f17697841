/** `npm run dev` as the first command of all, and then whatever needs no built page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { expectFirstProblem, FreshClone, itFresh } from './clone.ts';
import { documented } from './documented.ts';

itFresh('npm run dev shows the first problem, and what the files say works after it', async () => {
  const clone = FreshClone.make();
  await expectFirstProblem(await clone.serve('npm run dev'));
  for (const command of documented('withoutPage')) await clone.run(command);
  const tools = new Set<string>();
  for (const command of documented('whole')) {
    const stages = /^npm (test|run test:\w+)( -- .*)?$/.test(command);
    if (stages) expect(await clone.run(listing(command))).toMatch(/: [1-9]\d* files/);
    else for (const tool of toolsOf(command, clone)) tools.add(tool);
  }
  for (const tool of tools) await clone.run(`npx --no-install ${tool} --version`);
  expect(await clone.run('git status --porcelain')).toBe('');
});

const listing = (command: string) => `${command}${command.includes(' -- ') ? '' : ' --'} --list`;

/** The programs that a script starts, by other scripts too. */
function toolsOf(command: string, clone: FreshClone): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(clone.folder, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const name = /^npm run (?:-s )?([\w:-]+)/.exec(command)?.[1];
  if (name === undefined) return [];
  const script = scripts[name];
  expect(script, `${command} is no script of package.json`).toBeDefined();
  return script!.split(' && ').flatMap((part) => {
    const [program = ''] = part.split(' ');
    return program === 'npm' ? toolsOf(part, clone) : program === 'node' ? [] : [program];
  });
}
