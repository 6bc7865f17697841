/** Samples prompts from the tasks, and sets aside tasks that are too hard or too easy. */
import type { Random } from '../../base/random.ts';
import type { Task } from '../tasks/tasks.ts';
import type { DifficultyFilter } from './settings.ts';

export class TaskPool {
  readonly #tasks: readonly Task[];
  readonly #filter: DifficultyFilter | null;
  readonly #chance: Random;
  /** For each task, whether its last samples were solved. */
  readonly #solved = new Map<Task, readonly boolean[]>();
  #open: readonly Task[];

  constructor(tasks: readonly Task[], filter: DifficultyFilter | null, chance: Random) {
    this.#tasks = tasks;
    this.#filter = filter;
    this.#chance = chance;
    this.#open = tasks;
  }

  get size(): number {
    return this.#open.length;
  }

  /** Samples `count` tasks. A task is repeated only if there are fewer. */
  draw(count: number): readonly Task[] {
    const drawn: Task[] = [];
    while (drawn.length < count) drawn.push(...this.#chance.shuffled(this.#open));
    return drawn.slice(0, count);
  }

  /** Records the rewards of a group. If that sets the last task aside, all tasks are used again. */
  note(task: Task, group: readonly { readonly reward: number | null }[]): void {
    if (this.#filter === null) return;
    const { window, least, most } = this.#filter;
    const fresh = group.flatMap(({ reward }) => (reward === null ? [] : [reward === 1]));
    const solved = [...(this.#solved.get(task) ?? []), ...fresh].slice(-window);
    this.#solved.set(task, solved);
    if (solved.length < window) return;
    const rate = solved.filter(Boolean).length / solved.length;
    if (rate >= least && rate <= most) return;
    const rest = this.#open.filter((other) => other !== task);
    if (rest.length === 0) this.#solved.clear();
    this.#open = rest.length === 0 ? this.#tasks : rest;
  }
}
