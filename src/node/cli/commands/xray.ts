/** `allpass xray`: judges every sample of a file by every profile, and names the rule that makes two of them differ. */
import type { XrayLine } from '../../../judge/protocol/driver-page.ts';
import type { Sample } from '../../../domain/submission.ts';
import type { SampleVerdict } from '../../../domain/verdict.ts';
import { STANDARD, grades } from '../../../judge/profiles/profiles.ts';
import { filesHelp, XRAY_ROW } from './help.ts';
import { SAMPLE_OPTIONS, sampleOrder } from '../options/sample-options.ts';
import { runSamples, type SampleWork } from '../run/sample-run.ts';
import { definitions, inColumns } from '../text/columns.ts';
import { command } from './command.ts';
import { counted, decimal, numberText, percent } from '../../../base/number-words.ts';
import { Figures, SetFigures, VerdictCounts } from '../summary/figures.ts';
import {
  labelledLines,
  runRows,
  TimeFactors,
  type FactRow,
  type RunFacts,
  type SampleSummary,
} from '../summary/run-facts.ts';

export const XRAY = command({
  name: 'xray',
  about: 'judge every sample of a file under every profile, and name the rule where two part',
  help: {
    usage: 'xray --problems P.jsonl --samples S.jsonl [-o OUT.jsonl] [OPTION…]',
    about: 'Judges every sample with every grader, and finds by experiment the rule that changes the reward.',
    notes: [filesHelp(), `Rows\n${definitions(XRAY_ROW)}`],
    examples: [
      'xray --problems problems.jsonl --samples samples.jsonl -o xray.jsonl',
      'xray --problems p.jsonl --samples s.jsonl --time-limit 2 | grep \'"extract"\'',
    ],
  },
  options: SAMPLE_OPTIONS,
  async run(values) {
    const order = await sampleOrder(values);
    return runSamples(order, xrayWork());
  },
});

function xrayWork(): SampleWork {
  const summary = new XraySummary();
  return {
    profile: STANDARD,
    stopAtFirstFailure: true,
    summary,
    origin: { command: 'xray' },
    keeps(line, _, problem) {
      const { profiles } = JSON.parse(line) as Partial<XrayFileRow>;
      // A sample on which the judge failed is retried.
      if (!Array.isArray(profiles) || profiles.some(({ reward }) => reward === null)) return false;
      summary.addKept(problem.id, problem.source, profiles.map(lineOf));
      return true;
    },
    async judge(page, sample, job, onRetry) {
      const { lines } = await page.judge({ task: 'xray', ...job }, onRetry);
      summary.add(job.problem.id, job.problem.source, lines);
      return xrayRow(sample, lines);
    },
    unknownRow(sample, error) {
      const verdict: SampleVerdict = 'unknown-problem';
      return { problem_id: sample.problemId, sample_id: sample.id, verdict, error, profiles: [] };
    },
  };
}

interface XrayFileRow {
  readonly problem_id: string;
  readonly sample_id: string;
  readonly profiles: readonly {
    readonly profile: string;
    readonly reward: XrayLine['reward'];
    readonly verdict: XrayLine['verdict'];
    readonly tests_run: number;
    readonly tests_passed: number;
    readonly tests_total: number;
    readonly block: XrayLine['block'];
    readonly rule: string | null;
    readonly choices: readonly string[];
    readonly source: string | null;
  }[];
}

function xrayRow(sample: Sample, lines: readonly XrayLine[]): XrayFileRow {
  return {
    problem_id: sample.problemId,
    sample_id: sample.id,
    profiles: lines.map((line) => ({
      profile: line.profile,
      reward: line.reward,
      verdict: line.verdict,
      tests_run: line.testsRun,
      tests_passed: line.testsPassed,
      tests_total: line.testsTotal,
      block: line.block,
      rule: line.cause?.says ?? null,
      choices: line.cause?.choices ?? [],
      source: line.cause?.source ?? null,
    })),
  };
}

/** Converts a row of an earlier output file. Rows do not store the time factor, so it is set to 1. */
function lineOf(row: XrayFileRow['profiles'][number]): XrayLine {
  const { profile, reward, verdict, block, rule, choices, source } = row;
  const counts = { testsRun: row.tests_run, testsPassed: row.tests_passed, testsTotal: row.tests_total };
  const cause = rule === null ? null : { choices, says: rule, source: source ?? '' };
  return { profile, reward, verdict, block, ...counts, timeFactor: 1, cause };
}

const MOST_SETS = 5;

/** The results of one profile over all samples. */
class ProfileFigures extends Figures {
  /** Number of samples whose reward differs from the standard profile's. */
  differingCount = 0;
  /** Number of samples in which each choice caused the difference. */
  readonly choices = new Map<string, number>();

  note(choices: readonly string[]): void {
    this.differingCount += 1;
    for (const choice of choices) this.choices.set(choice, (this.choices.get(choice) ?? 0) + 1);
  }

  get choiceWords(): string {
    const sorted = [...this.choices].sort(([, one], [, other]) => other - one);
    return sorted.map(([choice, count]) => `${choice} ${numberText(count)}`).join(', ');
  }
}

export class XraySummary implements SampleSummary {
  readonly #profiles = new Map<string, ProfileFigures>();
  readonly #problems = new Set<string>();
  readonly #factors = new TimeFactors();
  /** Verdicts of the first profile, which is the standard one. */
  readonly #verdicts = new VerdictCounts();
  readonly #sets = new SetFigures();
  #samples = 0;
  #differingCount = 0;
  #unjudgedCount = 0;

  /** @param set the `source` of the problem */
  add(problemId: string, set: string, lines: readonly XrayLine[]): void {
    const factors = lines.filter(({ testsRun }) => testsRun > 0).map(({ timeFactor }) => timeFactor);
    if (factors.length > 0) this.#factors.add(Math.max(...factors));
    this.addKept(problemId, set, lines);
  }

  /** Adds a sample from the rows of an earlier run, which have no time factors. */
  addKept(problemId: string, set: string, lines: readonly XrayLine[]): void {
    this.#samples += 1;
    this.#problems.add(problemId);
    if (lines[0] !== undefined) {
      this.#verdicts.add(lines[0].verdict);
      this.#sets.add(set, problemId, lines[0].reward);
    }
    for (const line of lines) {
      const figures = this.#profiles.get(line.profile) ?? new ProfileFigures();
      this.#profiles.set(line.profile, figures);
      figures.add(problemId, line.reward);
      if (line.cause !== null) figures.note(line.cause.choices);
    }
    if (lines.some(({ cause, profile }) => cause !== null && grades(profile))) this.#differingCount += 1;
    if (lines.some(({ reward }) => reward === null)) this.#unjudgedCount += 1;
  }

  addUnknown(): void {
    this.#samples += 1;
    this.#unjudgedCount += 1;
    this.#verdicts.add('unknown-problem');
  }

  get soFar(): string {
    return this.#differingCount === 1
      ? 'graders disagree on 1'
      : `graders disagree on ${numberText(this.#differingCount)}`;
  }

  get unjudged(): number {
    return this.#unjudgedCount;
  }

  lines(facts: RunFacts): readonly string[] {
    const unjudgedCount = this.#unjudgedCount;
    const head = `${counted(this.#samples, 'sample')} of ${counted(this.#problems.size, 'problem')}; graders disagree on ${numberText(this.#differingCount)}`;
    return labelledLines([
      ['compared', head],
      ['verdicts', `${this.#verdicts.words}; by the standard profile`],
      ...(unjudgedCount === 0
        ? []
        : [
            [
              'no reward',
              `${counted(unjudgedCount, 'sample')}, under one profile at least; their rows say which`,
            ] as FactRow,
          ]),
      ...this.#table().map((line, at): FactRow => [at === 0 ? 'by profile' : '', line]),
      ...this.#setRow(),
      ...runRows(facts, this.#samples, this.#factors),
    ]);
  }

  #setRow(): readonly FactRow[] {
    const sorted = this.#sets.sorted;
    if (sorted.length < 2) return [];
    const setTexts = sorted
      .slice(0, MOST_SETS)
      .map(([name, figures]) => `${name} ${decimal(figures.meanReward)}`);
    const moreText = sorted.length <= MOST_SETS ? '' : ` and ${sorted.length - MOST_SETS} more`;
    return [['by set', `${setTexts.join(', ')}${moreText}; mean reward by the standard profile`]];
  }

  #table(): readonly string[] {
    if (this.#profiles.size === 0) return [];
    return inColumns(
      [
        ['profile', 'mean reward', 'pass@1', 'unlike standard', 'cause'],
        ...[...this.#profiles].map(([name, figures]) => [
          name,
          decimal(figures.meanReward),
          percent(figures.passAt1),
          numberText(figures.differingCount),
          figures.choiceWords,
        ]),
      ],
      ['left', 'right', 'right', 'right', 'left'],
    );
  }
}
