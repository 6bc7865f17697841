import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { RECIPE, settingsOf, STAGES, ADAPTER, launchFiles, TRAINERS } from './recipe.ts';

describe('the published settings', () => {
  it('have a source each, and a word of a trainer', () => {
    for (const { what, source, trl, verl } of STAGES.flatMap(settingsOf)) {
      expect(source, what).toMatch(/^(scripts\/deepcoder\/train|https:\/\/www\.together\.ai)/);
      expect(Object.keys({ ...trl, ...verl }).length, what).toBeGreaterThan(0);
    }
  });

  it('are what was published, in TRL’s words', () => {
    const [first, second] = launchFiles('trl').map(({ text }) => parse(text) as Record<string, unknown>);
    expect(first).toMatchObject({
      beta: 0,
      entropy_coef: 0,
      epsilon: 0.2,
      epsilon_high: 0.28,
      loss_type: 'dapo',
      mask_truncated_completions: true,
      num_generations: 8,
      temperature: 0.6,
      learning_rate: 0.000001,
      max_completion_length: 16_384,
      generation_batch_size: 256,
      gradient_accumulation_steps: 4,
      reward_funcs: ['allpass_trl.allpass_reward'],
    });
    expect(second).toMatchObject({
      model_name_or_path: 'out/stage-1-16k',
      max_completion_length: 32_768,
      generation_batch_size: 1024,
      gradient_accumulation_steps: 16,
    });
  });
});

/** Writes the launch file of verl, and a `python3` that prints its arguments. */
function writeStub(folder: string): void {
  const [launch] = launchFiles('verl');
  writeFileSync(join(folder, 'launch.sh'), launch!.text);
  writeFileSync(join(folder, 'python3'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
}

describe('recipe', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recipe-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.for(TRAINERS)('writes the files of %s and the adapter that they use', async (trainer) => {
    const to = join(folder, trainer);
    expect(await RECIPE.run([trainer, '-o', to])).toBe(0);
    expect(readdirSync(to).sort()).toEqual(
      [...launchFiles(trainer).map(({ name }) => name), ADAPTER[trainer]].sort(),
    );
    execFileSync('sh', ['-n', join(to, 'launch.sh')]);
    expect(readFileSync(join(to, ADAPTER[trainer]), 'utf8')).toContain('def ask(');
    // Existing files are not overwritten.
    await expect(RECIPE.run([trainer, '-o', to])).rejects.toThrow('already');
  });

  it('hands a stage and what is to be otherwise to the trainer', () => {
    writeStub(folder);
    const output = execFileSync('sh', [join(folder, 'launch.sh'), 'stage_32k', 'trainer.nnodes=1'], {
      env: { PATH: `${folder}:${process.env['PATH']}`, MODEL_16K: 'out/16k' },
      encoding: 'utf8',
    });
    const options = output.trim().split('\n');
    expect(options.slice(0, 3)).toEqual(['-m', 'verl.trainer.main_ppo', 'trainer.nnodes=1']);
    expect(options).toContain('actor_rollout_ref.model.path=out/16k');
    expect(options).toContain('data.max_response_length=32768');
    expect(options).toContain('actor_rollout_ref.actor.clip_ratio_high=0.28');
    expect(options).not.toContain('data.max_response_length=16384');
  });

  it('refuses what it does not know', async () => {
    await expect(RECIPE.run(['verll', '-o', folder])).rejects.toThrow('did you mean verl?');
    await expect(RECIPE.run(['trl'])).rejects.toThrow('-o DIR is missing');
    await expect(RECIPE.run([])).rejects.toThrow('name one trainer');
  });
});
