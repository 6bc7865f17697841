/** Finds processes and their memory, from the data of the Linux kernel. */
import { readdirSync, readFileSync } from 'node:fs';

export interface FoundProcess {
  readonly id: number;
  /** Arguments of the process, each ended by NUL; '' if it has ended. */
  readonly command: string;
}

/** Returns the descendants of a process; an empty list if the system does not report them. */
export function processesBelow(root: number): readonly FoundProcess[] {
  try {
    const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const parents = new Map(ids.flatMap((id) => parentOf(id)));
    const isBelow = (id: string): boolean => {
      const parent = parents.get(id);
      return parent !== undefined && (parent === String(root) || isBelow(parent));
    };
    return ids.filter(isBelow).map((id) => ({ id: Number(id), command: read(id, 'cmdline') }));
  } catch {
    return [];
  }
}

export const isRenderer = ({ command }: FoundProcess): boolean => command.includes('--type=renderer');

/**
 * Returns the memory in MB of the processes that this one has started, including browsers. Memory pages that several
 * processes share are divided among them. Null if the system does not report it.
 */
export function browserMemoryMb(): number | null {
  const kilobytes = processesBelow(process.pid).reduce((sum, { id }) => sum + shareOf(id), 0);
  return kilobytes === 0 ? null : kilobytes / 1024;
}

/** Returns an empty list for a process that has ended. */
function parentOf(id: string): readonly (readonly [id: string, parent: string])[] {
  const stat = read(id, 'stat');
  // The name before the last parenthesis may contain any character.
  const [, parent = '0'] = stat.split(') ').at(-1)!.split(' ');
  return stat === '' ? [] : [[id, parent]];
}

function shareOf(id: number): number {
  return Number(/^Pss: +(\d+)/m.exec(read(id, 'smaps_rollup'))?.[1] ?? 0);
}

/** Returns '' for a process that has ended, or that belongs to another user. */
function read(id: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
