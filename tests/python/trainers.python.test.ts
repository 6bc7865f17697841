/** `npm run test:python -- NAME …`: trainers' own code against the service and the adapters, skipped where it cannot be had. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProblems } from '../../src/datasets/problem-file.ts';
import { readRollouts, RolloutAccount } from '../../src/datasets/rollouts/read-rollouts.ts';
import { givenFiles } from '../../src/node/cli/input/source-files.ts';
import { installed } from '../servers/recipe.ts';
import { startService, type RunningService } from '../node/service.ts';
import { drive, PROBLEMS, recipeOf, TRAINERS } from './trainers.ts';

const chosen = process.env['ALLPASS_PYTHON']?.split(',') ?? [];
const asked = TRAINERS.filter(({ name }) => chosen.length === 0 || chosen.includes(name));

describe('trainers', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService(PROBLEMS);
  });
  afterAll(() => service?.end());

  it('finds those that are asked for', () => {
    expect(asked.length).toBeGreaterThan(0);
  });

  it.for(asked.filter(({ driver }) => driver !== undefined))('$name', async (trainer, { skip }) => {
    const got = await installed(recipeOf(trainer));
    if ('why' in got) return skip(`${trainer.name} cannot be installed: ${got.why}`);
    expect(
      await drive({ driver: trainer.driver!, args: trainer.args ?? [] }, got.folder, service.url),
    ).toContain(': done');
  });

  it.for(asked.filter(({ writesRollouts }) => writesRollouts))(
    '$name writes rollouts that are read with their rewards and problems',
    async (trainer, { skip }) => {
      const got = await installed(recipeOf(trainer));
      if ('why' in got) return skip(`${trainer.name} cannot be installed: ${got.why}`);
      const folder = await mkdtemp(join(tmpdir(), 'allpass-rollouts-'));
      const dump = { driver: `dump_${trainer.name.replaceAll('-', '_')}.py`, args: [folder, '3', '1'] };
      expect(await drive(dump, got.folder, service.url)).toContain('rollouts: done');
      const gym = new URL('../../public/gym/problems.jsonl', import.meta.url);
      const { problems } = readProblems(await readFile(gym, 'utf8'));
      const options = {
        problems: new Map(problems.map((each) => [each.id, each])),
        account: new RolloutAccount(),
      };
      const given = givenFiles(folder, () => undefined);
      const read = [];
      for await (const each of readRollouts(given.kind === 'folder' ? given.files : [], options))
        read.push(each);
      expect(read).toHaveLength(12);
      for (const each of read) {
        if ('message' in each) throw new Error(`${each.source} ${each.message}`);
        expect(each.problem).not.toBeNull();
        expect(each.completion).not.toBe('');
        if (each.reward !== null) expect(each.reward).toBeGreaterThanOrEqual(0);
      }
      expect([...options.account.steps]).toEqual([1, 2, 3].map((step) => [step, 4]));
      await rm(folder, { recursive: true });
    },
  );
});
