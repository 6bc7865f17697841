/**
 * Turns the samples of a file, or its verdicts, into samples of a run: finds the problem of each, and its number among
 * that problem's samples.
 */
import { testsOfRow, type VerdictLine } from '../../datasets/verdict-rows.ts';
import { PASTED_LABEL, type Answer } from '../../domain/answer.ts';
import { refText } from '../../domain/problem.ts';
import type { RunProblem, RunRow, RunSample, RunSampleKey, SkippedSamples } from '../../domain/run.ts';
import type { Sample, SampleName, Submission } from '../../domain/submission.ts';
import { VERDICT_FLAGS } from '../../domain/verdict.ts';
import type { Completion } from '../../domain/completion.ts';
import { clippedFailure } from '../../judge/first-failure.ts';
import { guessedTokens } from '../../models/asking/collect.ts';
import { MOST_NAMED } from '../figures/run-caveats.ts';
import { UNKNOWN_GROUP } from '../figures/run-groups.ts';
import { answeredRow, STORED_CHARACTERS } from '../pipeline/run-rows.ts';

export interface FileSample<Item = Sample> {
  readonly key: RunSampleKey;
  readonly sample: Item;
}

export interface FileRun<Item = Sample> {
  /** Problems in the order in which the file first names them. */
  readonly problems: readonly RunProblem[];
  /** Largest number of samples of a problem. */
  readonly most: number;
  /** Samples, grouped by problem. */
  readonly samples: readonly FileSample<Item>[];
  readonly left: SkippedSamples;
  /** Number of samples with a verdict in the file. */
  readonly compared: number;
}

/** A run of a file that has verdicts and no answers. */
export interface VerdictRun extends FileRun<VerdictLine> {
  /** Name of the profile of all verdicts. */
  readonly profile: string;
  /** Number of problems that are not stored. Their titles and groups are unknown. */
  readonly bareCount: number;
}

/** Samples of one problem. */
interface SampleGroup {
  readonly problem: RunProblem;
  readonly samples: Sample[];
  /** Texts by id and kind of the submission. */
  readonly texts: Map<string, Set<string>>;
}

/**
 * @param samples of the file, in its order
 * @param problemOf returns the stored problem of a sample; null if it is not stored
 */
export function fileRun(
  samples: readonly Sample[],
  problemOf: (sample: Sample) => RunProblem | null,
  { unread, note }: Pick<SkippedSamples, 'unread' | 'note'>,
): FileRun {
  const groups = new Map<string, SampleGroup>();
  const unknownIds = new Set<string>();
  let [unknownCount, repeatedCount] = [0, 0];
  for (const sample of samples) {
    const problem = problemOf(sample);
    if (problem === null) {
      unknownCount += 1;
      // Keeps one id more than is named, which shows that there are others.
      if (unknownIds.size <= MOST_NAMED) unknownIds.add(sample.problemId);
      continue;
    }
    const group: SampleGroup = groups.get(refText(problem)) ?? { problem, samples: [], texts: new Map() };
    groups.set(refText(problem), group);
    if (isRepeat(sample, group)) repeatedCount += 1;
    else group.samples.push(sample);
  }
  const allGroups = [...groups.values()];
  const sharingCount = allGroups.reduce((sum, group) => sum + sharingIds(group), 0);
  return {
    ...numbered(allGroups),
    left: {
      ...{ unknown: unknownCount, unknownIds: [...unknownIds], unread, note },
      ...(repeatedCount === 0 ? {} : { repeated: repeatedCount }),
      ...(sharingCount === 0 ? {} : { sharing: sharingCount }),
    },
    compared: allGroups.reduce(
      (sum, { samples }) =>
        sum + samples.filter(({ passedElsewhere }) => passedElsewhere !== undefined).length,
      0,
    ),
  };
}

/**
 * Returns the run of a file of verdicts. A problem that is not stored belongs to the run too, because figures do not
 * need its tests.
 * @param rows verdicts by one profile, at least one, each sample once
 * @param problemOf returns the stored problem of a sample; null if it is not stored
 */
export function verdictRun(
  rows: readonly VerdictLine[],
  problemOf: (row: VerdictLine) => RunProblem | null,
  { unread, note }: Pick<SkippedSamples, 'unread' | 'note'>,
): VerdictRun {
  const groups = new Map<string, { readonly problem: RunProblem; readonly samples: VerdictLine[] }>();
  const unjudgedRows = rows.filter(({ verdict }) => verdict === 'unknown-problem');
  let bareCount = 0;
  for (const row of rows) {
    if (row.verdict === 'unknown-problem') continue;
    let group = groups.get(row.problemId);
    if (group === undefined) {
      const storedProblem = problemOf(row);
      if (storedProblem === null) bareCount += 1;
      group = { problem: storedProblem ?? bareProblem(row.problemId), samples: [] };
      groups.set(row.problemId, group);
    }
    group.samples.push(row);
  }
  const ids = new Set(unjudgedRows.map(({ problemId }) => problemId));
  return {
    ...numbered([...groups.values()]),
    left: {
      unknown: unjudgedRows.length,
      unknownIds: [...ids].slice(0, MOST_NAMED + 1),
      unread,
      note,
    },
    compared: 0,
    profile: rows[0]!.profile,
    bareCount,
  };
}

function bareProblem(id: string): RunProblem {
  return {
    ...{ set: '', id, title: id, difficulty: null },
    ...{ source: UNKNOWN_GROUP, mode: UNKNOWN_GROUP, date: null },
  };
}

/** Numbers the samples of each problem from 0. */
function numbered<Item extends SampleName>(
  sampleGroups: readonly { readonly problem: RunProblem; readonly samples: readonly Item[] }[],
) {
  const maxSamples = sampleGroups.reduce((max, { samples }) => Math.max(max, samples.length), 0);
  return {
    problems: sampleGroups.map(({ problem, samples }) =>
      samples.length === maxSamples ? problem : { ...problem, samples: samples.length },
    ),
    most: maxSamples,
    samples: sampleGroups.flatMap(({ problem: { set, id }, samples }) =>
      inOrder(samples).map((sample, nth) => ({ key: { set, id, sample: nth }, sample })),
    ),
  };
}

/**
 * Returns whether the file has the same sample before this one, as a file that was appended to itself does. Records a
 * new sample.
 */
function isRepeat({ id, submission }: Sample, { texts }: SampleGroup): boolean {
  const name = `${submission.kind} ${id}`;
  const ownTexts = texts.get(name) ?? new Set();
  texts.set(name, ownTexts);
  const text = textOf(submission);
  if (ownTexts.has(text)) return true;
  ownTexts.add(text);
  return false;
}

/** Returns the number of samples that share their id with another sample. */
function sharingIds({ texts }: SampleGroup): number {
  return [...texts.values()].reduce((sum, { size }) => sum + (size > 1 ? size : 0), 0);
}

function textOf(submission: Sample['submission']): string {
  switch (submission.kind) {
    case 'program':
      return submission.code;
    case 'continuation':
      return submission.text;
    case 'completion':
      return submission.completion.text;
  }
}

/** Sorts the samples by number if the file numbers them from 0; otherwise keeps their order. */
function inOrder<Item extends SampleName>(groupSamples: readonly Item[]): readonly Item[] {
  const byNumber = new Map(groupSamples.map((sample) => [sample.id, sample]));
  if (byNumber.size < groupSamples.length) return groupSamples;
  const sorted = groupSamples.flatMap((_, nth) => byNumber.get(String(nth)) ?? []);
  return sorted.length === groupSamples.length ? sorted : groupSamples;
}

/**
 * An answer that another tool stopped is judged as it was received. Only an answer that was stopped in this app is not
 * judged.
 */
function cutElsewhere(completion: Completion): Completion {
  return completion.finishReason === 'stopped' ? { ...completion, finishReason: 'interrupted' } : completion;
}

/**
 * Returns the row and the answer to store for a sample that the judge is to judge.
 * @param submission for the judge
 * @param at milliseconds since 1970
 */
export function fileAnswer(
  { key, sample }: FileSample,
  submission: Submission,
  at: number,
): { readonly row: RunRow; readonly answer: Answer } {
  const text = submission.kind === 'program' ? submission.code : submission.completion.text;
  const tokenCount = sample.tokens?.length ?? null;
  const answer: Answer = {
    label: `${PASTED_LABEL}: id ${sample.id} in its file`,
    completion:
      submission.kind === 'completion'
        ? cutElsewhere(submission.completion)
        : { reasoning: '', reasoningOpen: false, text, finishReason: null, usage: null },
    ended: true,
    failure: null,
    speed: {
      tokens: tokenCount ?? guessedTokens(text.length),
      estimated: tokenCount === null,
      firstTokenMs: null,
      tokensPerSecond: null,
    },
    ...(submission.kind === 'program' ? { program: true } : {}),
    ...(sample.passedElsewhere === undefined ? {} : { passedElsewhere: sample.passedElsewhere }),
    ...(sample.redrawn === undefined ? {} : { redrawn: sample.redrawn }),
  };
  return { row: answeredRow(key, answer, at, at), answer };
}

/**
 * Returns the sample to store for a verdict of a file.
 * @param at milliseconds since 1970. It stands for all times, because the file has none.
 */
export function fileVerdict({ key, sample }: FileSample<VerdictLine>, at: number): RunSample {
  const { verdict, reward, flags, factorNeeded, firstFailure, error } = sample;
  if (verdict === 'unknown-problem') throw new Error('a sample of an unknown problem is in no run');
  const tests = testsOfRow(sample);
  const times = tests.flatMap(({ ms }) => ms ?? []);
  const row: RunRow = {
    ...key,
    ...{ askedAt: at, answeredAt: at, failure: null, finishReason: null },
    ...{ tokens: sample.tokens ?? 0, estimated: false, promptTokens: sample.promptTokens ?? null },
    ...{ firstTokenMs: null, tokensPerSecond: null },
    judged: {
      ...{ from: at, to: at, verdict, reward },
      testsTotal: sample.testsTotal ?? 0,
      testsRun: sample.testsRun,
      testsPassed: sample.testsPassed ?? 0,
      firstFailed: sample.firstFailed,
      ...(firstFailure && { firstFailure: clippedFailure(firstFailure, STORED_CHARACTERS) }),
      slowestMs: times.length === 0 ? null : Math.max(...times),
      error,
      flags: VERDICT_FLAGS.filter((flag) => flags.includes(flag)),
      timeFactor: sample.timeFactor ?? 1,
      ...(factorNeeded === undefined ? {} : { factorNeeded }),
    },
    ...(sample.passedElsewhere === undefined ? {} : { passedElsewhere: sample.passedElsewhere }),
    ...(sample.redrawn && { redrawn: sample.redrawn }),
  };
  return { row, answer: null, tests };
}
