/**
 * @typedef {object} Task
 * @property {string} name
 * @property {number} [cores] that it keeps busy, 1 unless said
 * @property {readonly string[]} [after] what must have ended before, where it runs at all
 */

/**
 * Begins each task as soon as there is room for it, the first that can be begun before the others, and waits for
 * all. A task that takes more than there is runs alone.
 * @template {Task} T
 * @param {readonly T[]} tasks
 * @param {number} cores
 * @param {(task: T) => Promise<void>} work rejects for bugs alone: then nothing more is begun
 */
export async function runSideBySide(tasks, cores, work) {
  const waiting = [...tasks];
  /** @type {Map<T, Promise<void>>} */
  const running = new Map();
  const coresOf = (/** @type {T} */ { cores: wanted = 1 }) => Math.min(wanted, cores);
  while (waiting.length + running.size > 0) {
    const free = [...running.keys()].reduce((left, task) => left - coresOf(task), cores);
    const left = new Set([...waiting, ...running.keys()].map(({ name }) => name));
    const next = waiting.find(
      (task) => coresOf(task) <= free && !(task.after ?? []).some((name) => left.has(name)),
    );
    if (next === undefined) {
      await Promise.race(running.values());
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    running.set(
      next,
      work(next).finally(() => running.delete(next)),
    );
  }
}
