/** `npm run test:python -- NAME …`: trainers' own code against the service and the adapters, skipped where it cannot be had. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it.for(asked)('$name', async (trainer, { skip }) => {
    const got = await installed(recipeOf(trainer));
    if ('why' in got) return skip(`${trainer.name} cannot be installed: ${got.why}`);
    expect(await drive(trainer, got.folder, service.url)).toContain(': done');
  });
});
