/** Facts about a run that exports state, so that a reader can repeat it. */
import { duration, numberText, counted } from '../../base/number-words.ts';
import { isWithoutAnswers, type Run, type RunProblem, type RunRow } from '../../domain/run.ts';
import { redrawsIn, REDRAW_FACT, redrawsWords } from '../figures/redraws.ts';
import { sampleSpan, spanWords } from '../figures/sample-span.ts';
import { timeFactorWords } from '../figures/figure-text.ts';

/** Names of facts. */
const FACTS = {
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

export type Fact = readonly [name: string, value: string];

export interface ExportTerms {
  /** Versions of Allpass and of its interpreter. */
  readonly engine: string;
  /** Time of the export, ISO 8601. */
  readonly exported: string;
  /** Hash of the problems with their tests; null if one of them is no longer stored. */
  readonly problemsSha256: string | null;
}

/** @param rows of the part of the run that the file shows */
export function runFacts(
  run: Run,
  rows: readonly RunRow[],
  { engine, exported, problemsSha256 }: ExportTerms,
): readonly Fact[] {
  const { source, asked, problems, profile, spentMs, budget } = run;
  const answeredCount = rows.filter(({ failure }) => failure === null).length;
  const redrawsText = redrawsWords(redrawsIn(rows));
  const facts: readonly (Fact | false)[] = [
    [source.type === 'model' ? FACTS.model : FACTS.answers, sourceText(source)],
    source.type === 'model' && [FACTS.endpoint, endpointText(withoutKey(source.address))],
    asked !== null && [FACTS.prompt, asked.prompt.label],
    asked !== null && [FACTS.sampling, samplingText(asked.sampling)],
    [FACTS.samplesPerProblem, spanWords(sampleSpan(run))],
    [FACTS.problems, `${numberText(problems.length)}, of ${setText(problems)}`],
    [FACTS.problemsHash, problemsSha256 ?? 'unknown: not all problems are stored any more'],
    [FACTS.grader, profile],
    !isWithoutAnswers(run) && [FACTS.answered, `${numberText(answeredCount)} of ${numberText(rows.length)}`],
    redrawsText !== null && [REDRAW_FACT, redrawsText],
    [FACTS.created, run.made],
    !isWithoutAnswers(run) && [FACTS.duration, duration(spentMs)],
    [FACTS.exported, exported],
    [FACTS.versions, engine],
    [
      FACTS.timeFactor,
      timeFactorWords(
        rows.flatMap(({ judged }) => (judged !== null && judged.testsRun > 0 ? [judged.timeFactor] : [])),
      ),
    ],
    budget.tokens !== null && [FACTS.budget, `${numberText(budget.tokens)} tokens`],
    budget.minutes !== null && [FACTS.budget, counted(budget.minutes, 'minute')],
    budget.money !== null && [FACTS.budget, `${budget.money} in the currency of the price`],
  ];
  return facts.filter((fact) => fact !== false);
}

/** Returns an address without the parts that may contain a key; null for an invalid address. */
function withoutKey(address: string | undefined): string | null | undefined {
  if (address === undefined) return undefined;
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

function sourceText(source: Run['source']): string {
  switch (source.type) {
    case 'model':
      return source.label;
    case 'recorded':
      return 'recorded answers of the bundled problems';
    case 'answers':
      return `those of the run ${source.label}, judged again`;
    case 'file':
      return source.withoutAnswers
        ? `none, verdicts of the file ${source.name}`
        : `from the file ${source.name}`;
  }
}

/** @param address null for an invalid address, undefined for a model of this device */
function endpointText(address: string | null | undefined): string {
  if (address === undefined) return 'this device';
  return address === null ? 'OpenAI-compatible server' : `OpenAI-compatible server at ${address}`;
}

function samplingText({ temperature, topP, maxTokens, seed }: NonNullable<Run['asked']>['sampling']): string {
  return [
    `temperature ${temperature}, top-p ${topP}`,
    maxTokens === null ? 'no limit on tokens' : `at most ${numberText(maxTokens)} tokens`,
    seed === null ? 'no seed' : `seed ${seed} and up`,
  ].join(', ');
}

function setText(problems: readonly RunProblem[]): string {
  const sets = [...new Set(problems.map(({ set }) => set || 'a set that is not imported'))];
  return sets.length > 5
    ? `${sets.slice(0, 5).join(', ')} and ${sets.length - 5} more sets`
    : sets.join(', ');
}
