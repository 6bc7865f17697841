/** The types of stored records, and the names of their stores. */
import type { Answer, UnfinishedAnswer } from '../domain/answer.ts';
import type { Comparison, Draft, HistoryEntry, StoredStrength } from '../domain/stored-work.ts';
import type { Judgements } from '../domain/judgement.ts';
import type {
  ModelLoad,
  CpuSettings,
  EndpointSettings,
  GpuSettings,
  SamplingSettings,
  UnfinishedDownload,
} from '../domain/settings.ts';
import type { Progress, ProblemSet, Problem } from '../domain/problem.ts';
import type { OwnPrompt } from '../domain/prompt.ts';

/** Tables whose key is that of a problem, `[set, id]`. */
export type ProblemTableName =
  'problems' | 'drafts' | 'answers' | 'judgements' | 'comparisons' | 'progress' | 'strengths';
/** Tables whose key is a name. */
export type NamedTableName = 'sets' | 'unfinished';
/** All tables. The keys of `history` contain a problem and a time. */
export type TableName = ProblemTableName | NamedTableName | 'history';

/** The key of a record: a name; a problem; or a problem with the time and the length of an entry of its history. */
export type TableKey =
  string | [set: string, id: string] | [set: string, id: string, when: number, characters: number];

/** The content of each table. `shapes.ts` contains the shapes. README.md describes how to change a shape. */
export interface StoredRecords {
  readonly drafts: Draft;
  readonly answers: Answer;
  readonly judgements: Judgements;
  readonly comparisons: Comparison;
  readonly progress: Progress;
  readonly history: HistoryEntry;
  readonly strengths: StoredStrength;
  readonly problems: Problem;
  readonly sets: ProblemSet;
  /** Interrupted answers, by name of the journal. */
  readonly unfinished: UnfinishedAnswer;
  readonly settings: EndpointSettings;
  readonly sampling: SamplingSettings;
  /** The user's own prompts, by name. */
  readonly prompts: OwnPrompt;
  readonly gpuSettings: GpuSettings;
  /** The result of loading each GPU model on this device, by id of the model. */
  readonly gpuOutcomes: ModelLoad;
  readonly cpu: CpuSettings;
  /** Unfinished downloads of models, by id of the model. */
  readonly downloads: UnfinishedDownload;
}

/** Small records by name, with a separate database for each kind (`keyval-store.ts`). */
export type KeyvalName = Exclude<keyof StoredRecords, TableName>;
