/** Rows of verdicts, to hold one run against another. */
import { readFileSync } from 'node:fs';

/** Everything of each row but what depends on the moment. */
export function steady(path: string): readonly string[] {
  return readFileSync(path, 'utf8').split('\n').map(steadyLine);
}

/** A time-out counts at once on a quiet machine, and after a retry on a busy one: `undisturbed` names the case. */
export function steadyLine(line: string): string {
  return line
    .replaceAll(/"(ms|\w+_ms|time_factor)":[\d.]+/g, '"$1":0')
    .replaceAll(/"undisturbed",?|,"undisturbed"/g, '');
}
