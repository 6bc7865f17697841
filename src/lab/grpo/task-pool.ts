/** Samples prompts from the tasks, and sets aside tasks that are too hard or too easy. */
import type { Random } from '../../base/random.ts';
import type { Task } from '../tasks/tasks.ts';
import type { DifficultyFilter } from './settings.ts';

export class TaskPool {
  readonly #tasks: readonly Task[];
  readonly #filter: DifficultyFilter | null;
  readonly #random: Random;
  /** For each task, whether its last samples were solved. */
  readonly #recentByTask = new Map<Task, readonly boolean[]>();
  #openTasks: readonly Task[];

  constructor(tasks: readonly Task[], filter: DifficultyFilter | null, random: Random) {
    this.#tasks = tasks;
    this.#filter = filter;
    this.#random = random;
    this.#openTasks = tasks;
  }

  get size(): number {
    return this.#openTasks.length;
  }

  /** Samples `count` tasks. A task is repeated only if there are fewer than `count` tasks. */
  draw(count: number): readonly Task[] {
    const drawnTasks: Task[] = [];
    while (drawnTasks.length < count) drawnTasks.push(...this.#random.shuffled(this.#openTasks));
    return drawnTasks.slice(0, count);
  }

  /** Records the rewards of a group. If this sets the last remaining task aside, all tasks are used again. */
  note(task: Task, group: readonly { readonly reward: number | null }[]): void {
    if (this.#filter === null) return;
    const { window, least, most } = this.#filter;
    const newResults = group.flatMap(({ reward }) => (reward === null ? [] : [reward === 1]));
    const recentResults = [...(this.#recentByTask.get(task) ?? []), ...newResults].slice(-window);
    this.#recentByTask.set(task, recentResults);
    if (recentResults.length < window) return;
    const rate = recentResults.filter(Boolean).length / recentResults.length;
    if (rate >= least && rate <= most) return;
    const remainingTasks = this.#openTasks.filter((openTask) => openTask !== task);
    if (remainingTasks.length === 0) this.#recentByTask.clear();
    this.#openTasks = remainingTasks.length === 0 ? this.#tasks : remainingTasks;
  }
}
