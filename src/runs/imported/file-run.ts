/**
 * Turns imported samples into samples of a run: finds the problem of each, and its number among that problem's samples.
 */
import { PASTED_LABEL, type Answer } from '../../domain/answer.ts';
import { refText } from '../../domain/problem.ts';
import type { SkippedSamples, RunProblem, RunRow, RunSampleKey } from '../../domain/run.ts';
import type { Sample, Submission } from '../../domain/submission.ts';
import type { Completion } from '../../domain/completion.ts';
import { guessedTokens } from '../../models/asking/collect.ts';
import { MOST_NAMED } from '../figures/run-caveats.ts';
import { answeredRow } from '../pipeline/run-rows.ts';

export interface FileSample {
  readonly key: RunSampleKey;
  readonly sample: Sample;
}

export interface FileRun {
  /** Problems in the order in which the file first names them. */
  readonly problems: readonly RunProblem[];
  /** Largest number of samples of a problem. */
  readonly most: number;
  /** Samples, grouped by problem. */
  readonly samples: readonly FileSample[];
  readonly left: SkippedSamples;
  /** Number of samples with a verdict in the file. */
  readonly compared: number;
}

/** Samples of one problem. */
interface SampleGroup {
  readonly problem: RunProblem;
  readonly own: Sample[];
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
  let [unknown, repeated] = [0, 0];
  for (const sample of samples) {
    const problem = problemOf(sample);
    if (problem === null) {
      unknown += 1;
      // One more id shows that there are others.
      if (unknownIds.size <= MOST_NAMED) unknownIds.add(sample.problemId);
      continue;
    }
    const group: SampleGroup = groups.get(refText(problem)) ?? { problem, own: [], texts: new Map() };
    groups.set(refText(problem), group);
    if (isRepeat(sample, group)) repeated += 1;
    else group.own.push(sample);
  }
  const all = [...groups.values()];
  const sharing = all.reduce((sum, group) => sum + sharingIds(group), 0);
  const most = all.reduce((so, { own }) => Math.max(so, own.length), 0);
  return {
    problems: all.map(({ problem, own }) =>
      own.length === most ? problem : { ...problem, samples: own.length },
    ),
    most,
    samples: all.flatMap(({ problem: { set, id }, own }) =>
      inOrder(own).map((sample, nth) => ({ key: { set, id, sample: nth }, sample })),
    ),
    left: {
      ...{ unknown, unknownIds: [...unknownIds], unread, note },
      ...(repeated === 0 ? {} : { repeated }),
      ...(sharing === 0 ? {} : { sharing }),
    },
    compared: all.reduce(
      (sum, { own }) => sum + own.filter(({ passedElsewhere }) => passedElsewhere !== undefined).length,
      0,
    ),
  };
}

/**
 * Returns whether the file has the same sample before this one, as a file that was appended to itself does. Records a
 * new sample.
 */
function isRepeat({ id, submission }: Sample, { texts }: SampleGroup): boolean {
  const name = `${submission.kind} ${id}`;
  const own = texts.get(name) ?? new Set();
  texts.set(name, own);
  const text = textOf(submission);
  if (own.has(text)) return true;
  own.add(text);
  return false;
}

/** Returns the number of samples whose id another sample has too. */
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
function inOrder(own: readonly Sample[]): readonly Sample[] {
  const byNumber = new Map(own.map((sample) => [sample.id, sample]));
  if (byNumber.size < own.length) return own;
  const sorted = own.flatMap((_, nth) => byNumber.get(String(nth)) ?? []);
  return sorted.length === own.length ? sorted : own;
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
  const counted = sample.tokens?.length ?? null;
  const answer: Answer = {
    label: `${PASTED_LABEL}: id ${sample.id} in its file`,
    completion:
      submission.kind === 'completion'
        ? cutElsewhere(submission.completion)
        : { reasoning: '', reasoningOpen: false, text, finishReason: null, usage: null },
    ended: true,
    failure: null,
    speed: {
      tokens: counted ?? guessedTokens(text.length),
      estimated: counted === null,
      firstTokenMs: null,
      tokensPerSecond: null,
    },
    ...(submission.kind === 'program' ? { program: true } : {}),
    ...(sample.passedElsewhere === undefined ? {} : { passedElsewhere: sample.passedElsewhere }),
    ...(sample.redrawn === undefined ? {} : { redrawn: sample.redrawn }),
  };
  return { row: answeredRow(key, answer, at, at), answer };
}
