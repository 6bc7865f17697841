/** Words and numbers of the report. */
import { numberText, percentRange } from '../../base/number-words.ts';
import type { Run, RunProblem } from '../../domain/run.ts';
import { VERDICT_WORDS, type SampleVerdict } from '../../domain/verdict.ts';
import type { Agreement, Quartiles } from '../figures/run-figures.ts';
import type { SampleAgreement } from '../comparison.ts';
import type { PassFigure } from '../figures/run-report.ts';

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

export function setWords(problems: readonly RunProblem[]): string {
  const sets = [...new Set(problems.map(({ set }) => set))];
  return sets.length > 5
    ? `${sets.slice(0, 5).join(', ')} and ${sets.length - 5} more sets`
    : sets.join(', ');
}

export function quartiles(
  { count: many, least, lower, median, upper, most }: Quartiles,
  digits: number,
): string[] {
  return [numberText(many), ...[least, lower, median, upper, most].map((value) => value.toFixed(digits))];
}

export function interval({ interval: range }: PassFigure): string {
  return range === null ? '–' : percentRange(range);
}

/** How far another grader of the same answers agrees. */
export function graderWords({ samples, same, onlyFirst, onlySecond }: SampleAgreement): string {
  return `${numberText(same)} of ${numberText(samples)} the same reward; ${numberText(onlyFirst)} earned 1 here only, ${numberText(onlySecond)} there only`;
}

/** How far verdicts agree with those that the answers came with. */
export function agreementWords({ bothPassed, bothFailed, onlyHere, onlyThere }: Agreement): string {
  const same = bothPassed + bothFailed;
  return `${numberText(same)} of ${numberText(same + onlyHere + onlyThere)} the same; ${numberText(onlyHere)} passed here only, ${numberText(onlyThere)} there only`;
}
