/** Words and numbers of the report. */
import type { Run, RunProblem } from '../../domain/run.ts';
import { VERDICT_WORDS, type SampleVerdict } from '../../domain/verdict.ts';
import type { Agreement, Quartiles } from '../figures/run-figures.ts';
import type { SampleAgreement } from '../run-comparison.ts';
import type { PassFigure } from '../run-report.ts';

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
    maxTokens === null ? 'no limit on tokens' : `at most ${count(maxTokens)} tokens`,
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
  return [count(many), ...[least, lower, median, upper, most].map((value) => value.toFixed(digits))];
}

export function interval({ interval: range }: PassFigure): string {
  return range === null ? '–' : `${(range.low * 100).toFixed(1)} to ${(range.high * 100).toFixed(1)} %`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function count(value: number): string {
  return value.toLocaleString('en');
}

export function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min ${Math.round((ms % 60_000) / 1000)} s` : `${(ms / 1000).toFixed(1)} s`;
}

/** How far another grader of the same answers agrees. */
export function graderWords({ samples, same, onlyFirst, onlySecond }: SampleAgreement): string {
  return `${count(same)} of ${count(samples)} the same reward; ${count(onlyFirst)} earned 1 here only, ${count(onlySecond)} there only`;
}

/** How far verdicts agree with those that the answers came with. */
export function agreementWords({ bothPassed, bothFailed, onlyHere, onlyThere }: Agreement): string {
  const same = bothPassed + bothFailed;
  return `${count(same)} of ${count(same + onlyHere + onlyThere)} the same; ${count(onlyHere)} passed here only, ${count(onlyThere)} there only`;
}
