/** Writes a run as one HTML page without other files, scripts or network access, for light and dark schemes. */
import { groupBy } from '../../base/collections.ts';
import { counted, numberText, percent, percentRange } from '../../base/number-words.ts';
import { refText } from '../../domain/problem.ts';
import { samplesOf, type RunRow, type RunSampleKey, type RunSize } from '../../domain/run.ts';
import { VERDICT_WORDS, type SampleVerdict } from '../../domain/verdict.ts';
import type { Caveat } from '../figures/run-caveats.ts';
import type { CodeforcesRating } from '../figures/codeforces-rating.ts';
import type { RunFigures } from '../figures/run-figures.ts';
import { comparedRows, type GraderAgreement, graderWords, type RunComparison } from '../comparison.ts';
import type { RunReport } from '../figures/run-report.ts';
import { html, Markup, NOTHING, reportStyle } from './html.ts';
import type { Fact } from './run-facts.ts';
import { redrawnWords } from '../figures/redraws.ts';
import { intervalNote } from '../figures/figure-text.ts';

export interface ReportedRun {
  readonly run: RunSize & { readonly name: string };
  readonly rows: readonly ReportedSample[];
  readonly figures: Omit<RunFigures, 'groups'> & {
    readonly groups: ReadonlyMap<string, ReadonlyMap<string, RunReport>>;
  };
  readonly caveats: readonly Caveat[];
  /** Comparison with another run; null if there is none. */
  readonly comparison: RunComparison | null;
  readonly rating: CodeforcesRating | null;
  /** The window of dates in one sentence; null for all dates. */
  readonly dates: string | null;
  /** Agreement with other graders of the same answers. */
  readonly graders: readonly GraderAgreement[];
  /** Facts from `runFacts`. */
  readonly facts: readonly Fact[];
}

interface ReportedSample extends RunSampleKey, Pick<RunRow, 'failure' | 'redrawn'> {
  readonly judged: { readonly verdict: SampleVerdict } | null;
}

/** Returns the text of the file. */
export function htmlReport(reportedRun: ReportedRun): string {
  const { run, rows, figures, rating, dates, comparison } = reportedRun;
  const { report } = figures;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${run.name} – Allpass</title>
        <style>
          ${new Markup(reportStyle())}
        </style>
      </head>
      <body>
        <header>
          <h1><bdi>${run.name}</bdi></h1>
          <p class="headline">${headline(report)}</p>
          ${dates === null ? NOTHING : html`<p>${dates}</p>`}
        </header>
        <main>
          ${section('Settings', settings(reportedRun))} ${section('Figures', passSection(report))}
          ${section('Verdicts', verdicts(report, figures.unanswered))}
          ${[...figures.groups].map(([by, groups]) => section(groupedBy(by), groupTable(by, groups)))}
          ${section('Tokens and times', times(figures))}
          ${rating === null ? NOTHING : section('Codeforces rating', ratingSection(rating))}
          ${
            comparison === null
              ? NOTHING
              : section(
                  'Comparison',
                  table('Comparison', ['A: this run, B: the other', ''], comparedRows(comparison)),
                )
          }
          ${section('Caveats', caveats(reportedRun.caveats))} ${section('Problems', cells(run, rows))}
        </main>
        <footer>
          <p class="muted">Made by Allpass. Only a reward of 1 solves a problem: all tests passed.</p>
        </footer>
      </body>
    </html> `;
  return page.text;
}

export function section(title: string, content: Markup): Markup {
  return content.text === ''
    ? NOTHING
    : html`<section>
        <h2>${title}</h2>
        ${content}
      </section>`;
}

function headline({ passes: [first] }: RunReport): Markup {
  if (first === undefined) return html`No sample has a verdict.`;
  return html`${passAt(1)}
    <strong>${percent(first.value)}</strong
    >${`, 95 % interval ${interval(first)}, over ${counted(first.problems, 'problem')}`}`;
}

function settings({ figures, graders, facts: statedFacts }: ReportedRun): Markup {
  const facts: readonly (Fact | false)[] = [
    ...statedFacts,
    figures.elsewhere !== null && ['agreement with the file’s verdicts', agreementText(figures.elsewhere)],
    ...graders.map(
      (grader) => [`agreement with ${grader.profile} (${grader.name})`, graderWords(grader)] as const,
    ),
  ];
  return html`<dl>
    ${facts
      .filter((fact) => fact !== false)
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd><bdi>${value}</bdi></dd>`,
      )}
  </dl>`;
}

function passSection(report: RunReport): Markup {
  const { passes: all, meanReward } = report;
  if (all.length === 0) return NOTHING;
  return html`${table(
      'pass@k',
      ['figure', 'value', '95 % interval', 'problems'],
      all.map((pass) => [passAt(pass.k), percent(pass.value), interval(pass), numberText(pass.problems)]),
    )}
    <p class="muted">
      ${`pass@k: the chance that one of k samples solves a problem, unbiased (Chen et al. 2021). ${intervalNote(report)} Mean reward: ${meanReward === null ? '–' : meanReward.toFixed(3)}.`}
    </p>`;
}

function verdicts({ verdicts: counts, samples, flags }: RunReport, unanswered: number): Markup {
  const rows = [...counts].map(
    ([verdict, many]) =>
      html`<tr>
        <th scope="row" data-verdict="${verdict}">${verdictLetters(verdict)} ${verdictWord(verdict)}</th>
        <td>${numberText(many)}</td>
        <td>${percent(many / samples)}</td>
      </tr>`,
  );
  const lostRow = html`<tr>
    <th scope="row">– No answer</th>
    <td>${numberText(unanswered)}</td>
    <td>–</td>
  </tr>`;
  const head = ['verdict', 'samples', 'share'].map((each) => html`<th scope="col">${each}</th>`);
  return html`${wide(
    'Verdicts',
    html`<table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${rows}${unanswered === 0 ? NOTHING : lostRow}
      </tbody>
    </table>`,
  )}${flags.size === 0 ? NOTHING : html`<p class="muted">${`Flags: ${[...flags].map(([flag, many]) => `${flag} ${numberText(many)}`).join(', ')}.`}</p>`}`;
}

function groupTable(by: string, groups: ReadonlyMap<string, RunReport>): Markup {
  return table(
    groupedBy(by),
    [by, 'pass@1', '95 % interval', 'problems', 'samples'],
    [...groups].map(
      ([
        name,
        {
          passes: [first],
          samples,
        },
      ]) => [
        name,
        first === undefined ? '–' : percent(first.value),
        first === undefined ? '–' : interval(first),
        numberText(first?.problems ?? 0),
        numberText(samples),
      ],
    ),
  );
}

function times({
  tokens,
  estimated,
  firstTokenMs,
  tokensPerSecond,
  promptTokens,
  completionTokens,
}: Omit<RunFigures, 'groups'>) {
  const lines = [...tokens].map(([verdict, each]) => [
    `tokens, ${verdictWord(verdict)}`,
    ...quartiles(each, 0),
  ]);
  if (firstTokenMs !== null) lines.push(['first token, ms', ...quartiles(firstTokenMs, 0)]);
  if (tokensPerSecond !== null) lines.push(['tokens a second', ...quartiles(tokensPerSecond, 1)]);
  if (lines.length === 0) return NOTHING;
  return html`${table('Tokens and times', ['what', 'samples', 'least', 'lower quarter', 'median', 'upper quarter', 'most'], lines)}
    <p class="muted">
      ${`${numberText(promptTokens)} tokens of prompts and ${numberText(completionTokens)} of answers${estimated ? ', some of them guessed' : ''}.`}
    </p>`;
}

function ratingSection({
  rating,
  interval: range,
  percentile,
  contests,
  caveats: all,
}: CodeforcesRating): Markup {
  return html`<p><strong>${rating.toFixed(0)}</strong>${ratingNote(range, percentile)}</p>
    ${table(
      'Contests',
      ['contest', 'rating', 'solved', 'not worse', 'participants'],
      contests.map(({ name, rating: one, solved, problems, rank, participants }) => [
        name,
        one.toFixed(0),
        `${solved} of ${problems}`,
        numberText(rank),
        numberText(participants),
      ]),
    )}${caveats(all)}`;
}

function caveats(caveatList: readonly Caveat[]): Markup {
  return caveatList.length === 0
    ? NOTHING
    : html`<ul>
        ${caveatList.map((caveat) => html`<li>${caveat.says}</li>`)}
      </ul>`;
}

/** Returns a table with a row for each problem and a cell for each sample. */
function cells(run: RunSize, rows: readonly ReportedSample[]): Markup {
  const byProblem = groupBy(rows, refText);
  const maxSamples = run.problems.reduce((sum, problem) => Math.max(sum, samplesOf(run, problem)), 0);
  const hasSeveralSets = new Set(run.problems.map(({ set }) => set)).size > 1;
  const lines = run.problems.map((problem) => {
    const rowsBySample = new Map((byProblem.get(refText(problem)) ?? []).map((row) => [row.sample, row]));
    const name = hasSeveralSets ? `${problem.set}: ${problem.id}` : problem.id;
    const sampleCells = Array.from({ length: maxSamples }, (_, sample) =>
      sample < samplesOf(run, problem) ? cell(rowsBySample.get(sample)) : html`<td></td>`,
    );
    return html`<tr>
      <th scope="row"><bdi>${name}</bdi> <bdi class="muted">${problem.title}</bdi></th>
      ${sampleCells}
    </tr>`;
  });
  const heads = Array.from({ length: maxSamples }, (_, sample) => html`<th scope="col">${sample}</th>`);
  const legend = `A cell is a sample. ${Object.values(VERDICT_WORDS)
    .filter(({ code }) => code !== '–')
    .map(({ code, word }) => `${code}: ${word}. `)
    .join(
      '',
    )}–: no answer. ·: no verdict yet.${rows.some(({ redrawn }) => redrawn !== undefined) ? ' ↻: asked again with a larger token limit after it was cut off.' : ''}`;
  return html`<p class="muted">${legend}</p>
    ${wide(
      'Verdicts by problem and sample',
      html`<table class="cells">
        <thead>
          <tr>
            <th scope="col">problem</th>
            ${heads}
          </tr>
        </thead>
        <tbody>
          ${lines}
        </tbody>
      </table>`,
    )}`;
}

function cell(row: ReportedSample | undefined): Markup {
  if (row !== undefined && row.failure !== null)
    return html`<td><abbr title="${`No answer: ${row.failure}`}">–</abbr></td>`;
  if (row === undefined || row.judged === null) return html`<td><abbr title="No verdict yet">·</abbr></td>`;
  const { verdict } = row.judged;
  const [title, markText] =
    row.redrawn === undefined
      ? [verdictWord(verdict), '']
      : [`${verdictWord(verdict)}, ${redrawnWords(row.redrawn)}`, ' ↻'];
  return html`<td data-verdict="${verdict}">
    <abbr title="${title}">${verdictLetters(verdict)}${markText}</abbr>
  </td>`;
}

/** Returns nothing for a table without rows. */
export function table(name: string, head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  if (rows.length === 0) return NOTHING;
  return wide(
    name,
    html`<table>
      <thead>
        <tr>
          ${head.map((each) => html`<th scope="col">${each}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first, ...otherLines]) =>
            html`<tr>
              <th scope="row"><bdi>${first ?? ''}</bdi></th>
              ${otherLines.map((each) => html`<td>${each}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`,
  );
}

/** Wraps content in a scrollable region that the keyboard can reach. */
function wide(name: string, content: Markup): Markup {
  return html`<div class="wide" role="region" aria-label="${name}" tabindex="0">${content}</div>`;
}

const groupedBy = (name: string): string => `By ${name}`;

const passAt = (k: number): string => `pass@${k}`;

/** Returns the text after the rating. */
const ratingNote = (
  range: { readonly low: number; readonly high: number } | null,
  percentile: number | null,
): string => {
  const intervalText =
    range === null ? '' : `, 95 % interval ${range.low.toFixed(0)} to ${range.high.toFixed(0)}`;
  const percentileText = percentile === null ? '' : `, above ${percent(percentile)} of users`;
  return `${intervalText}${percentileText}, by CodeElo's method.`;
};

function verdictLetters(verdict: SampleVerdict): string {
  return verdict === 'unknown-problem' ? '?' : VERDICT_WORDS[verdict].code;
}

function verdictWord(verdict: SampleVerdict): string {
  return verdict === 'unknown-problem' ? 'Unknown problem' : VERDICT_WORDS[verdict].word;
}

function quartiles(
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

function interval({
  interval: range,
}: {
  readonly interval: { readonly low: number; readonly high: number } | null;
}): string {
  return range === null ? '–' : percentRange(range);
}

/** Describes the agreement of the verdicts with those of the file of the answers. */
function agreementText({
  bothPassed,
  bothFailed,
  onlyHere,
  onlyThere,
}: Readonly<Record<'bothPassed' | 'bothFailed' | 'onlyHere' | 'onlyThere', number>>): string {
  const sameCount = bothPassed + bothFailed;
  return `${numberText(sameCount)} of ${numberText(sameCount + onlyHere + onlyThere)} the same; ${numberText(onlyHere)} passed here only, ${numberText(onlyThere)} there only`;
}
