/** The draft of the form that writes a problem: it outlives a reload of the page. */
import { array, boolean, is, object, picklist, string, type GenericSchema } from 'valibot';
import { parseJson } from '../../../base/parse-json.ts';
import type { WebStorage } from '../../../storage/web-storage.ts';
import type { WrittenFields } from './written-problem.ts';

/** All that the form holds. */
export interface WrittenDraft {
  readonly fields: WrittenFields;
  /** The accepted program. */
  readonly program: string;
  /** Name of the set that the problem is saved to. */
  readonly set: string;
}

const NAME = 'allpass-written-problem';

const draft = object({
  fields: object({
    title: string(),
    statement: string(),
    mode: picklist(['stdin', 'call']),
    functionName: string(),
    starterCode: string(),
    difficulty: picklist(['', 'easy', 'medium', 'hard']),
    timeLimit: string(),
    memoryLimit: string(),
    tests: array(object({ input: string(), output: string(), isPublic: boolean() })),
  }),
  program: string(),
  set: string(),
}) satisfies GenericSchema<unknown, WrittenDraft>;

/** Null if there is no draft, or none that can be read. */
export function keptDraft(area: Pick<WebStorage, 'read'>): WrittenDraft | null {
  const kept = parseJson(area.read(NAME) ?? '');
  return is(draft, kept) ? kept : null;
}

/** @param kept null for no draft */
export function keepDraft(area: Pick<WebStorage, 'write' | 'delete'>, kept: WrittenDraft | null): void {
  if (kept === null) area.delete(NAME);
  else area.write(NAME, JSON.stringify(kept));
}
