import { expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { ScriptedRunner, timedOut } from '../../../tests/builders/scripted-runner.ts';
import { executeAll } from './executions.ts';

it('after a time-out of the engine with several inputs, each input runs by itself', async () => {
  const runner = new ScriptedRunner((call) => {
    const [, inputs] = JSON.parse(call) as [number, readonly string[]];
    if (inputs.length > 1 || inputs[0] === 'hangs') return timedOut();
    return { type: 'returned', value: 'null', stdout: `${inputs[0]} done\n`, stderr: '' };
  });
  const { signal } = new AbortController();
  const inputs = ['a', 'hangs', 'b'];
  const ends = await executeAll(runner, problemOf(), ['print(input(), "done")'], inputs, { signal });
  expect(ends.map((end) => end?.outcome)).toMatchObject([
    { type: 'exited', stdout: 'a done\n' },
    { type: 'timed-out' },
    { type: 'exited', stdout: 'b done\n' },
  ]);
});
