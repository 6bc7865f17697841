import { expect, it, vi } from 'vitest';
import { availableCommands } from '../../../kit/commands/command.ts';
import { LEARN_COMMANDS, PRESENT_HERE, STOP_LEARNING } from './learn-commands.ts';
import { PLACE_COMMANDS, PLACES } from '../places.ts';

function needs(place: string, labBusy: boolean, busy = labBusy, settings = '') {
  const current = { lab: { busy: labBusy }, gym: { busy }, busy };
  return { learn: { current }, learnView: { current: { place, settings } } } as never;
}

it('the main command runs the lab or the gym, and the stop command works on every page of Learn', () => {
  const ids = (of: never) => availableCommands(LEARN_COMMANDS, of).map(({ id }) => id);
  expect(ids(needs('lab', false))).toEqual(['learn-run', 'learn-present']);
  expect(ids(needs('gym', false))).toEqual(['learn-run']);
  expect(ids(needs('gym', false, true))).toEqual(['learn-stop']);
  expect(ids(needs('lab', true))).toEqual(['learn-stop', 'learn-present']);
  expect(ids(needs('one-bit', false))).toEqual(['learn-present']);
  expect(ids(needs('one-bit', false, true))).toEqual(['learn-stop', 'learn-present']);
  expect(
    ids({ learn: { current: null }, learnView: { current: { place: 'lab', settings: '' } } } as never),
  ).toEqual(['learn-present']);
});

it('Escape leaves a presentation and stops nothing', () => {
  const ids = (of: never) => availableCommands(LEARN_COMMANDS, of).map(({ id }) => id);
  expect(ids(needs('lab', true, true, 'seeds=1&present=1'))).toEqual(['learn-present']);
  // The gym has no presentation, whatever its address says.
  expect(ids(needs('gym', false, true, 'present=1'))).toEqual(['learn-stop']);
});

it('the presentation opens at its first step, and leaving it keeps the other settings', () => {
  const go = vi.fn();
  const on = (settings: string) => ({ learnView: { current: { place: 'lab', settings }, go } }) as never;
  PRESENT_HERE.run(on('seeds=1'));
  expect(go).toHaveBeenLastCalledWith({ settings: 'seeds=1&present=1' });
  PRESENT_HERE.run(on('present=4&seeds=1'));
  expect(go).toHaveBeenLastCalledWith({ settings: 'seeds=1' });
});

it('the stop command calls the state', () => {
  const stop = vi.fn();
  STOP_LEARNING.run({ learn: { current: { stop } } } as never);
  expect(stop).toHaveBeenCalledOnce();
});

it('each place has a command, except on that place', () => {
  const go = vi.fn();
  const on = (place: string, inFront: boolean) =>
    ({ learnView: { current: { place }, inFront, go } }) as never;
  expect(availableCommands(PLACE_COMMANDS, on('', true))).toHaveLength(PLACES.length);
  expect(availableCommands(PLACE_COMMANDS, on('time', false))).toHaveLength(PLACES.length);
  const others = availableCommands(PLACE_COMMANDS, on('time', true)).map(({ name }) => name);
  expect(others).toHaveLength(PLACES.length - 1);
  expect(others).toContain('Go to The recipe: GRPO+ as published');
  PLACE_COMMANDS.find(({ id }) => id === 'learn-recipe')!.run(on('time', true));
  expect(go).toHaveBeenCalledWith({ place: 'recipe', settings: '' });
});
