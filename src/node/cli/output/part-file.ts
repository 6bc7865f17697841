/**
 * The names under which rows lie until all of them are there. `OUT.part` holds what a run that ended early has done; a draft
 * has the number of its process in its name, so that two runs with one output do not write into each other.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export function partOf(path: string): string {
  return `${path}.part`;
}

/** The output that a file belongs to: itself, or where it is a part of one, that one. */
export function wholeOf(path: string): string {
  return path.replace(/\.part$/, '');
}

export function draftOf(path: string): string {
  return partOf(`${path}.${process.pid}`);
}

/** Drafts of runs that are over and could not clean up. */
export function abandonedDrafts(path: string): readonly string[] {
  const start = `${basename(path)}.`;
  try {
    return readdirSync(dirname(path))
      .filter((name) => name.startsWith(start) && /^\d+\.part$/.test(name.slice(start.length)))
      .filter((name) => !isRunning(Number.parseInt(name.slice(start.length), 10)))
      .map((name) => join(dirname(path), name));
  } catch {
    // A folder that cannot be listed may be written into all the same.
    return [];
  }
}

/** Whether this machine has a process of this number. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's may not be asked, and runs.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
