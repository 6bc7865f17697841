import { expect, it } from 'vitest';
import { runOf, runRowOf, runVerdictOf } from '../../../../tests/builders/run.ts';
import { RunPace } from './run-pace.ts';

const KEY = { set: 'own', id: 'a', sample: 0 };

it('holds the samples in flight until they end or the run stops', () => {
  const pace = new RunPace();
  pace.begin('ask', KEY, 1);
  pace.begin('judge', KEY, 2);
  expect(pace.running.map(({ what, since }) => [what, since])).toEqual([
    ['ask', 1],
    ['judge', 2],
  ]);
  pace.end('ask', KEY);
  expect(pace.running).toEqual([{ what: 'judge', key: KEY, since: 2 }]);
  pace.stop();
  expect(pace.running).toEqual([]);
});

it('forecasts from the times of answers and verdicts', () => {
  const pace = new RunPace();
  const run = runOf({ samples: 1, concurrency: 1 });
  expect(pace.secondsLeft(run, [], 1, 0)).toBeNull();
  pace.note(runRowOf({ askedAt: 0, answeredAt: 2_000 }));
  const row = runRowOf({ judged: runVerdictOf('accepted', { from: 2_000, to: 2_000 }) });
  pace.note(row);
  expect(pace.secondsLeft(run, [row], 1, 2_000)).toBe(4);
  pace.begin('ask', { ...KEY, id: 'b' }, 1_000);
  expect(pace.secondsLeft(run, [row], 1, 2_000)).toBe(3);
  expect(pace.secondsLeft(run, [row, row, row], 1, 2_000)).toBe(1);
});
