/** Facts that exports state about a run: what a reader needs to repeat it. */
import { numberText, preciseDuration } from '../../base/number-words.ts';
import type { Run, RunRow } from '../../domain/run.ts';
import { redrawsIn, redrawsWords } from '../figures/redraws.ts';
import { sampleSpan, spanWords } from '../figures/sample-span.ts';
import { samplingWords, setWords, sourceWords } from './report-words.ts';

export type Fact = readonly [name: string, value: string];

export interface ExportTerms {
  /** Versions of Allpass and of its interpreter. */
  readonly engine: string;
  /** When the file is made, ISO 8601. */
  readonly exported: string;
  /** Hash of the problems with their tests; null where one of them is no longer stored. */
  readonly problemsSha256: string | null;
}

/** The name of the fact that samples were asked again after they were truncated. */
export const REDRAW_FACT = 'asked again after truncation';

/** @param rows of the part of the run that the file shows */
export function runFacts(
  run: Run,
  rows: readonly RunRow[],
  { engine, exported, problemsSha256 }: ExportTerms,
): readonly Fact[] {
  const { source, asked, problems, profile, spentMs, budget } = run;
  const answered = rows.filter(({ failure }) => failure === null).length;
  const redraws = redrawsWords(redrawsIn(rows));
  const facts: readonly (Fact | false)[] = [
    [source.type === 'model' ? 'model' : 'answers', sourceWords(source)],
    source.type === 'model' && ['endpoint', endpointWords(source.address)],
    asked !== null && ['prompt', asked.prompt.label],
    asked !== null && ['sampling', samplingWords(asked.sampling)],
    ['samples per problem', spanWords(sampleSpan(run))],
    ['problems', `${numberText(problems.length)}, of ${setWords(problems)}`],
    ['problems SHA-256', problemsSha256 ?? 'unknown: not all problems are stored any more'],
    ['grader', profile],
    ['answered', `${numberText(answered)} of ${numberText(rows.length)}`],
    redraws !== null && [REDRAW_FACT, redraws],
    ['created', run.made],
    ['duration', preciseDuration(spentMs)],
    ['exported', exported],
    ['versions', engine],
    [
      'time factor',
      timeFactorWords(
        rows.flatMap(({ judged }) => (judged !== null && judged.testsRun > 0 ? [judged.timeFactor] : [])),
      ),
    ],
    budget.tokens !== null && ['budget', `${numberText(budget.tokens)} tokens`],
    budget.minutes !== null && ['budget', `${numberText(budget.minutes)} minutes`],
    budget.money !== null && ['budget', `${budget.money} in the currency of the price`],
  ];
  return facts.filter((fact) => fact !== false);
}

/** By how much time limits were stretched for the machine: '× 1.60', or '× 1.60 to × 2.10'. */
export function timeFactorWords(factors: readonly number[]): string {
  if (factors.length === 0) return 'nothing ran';
  const [least, most] = [Math.min, Math.max].map((end) => factors.reduce((one, other) => end(one, other)));
  const text = (factor: number): string => `× ${factor.toFixed(2)}`;
  return text(least!) === text(most!) ? text(least!) : `${text(least!)} to ${text(most!)}`;
}

/** Addresses may hold a key, which stays out of files. */
function endpointWords(address: string | undefined): string {
  if (address === undefined) return 'this device';
  if (!URL.canParse(address)) return 'OpenAI-compatible server';
  const { origin, pathname } = new URL(address);
  return `OpenAI-compatible server at ${origin}${pathname}`;
}
