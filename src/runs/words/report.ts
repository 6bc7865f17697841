/** Words and numbers of reports and facts of a run. */
import { counted, numberText, percentRange } from '../../base/number-words.ts';
import type { Run, RunProblem } from '../../domain/run.ts';
import type { SampleVerdict } from '../../domain/verdict.ts';
import { VERDICT_WORDS } from '../../domain/words/verdicts.ts';

export function letters(verdict: SampleVerdict): string {
  return verdict === 'unknown-problem' ? '?' : VERDICT_WORDS[verdict].code;
}

export function words(verdict: SampleVerdict): string {
  return verdict === 'unknown-problem' ? 'Unknown problem' : VERDICT_WORDS[verdict].word;
}

export function sourceWords(source: Run['source']): string {
  switch (source.type) {
    case 'model':
      return source.label;
    case 'recorded':
      return 'recorded answers of the bundled problems';
    case 'answers':
      return `those of the run ${source.label}, judged again`;
    case 'file':
      return `from the file ${source.name}`;
  }
}

/** @param address without what may be a key; null for one that is none, undefined for a model of this device */
export function endpointWords(address: string | null | undefined): string {
  if (address === undefined) return 'this device';
  return address === null ? 'OpenAI-compatible server' : `OpenAI-compatible server at ${address}`;
}

export function samplingWords({
  temperature,
  topP,
  maxTokens,
  seed,
}: NonNullable<Run['asked']>['sampling']): string {
  return [
    `temperature ${temperature}, top-p ${topP}`,
    maxTokens === null ? 'no limit on tokens' : `at most ${numberText(maxTokens)} tokens`,
    seed === null ? 'no seed' : `seed ${seed} and up`,
  ].join(', ');
}

/** Names of facts. */
export const FACTS = {
  model: 'model',
  answers: 'answers',
  endpoint: 'endpoint',
  prompt: 'prompt',
  sampling: 'sampling',
  samplesPerProblem: 'samples per problem',
  problems: 'problems',
  problemsHash: 'problems SHA-256',
  grader: 'grader',
  answered: 'answered',
  created: 'created',
  duration: 'duration',
  exported: 'exported',
  versions: 'versions',
  timeFactor: 'time factor',
  budget: 'budget',
} as const;

export const problemsOf = (problems: readonly RunProblem[]): string =>
  `${numberText(problems.length)}, of ${setWords(problems)}`;
export const noProblemsHash = (): string => 'unknown: not all problems are stored any more';
export const countOf = (count: number, all: number): string => `${numberText(count)} of ${numberText(all)}`;
export const tokenBudget = (tokens: number): string => `${numberText(tokens)} tokens`;
export const minuteBudget = (minutes: number): string => counted(minutes, 'minute');
export const moneyBudget = (money: number): string => `${money} in the currency of the price`;

function setWords(problems: readonly RunProblem[]): string {
  const sets = [...new Set(problems.map(({ set }) => set))];
  return sets.length > 5
    ? `${sets.slice(0, 5).join(', ')} and ${sets.length - 5} more sets`
    : sets.join(', ');
}

export function quartiles(
  {
    count: many,
    least,
    lower,
    median,
    upper,
    most,
  }: Readonly<Record<'count' | 'least' | 'lower' | 'median' | 'upper' | 'most', number>>,
  digits: number,
): string[] {
  return [numberText(many), ...[least, lower, median, upper, most].map((value) => value.toFixed(digits))];
}

export function interval({
  interval: range,
}: {
  readonly interval: { readonly low: number; readonly high: number } | null;
}): string {
  return range === null ? '–' : percentRange(range);
}

/** How far another grader of the same answers agrees. */
export function graderWords({
  samples,
  same,
  onlyFirst,
  onlySecond,
}: Readonly<Record<'samples' | 'same' | 'onlyFirst' | 'onlySecond', number>>): string {
  return `${numberText(same)} of ${numberText(samples)} the same reward; ${numberText(onlyFirst)} earned 1 here only, ${numberText(onlySecond)} there only`;
}

/** How far verdicts agree with those that the answers came with. */
export function agreementWords({
  bothPassed,
  bothFailed,
  onlyHere,
  onlyThere,
}: Readonly<Record<'bothPassed' | 'bothFailed' | 'onlyHere' | 'onlyThere', number>>): string {
  const same = bothPassed + bothFailed;
  return `${numberText(same)} of ${numberText(same + onlyHere + onlyThere)} the same; ${numberText(onlyHere)} passed here only, ${numberText(onlyThere)} there only`;
}
