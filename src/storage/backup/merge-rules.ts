/** The rules for merging a record of another browser with the record that is stored here. */
import { parseJson } from '../../base/parse-json.ts';
import { canonicalJson } from '../../base/sha256.ts';
import type { Draft } from '../../domain/stored-work.ts';
import type { Outcome, Progress } from '../../domain/problem.ts';
import type { CpuSettings, GpuSettings } from '../../domain/settings.ts';
import type { TravellingTable } from './backup-record.ts';

/** Returns the record to store; undefined keeps the stored record. */
export type MergeRule = (here: unknown, given: unknown) => unknown;

const keepHere: MergeRule = (here, given) => (here === undefined ? given : undefined);

/** When the problem is opened, the user chooses one of the two programs. */
function mergedDrafts(here: Draft | undefined, given: Draft): Draft | undefined {
  if (here === undefined) return given;
  if (given.revision === 0 || given.code === here.code || here.aside !== undefined) return undefined;
  if (here.revision === 0) return { ...given, ...(here.input !== undefined && { input: here.input }) };
  return { ...here, aside: given.code };
}

/** Solved stays solved. */
function mergedProgress(here: Progress | undefined, given: Progress): Progress | undefined {
  if (here === undefined) return given;
  const merged: Record<string, Outcome> = { ...here };
  for (const [author, outcome] of Object.entries(given) as [string, Outcome][])
    if (merged[author] !== 'solved') merged[author] = outcome;
  return canonicalJson(here) === canonicalJson(merged) ? undefined : merged;
}

function mergedGpu(here: GpuSettings | undefined, given: GpuSettings): GpuSettings | undefined {
  if (here === undefined) return given;
  const merged = {
    ...here,
    windows: { ...given.windows, ...here.windows },
    custom: joinedModels(here.custom, given.custom),
  };
  return canonicalJson(here) === canonicalJson(merged) ? undefined : merged;
}

/** Joins two JSON lists of web-llm's records. A text that is not a JSON list counts as empty. */
function joinedModels(here: string, given: string): string {
  const [own, other] = [modelsOf(here), modelsOf(given)];
  const names = new Set(own.map(nameOf));
  const fresh = other.filter((model) => !names.has(nameOf(model)));
  return fresh.length === 0 ? here : JSON.stringify([...own, ...fresh], null, 2);
}

function modelsOf(text: string): readonly unknown[] {
  const value = parseJson(text);
  return Array.isArray(value) ? value : [];
}

function nameOf(model: unknown): unknown {
  return (Object(model) as Readonly<Record<string, unknown>>)['model_id'];
}

function mergedCpu(here: CpuSettings | undefined, given: CpuSettings): CpuSettings | undefined {
  if (here === undefined) return given;
  const merged = {
    ...here,
    addresses: [...new Set([...here.addresses, ...given.addresses])],
    windows: { ...given.windows, ...here.windows },
  };
  return canonicalJson(here) === canonicalJson(merged) ? undefined : merged;
}

/** Judgements, the history, sets and problems have separate rules (`backup-merge.ts`). */
export const MERGE_RULES: Readonly<
  Record<Exclude<TravellingTable, 'judgements' | 'history' | 'sets' | 'problems'>, MergeRule>
> = {
  drafts: mergedDrafts as MergeRule,
  answers: keepHere,
  comparisons: keepHere,
  progress: mergedProgress as MergeRule,
  prompts: keepHere,
  settings: keepHere,
  sampling: keepHere,
  gpuSettings: mergedGpu as MergeRule,
  cpu: mergedCpu as MergeRule,
};
