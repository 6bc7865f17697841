/** Orders the files of a training run by step, and finds steps that were written twice. */
import type { SourceFile } from '../containers/source-file.ts';

export interface StepFile {
  readonly file: SourceFile;
  /** The step that the path names; null for a file of several steps. */
  readonly step: number | null;
}

export interface RunFiles {
  readonly files: readonly StepFile[];
  /** Files that are not read, each with one sentence. */
  readonly omitted: readonly { readonly file: string; readonly reason: string }[];
}

/** A file of one step: `12.jsonl` of verl, `completions_00012.parquet` of TRL. */
const STEP_FILE = /^(?:completions_|step_|rollouts_)?(\d+)\.(?:jsonl|json|parquet)(?:\.(?:gz|zst))?$/i;
/** A folder of one step: `step_12` of prime-rl, `train_step_12_epoch_0` of rLLM. */
const STEP_FOLDER = /^((?:train|val|eval|test)_)?step[_-](\d+)(?:_epoch_\d+)?$/i;
/** Folders of processes that write parts of the same step. */
const PART = /(?:^|[/_-])(?:rank|worker|shard|node|part|proc|dp|gpu)[_-]?\d+$/i;
const EVALUATION = /^(?:val|valid|validation|eval|evaluation|test)$/i;

interface Placed extends StepFile {
  /** The step's name, the same in every folder that repeats the step; null for a file of several steps. */
  readonly key: string | null;
  /** The folder in which the step is. */
  readonly root: string;
  readonly isEvaluation: boolean;
}

/**
 * Returns the files in the order of their steps, then of their names. Of a step in two folders, the folder that comes
 * last counts, because a resumed run writes its steps again.
 * @param known the names of all files so far, and whether each is of an evaluation; the files are added
 */
export function runFiles(all: readonly SourceFile[], known = new Map<string, boolean>()): RunFiles {
  const omitted: { file: string; reason: string }[] = [];
  const everyFile = all.map(placedFile);
  for (const { file, isEvaluation } of everyFile) known.set(file.name, isEvaluation);
  const isTraining = [...known.values()].includes(false);
  const placed = everyFile.filter(({ file, isEvaluation }) => {
    const complete = file.name.replace('/effective/', '/all/');
    const isRepeated = complete !== file.name && known.has(complete);
    if (isEvaluation && isTraining) omitted.push({ file: file.name, reason: 'is of an evaluation' });
    else if (isRepeated) omitted.push({ file: file.name, reason: `repeats rows of ${complete}` });
    else return true;
    return false;
  });
  const lastRoots = new Map<string, string>();
  const ordered = placed.toSorted((one, other) => compareNames(one.file.name, other.file.name));
  for (const { key, root } of ordered) if (key !== null && !PART.test(root)) lastRoots.set(key, root);
  const files = ordered.filter(({ file, key, root }) => {
    const last = key === null || PART.test(root) ? root : lastRoots.get(key)!;
    if (last !== root)
      omitted.push({ file: file.name, reason: `its step is written again in ${last || 'the folder'}` });
    return last === root;
  });
  return { files: files.toSorted((one, other) => stepOf(one) - stepOf(other)), omitted };
}

const stepOf = ({ step }: StepFile): number => step ?? -1;

function placedFile(file: SourceFile): Placed {
  const parts = file.name.split('/');
  const at = parts.findLastIndex((part) => STEP_FOLDER.test(part));
  const [, kind = '', folderStep] = STEP_FOLDER.exec(parts[at] ?? '') ?? [];
  if (folderStep !== undefined) {
    const isEvaluation =
      !/^(?:train_)?$/i.test(kind) || parts.slice(at + 1, -1).some((part) => EVALUATION.test(part));
    const root = parts.slice(0, at).join('/');
    return { file, step: Number(folderStep), key: parts[at]!, root, isEvaluation };
  }
  const [, fileStep] = STEP_FILE.exec(parts.at(-1)!) ?? [];
  const root = parts.slice(0, -1).join('/');
  if (fileStep === undefined) return { file, step: null, key: null, root, isEvaluation: false };
  const key = parts.at(-1)!.replace(/\.(?:gz|zst)$/i, '');
  return { file, step: Number(fileStep), key, root, isEvaluation: EVALUATION.test(parts.at(-2) ?? '') };
}

const collator = new Intl.Collator('en', { numeric: true });

function compareNames(one: string, other: string): number {
  return collator.compare(one, other);
}

/** Maximum number of missing steps that are found. A step such as 1764345600 is a time. */
const MOST_MISSING = 100_000;

/**
 * Returns the steps that are missing between the first and the last one. A trainer may write only every tenth step, so
 * the most frequent distance counts.
 */
export function missingSteps(steps: readonly number[]): readonly number[] {
  const sorted = steps.toSorted((one, other) => one - other);
  const counts = new Map<number, number>();
  for (const [index, step] of sorted.slice(1).entries()) {
    const distance = step - sorted[index]!;
    counts.set(distance, (counts.get(distance) ?? 0) + 1);
  }
  // Of two distances that are as frequent, the smaller one leaves no step out.
  const [distance = 0] =
    [...counts].toSorted(([one, times], [other, otherTimes]) => otherTimes - times || one - other)[0] ?? [];
  const present = new Set(sorted);
  const missing: number[] = [];
  if (distance > 0)
    for (let step = sorted[0]!; step < sorted.at(-1)! && missing.length < MOST_MISSING; step += distance)
      if (!present.has(step)) missing.push(step);
  return missing;
}
