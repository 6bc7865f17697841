import type { Problem } from '../domain/problem.ts';
import type { ModelLoad } from '../domain/model-load.ts';
import type { OwnPrompt } from '../domain/prompt.ts';
import type { DownloadRecord } from './download-record.ts';
import { IdbRecordStore } from './idb-record-store.ts';
import type { StorageTrouble } from './idb-record-store.ts';
import { MemoryStore } from './record-store.ts';
import type { RecordStore } from './record-store.ts';
import type {
  AnswerRecord,
  ComparisonRecord,
  CpuRecord,
  EndpointRecord,
  GpuSettingsRecord,
  Progress,
  ReportRecord,
  SamplingRecord,
  SetRecord,
  UnfinishedRecord,
} from './records.ts';

/** Every store of the app; those before `sets` are keyed by problem id. */
export interface Tables {
  readonly drafts: RecordStore<string>;
  readonly answers: RecordStore<AnswerRecord>;
  readonly reports: RecordStore<ReportRecord>;
  readonly comparisons: RecordStore<ComparisonRecord>;
  readonly progress: RecordStore<Progress>;
  readonly problems: RecordStore<Problem>;
  /** Imported sets by name. */
  readonly sets: RecordStore<SetRecord>;
  readonly settings: RecordStore<EndpointRecord>;
  readonly sampling: RecordStore<SamplingRecord>;
  /** The user's own prompts by name. */
  readonly prompts: RecordStore<OwnPrompt>;
  readonly gpuSettings: RecordStore<GpuSettingsRecord>;
  /** How models on the GPU did on this device, by model. */
  readonly gpuOutcomes: RecordStore<ModelLoad>;
  readonly cpu: RecordStore<CpuRecord>;
  /** Downloads of models that have not ended, by model. */
  readonly downloads: RecordStore<DownloadRecord>;
  /** Answers that broke off, by the name of their journal. */
  readonly unfinished: RecordStore<UnfinishedRecord>;
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
