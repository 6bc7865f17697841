/** `allpass eval`, killed while it writes and gone on, comes to the bytes of an undisturbed run, but for timings. */
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { inTemporaryFolder } from '../builders/files.ts';
import { started, type Started } from '../node/started.ts';
import { steady } from '../node/steady-rows.ts';
import { problemLines, PROBLEMS, SAMPLES } from './killed/many-samples.ts';
import { ModelServer } from './killed/model-server.ts';

const ALL = PROBLEMS * SAMPLES;
const SEED = Number(process.env['ALLPASS_KILL_SEED'] ?? Date.now() % 1_000_000);
const AT_ONCE = 8;

it(`${ALL} samples, killed four times at random moments (ALLPASS_KILL_SEED=${SEED})`, () =>
  inTemporaryFolder(async (folder) => {
    const random = new Random(SEED, 'kills');
    const server = await ModelServer.start();
    onTestFinished(() => server.down());
    writeFileSync(join(folder, 'P.jsonl'), problemLines());

    const whole = await evaluate(folder, server.address, 'whole.jsonl').ended;
    expect(whole, whole.said).toMatchObject({ code: 0 });
    expect(server.asked).toHaveLength(ALL);

    server.asked.length = 0;
    const part = join(folder, 'out.jsonl.part');
    const lines = (): readonly string[] =>
      existsSync(part) ? readFileSync(part, 'utf8').split('\n').slice(0, -1) : [];
    /** The samples that had been kept when the run resumed, and were requested again. */
    const repeated: (() => readonly string[])[] = [];
    for (const end of ['killed', 'in the middle of a line', 'the server down', 'killed'] as const) {
      const { child, ended, said, until } = evaluate(folder, server.address, 'out.jsonl');
      // Answers are as good as written when the next ones are asked for.
      await Promise.race([server.afterMore(20 + random.below(100)), ended]);
      if (end === 'the server down') {
        await server.down();
        await until(() => said().includes('The run waits for it'));
        await server.up();
        await Promise.race([server.afterMore(1), ended]);
      }
      server.resume();
      // While it writes: rows come one after the other, many in a second.
      const before = lines().length;
      await until(() => lines().length > before);
      child.kill('SIGKILL');
      await ended;
      if (end === 'in the middle of a line') appendFileSync(part, lines()[0]!.slice(0, 60));
      const kept = new Set(lines().map(nameIn));
      const asked = server.asked.length;
      expect(kept.size, end).toBeGreaterThan(0);
      expect(new Set(server.asked).size - kept.size, end).toBeLessThanOrEqual(AT_ONCE);
      repeated.push(() => server.asked.slice(asked).filter((name) => kept.has(name)));
    }
    const last = await evaluate(folder, server.address, 'out.jsonl').ended;
    expect(last, last.said).toMatchObject({ code: 0 });
    expect(last.said).toContain('out.jsonl: resuming, ');
    expect(repeated.flatMap((names) => names())).toEqual([]);
    expect(steady(join(folder, 'out.jsonl'))).toEqual(steady(join(folder, 'whole.jsonl')));
    expect(readdirSync(folder).filter((name) => name.startsWith('out'))).toEqual([
      'out.jsonl',
      'out.jsonl.manifest.json',
    ]);
  }));

/** As `ModelServer` names it. */
function nameIn(line: string): string {
  const { problem_id, sample_id } = JSON.parse(line) as Record<string, string>;
  return `${problem_id} ${sample_id}`;
}

function evaluate(folder: string, address: string, output: string): Started {
  const run = ['eval', '--problems', 'P.jsonl', '--base-url', address, '--model', 'toy', '--seed', '0'];
  const how = ['--n', String(SAMPLES), '--concurrency', String(AT_ONCE), '--workers', '1', '-o', output];
  return started([...run, ...how], folder);
}
