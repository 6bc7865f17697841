import { expect, it } from 'vitest';
import { Random } from '../../base/random.ts';
import { makeTasks } from '../tasks/tasks.ts';
import { TaskPool } from './task-pool.ts';

const TASKS = makeTasks({ count: 1, weak: false, brokenCopies: 0 }).slice(0, 3);
const rewards = (...values: readonly (number | null)[]) => values.map((reward) => ({ reward }));

it('draws each task once before repeating one', () => {
  const pool = new TaskPool(TASKS, null, new Random(1, 'tasks'));
  const drawnTasks = pool.draw(7);
  expect(drawnTasks).toHaveLength(7);
  for (const from of [0, 3]) expect(new Set(drawnTasks.slice(from, from + 3)).size).toBe(3);
});

it('sets a task aside only after enough samples', () => {
  const pool = new TaskPool(TASKS, { window: 4, least: 0.25, most: 0.75 }, new Random(1, 'tasks'));
  const [hard, easy, good] = TASKS;
  pool.note(hard!, rewards(0, 0, 0, null));
  expect(pool.size).toBe(3);
  pool.note(hard!, rewards(0.9));
  expect(pool.size).toBe(2);
  pool.note(good!, rewards(0, 1, 0, 1));
  pool.note(easy!, rewards(0, 1, 1, 1));
  expect(pool.size).toBe(2);
  // Only the last samples decide whether a task is set aside.
  pool.note(easy!, rewards(1));
  expect(pool.draw(4)).toEqual([good, good, good, good]);
});

it('returns all tasks if none would be left', () => {
  const pool = new TaskPool(TASKS, { window: 1, least: 1, most: 1 }, new Random(1, 'tasks'));
  for (const task of TASKS) pool.note(task, rewards(0));
  expect(pool.size).toBe(3);
});
