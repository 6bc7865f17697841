/** How much memory a browser holds, by what the kernel of Linux says of its processes. */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the memory of the processes that this one has started, browsers among them, in MB: a memory page that several processes share
 * counts once, in parts. Null where the system does not tell.
 */
export function browserMemoryMb(): number | null {
  const kilobytes = descendants().reduce((sum, id) => sum + shareOf(id), 0);
  return kilobytes === 0 ? null : kilobytes / 1024;
}

/** Ids of the renderers among the processes that this one has started; none where the system does not tell. */
export function rendererIds(): readonly number[] {
  return descendants().filter(isRenderer).map(Number);
}

function descendants(): readonly string[] {
  try {
    const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const parents = new Map(processes.flatMap((id) => parentOf(id)));
    const isOurs = (id: string): boolean => {
      const parent = parents.get(id);
      return parent !== undefined && (parent === String(process.pid) || isOurs(parent));
    };
    return processes.filter(isOurs);
  } catch {
    return [];
  }
}

function isRenderer(id: string): boolean {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer');
  } catch {
    return false;
  }
}

/** None for a process that is gone by now. */
function parentOf(id: string): readonly (readonly [id: string, parent: string])[] {
  try {
    // The name before it may hold anything.
    const [, parent = '0'] = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return [[id, parent]];
  } catch {
    return [];
  }
}

function shareOf(id: string): number {
  try {
    return Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
