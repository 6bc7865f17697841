import type { Problem } from '../domain/problem.ts';
import type { ModelLoad } from '../domain/model-load.ts';
import type { OwnPrompt } from '../domain/prompt.ts';
import type { UnfinishedDownload } from '../domain/unfinished-download.ts';
import { IdbRecordStore } from './idb-record-store.ts';
import type { StorageTrouble } from './idb-record-store.ts';
import { MemoryStore } from './record-store.ts';
import type { RecordStore } from './record-store.ts';
import type { Answer } from '../domain/answer.ts';
import type { Comparison } from '../domain/comparison.ts';
import type { CpuSettings, EndpointSettings, GpuSettings, SamplingSettings } from '../domain/settings.ts';
import type { Progress, ProblemSet } from '../domain/problem-set.ts';
import type { Judgement } from '../domain/judgement.ts';
import type { UnfinishedAnswer } from '../domain/unfinished-answer.ts';

/** Every store of the app; those before `sets` are keyed by problem id. */
export interface Tables {
  readonly drafts: RecordStore<string>;
  readonly answers: RecordStore<Answer>;
  readonly reports: RecordStore<Judgement>;
  readonly comparisons: RecordStore<Comparison>;
  readonly progress: RecordStore<Progress>;
  readonly problems: RecordStore<Problem>;
  /** Imported sets by name. */
  readonly sets: RecordStore<ProblemSet>;
  readonly settings: RecordStore<EndpointSettings>;
  readonly sampling: RecordStore<SamplingSettings>;
  /** The user's own prompts by name. */
  readonly prompts: RecordStore<OwnPrompt>;
  readonly gpuSettings: RecordStore<GpuSettings>;
  /** How models on the GPU did on this device, by model. */
  readonly gpuOutcomes: RecordStore<ModelLoad>;
  readonly cpu: RecordStore<CpuSettings>;
  /** Downloads of models that have not ended, by model. */
  readonly downloads: RecordStore<UnfinishedDownload>;
  /** Answers that broke off, by the name of their journal. */
  readonly unfinished: RecordStore<UnfinishedAnswer>;
}

/** Opens the browser's stores; nothing is read or created before the first use. */
export function openTables(onTrouble: (trouble: StorageTrouble) => void): Tables {
  return {
    drafts: new IdbRecordStore('drafts', 1, onTrouble),
    answers: new IdbRecordStore('answers', 1, onTrouble),
    reports: new IdbRecordStore('reports', 1, onTrouble),
    comparisons: new IdbRecordStore('comparisons', 1, onTrouble),
    progress: new IdbRecordStore('progress', 1, onTrouble),
    problems: new IdbRecordStore('problems', 1, onTrouble),
    sets: new IdbRecordStore('sets', 1, onTrouble),
    settings: new IdbRecordStore('settings', 1, onTrouble),
    sampling: new IdbRecordStore('sampling', 1, onTrouble),
    prompts: new IdbRecordStore('prompts', 1, onTrouble),
    gpuSettings: new IdbRecordStore('gpu-settings', 1, onTrouble),
    gpuOutcomes: new IdbRecordStore('gpu-outcomes', 1, onTrouble),
    cpu: new IdbRecordStore('cpu', 1, onTrouble),
    downloads: new IdbRecordStore('downloads', 1, onTrouble),
    unfinished: new IdbRecordStore('unfinished', 1, onTrouble),
  };
}

/** Tables that forget everything with the page, for tests. */
export function memoryTables(): Tables {
  return {
    drafts: new MemoryStore(),
    answers: new MemoryStore(),
    reports: new MemoryStore(),
    comparisons: new MemoryStore(),
    progress: new MemoryStore(),
    problems: new MemoryStore(),
    sets: new MemoryStore(),
    settings: new MemoryStore(),
    sampling: new MemoryStore(),
    prompts: new MemoryStore(),
    gpuSettings: new MemoryStore(),
    gpuOutcomes: new MemoryStore(),
    cpu: new MemoryStore(),
    downloads: new MemoryStore(),
    unfinished: new MemoryStore(),
  };
}
