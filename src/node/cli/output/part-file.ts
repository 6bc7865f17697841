/**
 * File names of rows before all of them are there. `OUT.part` has the rows of an interrupted run. A draft has the
 * number of its process in its name, so that two runs with one output do not write into the same file.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export function partOf(path: string): string {
  return `${path}.part`;
}

/** Returns the output that a file belongs to: the file itself, or the output that it is a part of. */
export function wholeOf(path: string): string {
  return path.replace(/\.part$/, '');
}

export function draftOf(path: string): string {
  return partOf(`${path}.${process.pid}`);
}

/** Returns the drafts of runs that ended without deleting them. */
export function abandonedDrafts(path: string): readonly string[] {
  const start = `${basename(path)}.`;
  try {
    return readdirSync(dirname(path))
      .filter((name) => name.startsWith(start) && /^\d+\.part$/.test(name.slice(start.length)))
      .filter((name) => !isRunning(Number.parseInt(name.slice(start.length), 10)))
      .map((name) => join(dirname(path), name));
  } catch {
    // A folder that cannot be listed may still be writable.
    return [];
  }
}

/** Returns whether this machine has a process with this number. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists but cannot be signalled.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
