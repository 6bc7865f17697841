/** Processes and the memory that they hold, by what the kernel of Linux says of them. */
import { readdirSync, readFileSync } from 'node:fs';

export interface FoundProcess {
  readonly id: number;
  /** Its arguments, ended by NUL; '' for one that is gone by now. */
  readonly command: string;
}

/** Returns the processes that a process has started, and those that they have; none where the system does not tell. */
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
 * Returns the memory of the processes that this one has started, browsers among them, in MB: a memory page that several
 * processes share counts once, in parts. Null where the system does not tell.
 */
export function browserMemoryMb(): number | null {
  const kilobytes = processesBelow(process.pid).reduce((sum, { id }) => sum + shareOf(id), 0);
  return kilobytes === 0 ? null : kilobytes / 1024;
}

/** None for a process that is gone by now. */
function parentOf(id: string): readonly (readonly [id: string, parent: string])[] {
  const stat = read(id, 'stat');
  // The name before it may hold anything.
  const [, parent = '0'] = stat.split(') ').at(-1)!.split(' ');
  return stat === '' ? [] : [[id, parent]];
}

function shareOf(id: number): number {
  return Number(/^Pss: +(\d+)/m.exec(read(id, 'smaps_rollup'))?.[1] ?? 0);
}

/** '' for a process that is gone by now, or that is another user's. */
function read(id: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
