import { lazily } from '../base/lazily.ts';
import type { Answer } from '../domain/answer.ts';
import type { Comparison } from '../domain/comparison.ts';
import type { Draft } from '../domain/draft.ts';
import type { Judgement } from '../domain/judgement.ts';
import type { ModelLoad } from '../domain/model-load.ts';
import type { Progress, ProblemSet } from '../domain/problem-set.ts';
import type { Problem } from '../domain/problem.ts';
import type { OwnPrompt } from '../domain/prompt.ts';
import type { CpuSettings, EndpointSettings, GpuSettings, SamplingSettings } from '../domain/settings.ts';
import type { UnfinishedAnswer } from '../domain/unfinished-answer.ts';
import type { UnfinishedDownload } from '../domain/unfinished-download.ts';
import { MemoryStore, ProblemMemoryStore } from './record-store.ts';
import type { ProblemStore, RecordStore } from './record-store.ts';
import { ShelteredProblemStore, ShelteredStore } from './sheltered-store.ts';
import type { StorageTrouble } from './trouble.ts';
import type { NamedTableName, ProblemTableName } from './upgrades.ts';

/** What each table holds; `shapes.ts` says what fits. README.md says how a shape changes. */
export interface StoredRecords {
  readonly drafts: Draft;
  readonly answers: Answer;
  readonly judgements: Judgement;
  readonly comparisons: Comparison;
  readonly progress: Progress;
  readonly problems: Problem;
  /** Imported sets by name. */
  readonly sets: ProblemSet;
  /** Answers that broke off, by the name of their journal. */
  readonly unfinished: UnfinishedAnswer;
  readonly settings: EndpointSettings;
  readonly sampling: SamplingSettings;
  /** The user's own prompts by name. */
  readonly prompts: OwnPrompt;
  readonly gpuSettings: GpuSettings;
  /** How models on the GPU did on this device, by model. */
  readonly gpuOutcomes: ModelLoad;
  readonly cpu: CpuSettings;
  /** Downloads of models that have not ended, by model. */
  readonly downloads: UnfinishedDownload;
}

/** Small things under a name, which idb-keyval keeps. */
export type KeyvalName = Exclude<keyof StoredRecords, ProblemTableName | NamedTableName>;

/** Every store of the app. */
export type Tables = {
  readonly [Name in keyof StoredRecords]: Name extends ProblemTableName
    ? ProblemStore<StoredRecords[Name]>
    : RecordStore<StoredRecords[Name]>;
};

/**
 * Opens the browser's stores; nothing is read or created before the first use.
 * @param onTrouble is told of each trouble once
 */
export function openTables(onTrouble: (trouble: StorageTrouble) => void): Tables {
  const told = new Set<StorageTrouble>();
  const tell = (trouble: StorageTrouble): void => {
    if (told.has(trouble)) return;
    told.add(trouble);
    onTrouble(trouble);
  };
  // With the schemas and the upgrades: nothing of it is needed for the first paint.
  const browser = lazily(async () => new (await import('./browser-storage.ts')).BrowserStorage(tell));
  return makeTables({
    keyval: (name) =>
      new ShelteredStore(
        lazily(async () => (await browser()).keyval(name)),
        tell,
      ),
    named: (name) =>
      new ShelteredStore(
        lazily(async () => (await browser()).named(name)),
        tell,
      ),
    byProblem: (name) =>
      new ShelteredProblemStore(
        lazily(async () => (await browser()).byProblem(name)),
        tell,
      ),
  });
}

/** Tables that forget everything with the page, for tests. */
export function memoryTables(): Tables {
  return makeTables({
    keyval: () => new MemoryStore(),
    named: () => new MemoryStore(),
    byProblem: () => new ProblemMemoryStore(),
  });
}

interface StoreMakers {
  readonly keyval: <N extends KeyvalName>(name: N) => RecordStore<StoredRecords[N]>;
  readonly named: <N extends NamedTableName>(name: N) => RecordStore<StoredRecords[N]>;
  readonly byProblem: <N extends ProblemTableName>(name: N) => ProblemStore<StoredRecords[N]>;
}

function makeTables({ keyval, named, byProblem }: StoreMakers): Tables {
  return {
    drafts: byProblem('drafts'),
    answers: byProblem('answers'),
    judgements: byProblem('judgements'),
    comparisons: byProblem('comparisons'),
    progress: byProblem('progress'),
    problems: byProblem('problems'),
    sets: named('sets'),
    unfinished: named('unfinished'),
    settings: keyval('settings'),
    sampling: keyval('sampling'),
    prompts: keyval('prompts'),
    gpuSettings: keyval('gpuSettings'),
    gpuOutcomes: keyval('gpuOutcomes'),
    cpu: keyval('cpu'),
    downloads: keyval('downloads'),
  };
}
