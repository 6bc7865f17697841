import { expect, it } from 'vitest';
import { CoreShare } from './core-share.ts';
import { nextTask } from './pause.ts';

/** A machine of two cores, with its events in order. */
function machine() {
  const events: string[] = [];
  const cores = new CoreShare(2, (isCrowded) => events.push(isCrowded ? 'crowded' : 'free'));
  const step = async (threads: number) => {
    const end = await cores.beginStep(threads);
    events.push(`step with ${threads}`);
    return end;
  };
  const settled = async () => {
    for (let tasks = 0; tasks < 3; tasks += 1) await nextTask();
  };
  return { cores, events, step, settled };
}

it('a step waits for the programs whose cores it would take', async () => {
  const { cores, events, step, settled } = machine();
  cores.countPrograms(1);
  void step(2);
  await settled();
  expect(events).toEqual([]);
  cores.countPrograms(0);
  await settled();
  expect(events).toEqual(['step with 2']);
});

it('a step runs beside a program if there are cores for both, and on the GPU', async () => {
  const { cores, events, step, settled } = machine();
  cores.countPrograms(1);
  for (const threads of [1, 0]) (await step(threads))();
  cores.countPrograms(2);
  void step(1);
  await step(0);
  await settled();
  expect(events).toEqual(['step with 1', 'step with 0', 'step with 0']);
});

it('a step that has begun crowds the programs until it ends', async () => {
  const { cores, events, step } = machine();
  const endStep = await step(2);
  cores.countPrograms(1);
  cores.countPrograms(2);
  expect(events).toEqual(['step with 2', 'crowded']);
  endStep();
  endStep();
  expect(events).toEqual(['step with 2', 'crowded', 'free']);
  cores.countPrograms(0);
  (await step(2))();
  cores.countPrograms(1);
  expect(events).toEqual(['step with 2', 'crowded', 'free', 'step with 2']);
});

it('a program that runs again at once meets no step', async () => {
  const { cores, events, step, settled } = machine();
  cores.countPrograms(1);
  void step(2);
  cores.countPrograms(0);
  await Promise.resolve();
  cores.countPrograms(1);
  await settled();
  expect(events).toEqual([]);
  cores.countPrograms(0);
  await settled();
  expect(events).toEqual(['step with 2']);
});
