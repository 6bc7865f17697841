import {
  isLosslessObject,
  parseLossless,
  stringifyLossless,
  type LosslessValue,
} from '../../../base/lossless-json.ts';
import { readSamples } from '../../../datasets/sample-file.ts';
import { tokenChances } from '../../../datasets/token-chances.ts';
import type { FinishReason } from '../../../domain/completion.ts';
import type { Sample } from '../../../domain/submission.ts';
import { pastedCompletion, pastedFault, readPastedFile } from '../../../models/pasted.ts';
import type { ProblemAddress } from '../../../common/problems/state/problems-state.svelte.ts';
import { answerOf, type ReadAnswer } from '../../../common/answer/read-answer.ts';

export interface GroupAnswer extends ReadAnswer {
  /** Key that is unique among the answers of this visit. */
  readonly key: number;
}

/** Maximum number of answers in a group. It keeps the table readable; groups of training runs are smaller. */
export const MOST_ANSWERS = 64;

/** Answers of any model to one problem, kept until the page is closed. */
export class GroupState {
  /** In order of arrival. */
  answers = $state.raw<readonly GroupAnswer[]>([]);
  /** Result of the last addition, if it is not obvious; otherwise ''. */
  message = $state('');
  #next = 1;

  /**
   * Adds the answers in a text. Rows for a problem other than the shown one start a new group.
   * @returns the problem of the answers, if the text names one
   */
  addAnswers(text: string, shownAddress: ProblemAddress | null): ProblemAddress | null {
    const { answers, problem, message } = readGroup(text, shownAddress);
    if (problem !== null && problem !== shownAddress) this.answers = [];
    this.add(answers);
    this.message = [message, this.message].filter((sentence) => sentence !== '').join(' ');
    return problem;
  }

  add(answers: readonly ReadAnswer[]): void {
    const allAnswers = [...this.answers, ...answers.map((answer) => ({ ...answer, key: this.#next++ }))];
    this.answers = allAnswers.slice(0, MOST_ANSWERS);
    this.message =
      allAnswers.length > MOST_ANSWERS
        ? `A group has ${MOST_ANSWERS} answers at most: the last ${allAnswers.length - MOST_ANSWERS} were left out.`
        : '';
  }

  /** Replaces all answers. */
  appendAnswers(answers: readonly ReadAnswer[]): void {
    this.answers = [];
    this.add(answers);
  }

  remove(key: number): void {
    this.answers = this.answers.filter((answer) => answer.key !== key);
  }

  clear(): void {
    this.answers = [];
    this.message = '';
  }
}

export interface GroupReading {
  readonly answers: readonly ReadAnswer[];
  /** The problem of the answers, if the text names one. */
  readonly problem: ProblemAddress | null;
  /** Messages about rows that were left out, or about the reason why there is no answer; '' if there are none. */
  readonly message: string;
}

/** Separates pasted answers: a line of five or more equals signs. */
const BETWEEN = /^={5,}[ \t]*$/m;

/**
 * Reads the answers in a text.
 * @param requestedProblem the shown problem; if there are rows for several problems, only those for this one are returned
 */
export function readGroup(text: string, requestedProblem: ProblemAddress | null): GroupReading {
  const plain = text.replace(/^\uFEFF/, '');
  const values = valuesIn(plain);
  if (values === null) return plainAnswers(plain);
  const [first] = values;
  if (isLosslessObject(first) && (first.has('problem_id') || first.has('task_id')))
    return sampleRows(plain, requestedProblem);
  const answers = values.flatMap(answersIn);
  return {
    answers,
    problem: null,
    message:
      answers.length === 0
        ? 'This JSON holds no answer: expected rows of a samples.jsonl, or a response with “choices”.'
        : '',
  };
}

/** Parses JSON, JSON lines, or a list; returns null for any other text. */
function valuesIn(text: string): readonly LosslessValue[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const parsedText = parseLossless(text);
  if (parsedText.ok)
    return Array.isArray(parsedText.value)
      ? (parsedText.value as readonly LosslessValue[])
      : [parsedText.value];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parsedLines = lines.map(parseLossless);
  // The reader of lines reports invalid ones. If the first line is not an object, the text is not JSON.
  return parsedLines[0]?.ok === true && isLosslessObject(parsedLines[0].value)
    ? parsedLines.flatMap((line) => (line.ok ? [line.value] : []))
    : null;
}

function plainAnswers(text: string): GroupReading {
  const texts = text.split(BETWEEN).filter((part) => part.trim() !== '');
  const faults = texts.length === 0 ? [pastedFault('')!] : texts.flatMap((part) => pastedFault(part) ?? []);
  return {
    answers: texts
      .filter((part) => pastedFault(part) === null)
      .map((part) => ({ name: '', submission: { kind: 'completion', completion: pastedCompletion(part) } })),
    problem: null,
    message: faults.join(' '),
  };
}

/** Reads each choice in a server's response. Any other object is read as one answer. */
function answersIn(value: LosslessValue): readonly ReadAnswer[] {
  if (typeof value === 'string') return plainAnswers(value).answers;
  if (!isLosslessObject(value)) return [];
  const choices = value.get('choices');
  if (!Array.isArray(choices)) return answerIn(value, value);
  return (choices as readonly LosslessValue[]).flatMap((choice) =>
    answerIn(new Map<string, LosslessValue>([['choices', [choice]]]), choice),
  );
}

function answerIn(value: LosslessValue, choice: LosslessValue): readonly ReadAnswer[] {
  const pastedFile = readPastedFile('pasted.json', stringifyLossless(value));
  if (!pastedFile.ok || !isLosslessObject(choice)) return [];
  const finishReason = choice.get('finish_reason');
  const reason: FinishReason | null =
    finishReason === 'length' ? 'length' : finishReason === 'stop' ? 'stop' : null;
  const tokens = tokenChances(choice.get('logprobs'));
  const completion = pastedCompletion(pastedFile.pasted.text, reason);
  return [
    { name: '', submission: { kind: 'completion', completion }, ...(tokens === null ? {} : { tokens }) },
  ];
}

function sampleRows(text: string, requestedProblem: ProblemAddress | null): GroupReading {
  const { samples, faults, notes } = readSamples(text);
  const isFor = (sample: Sample, { problem, in: set }: ProblemAddress): boolean =>
    sample.problemId === problem && (set === null || sample.set === null || sample.set === set);
  const [first] = samples;
  const wantedSamples =
    requestedProblem === null ? [] : samples.filter((sample) => isFor(sample, requestedProblem));
  const problem =
    wantedSamples.length > 0
      ? requestedProblem
      : first === undefined
        ? null
        : { problem: first.problemId, in: first.set };
  const matches = problem === null ? [] : samples.filter((sample) => isFor(sample, problem));
  const otherCount = samples.length - matches.length;
  const message = [
    // The note is about all rows, so it precedes the number of rows that are left out.
    ...notes.map((note) => `${note}.`),
    ...(otherCount === 0
      ? []
      : [`${otherCount} ${otherCount === 1 ? 'row is' : 'rows are'} for other problems, and left out.`]),
    ...faults
      .slice(0, MOST_FAULTS)
      .map(({ line, field, fault }) => `Line ${line}: ${field === '' ? '' : `"${field}" `}${fault}.`),
    ...(faults.length > MOST_FAULTS ? [`And ${faults.length - MOST_FAULTS} more lines.`] : []),
  ].join(' ');
  return { answers: matches.map(answerOf), problem, message };
}

const MOST_FAULTS = 3;
