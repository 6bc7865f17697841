/** Facts that exports state about a run: what a reader needs to repeat it. */
import { duration } from '../../base/number-words.ts';
import type { Run, RunRow } from '../../domain/run.ts';
import { redrawsIn } from '../figures/redraws.ts';
import { sampleSpan } from '../figures/sample-span.ts';
import { timeFactorWords } from '../words/figures.ts';
import { REDRAW_FACT, redrawsWords } from '../words/redraws.ts';
import * as words from '../words/report.ts';
import { spanWords } from '../words/spans.ts';

export type Fact = readonly [name: string, value: string];

export interface ExportTerms {
  /** Versions of Allpass and of its interpreter. */
  readonly engine: string;
  /** When the file is made, ISO 8601. */
  readonly exported: string;
  /** Hash of the problems with their tests; null where one of them is no longer stored. */
  readonly problemsSha256: string | null;
}

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
    [source.type === 'model' ? words.FACTS.model : words.FACTS.answers, words.sourceWords(source)],
    source.type === 'model' && [words.FACTS.endpoint, words.endpointWords(withoutKey(source.address))],
    asked !== null && [words.FACTS.prompt, asked.prompt.label],
    asked !== null && [words.FACTS.sampling, words.samplingWords(asked.sampling)],
    [words.FACTS.samplesPerProblem, spanWords(sampleSpan(run))],
    [words.FACTS.problems, words.problemsOf(problems)],
    [words.FACTS.problemsHash, problemsSha256 ?? words.noProblemsHash()],
    [words.FACTS.grader, profile],
    [words.FACTS.answered, words.countOf(answered, rows.length)],
    redraws !== null && [REDRAW_FACT, redraws],
    [words.FACTS.created, run.made],
    [words.FACTS.duration, duration(spentMs)],
    [words.FACTS.exported, exported],
    [words.FACTS.versions, engine],
    [
      words.FACTS.timeFactor,
      timeFactorWords(
        rows.flatMap(({ judged }) => (judged !== null && judged.testsRun > 0 ? [judged.timeFactor] : [])),
      ),
    ],
    budget.tokens !== null && [words.FACTS.budget, words.tokenBudget(budget.tokens)],
    budget.minutes !== null && [words.FACTS.budget, words.minuteBudget(budget.minutes)],
    budget.money !== null && [words.FACTS.budget, words.moneyBudget(budget.money)],
  ];
  return facts.filter((fact) => fact !== false);
}

/** Addresses may hold a key, which stays out of files. Null for what is no address. */
function withoutKey(address: string | undefined): string | null | undefined {
  if (address === undefined) return undefined;
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}
