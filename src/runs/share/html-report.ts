/** A run as one HTML page that needs no other file, no script and no network: it opens from a disk, light or dark. */
import { groupBy } from '../../base/group-by.ts';
import { numberText, percent } from '../../base/number-words.ts';
import { refText } from '../../domain/problem-ref.ts';
import { samplesOf, type Run, type RunRow } from '../../domain/run.ts';
import { VERDICT_WORDS } from '../../domain/words/verdicts.ts';
import { caveatText, type Caveat } from '../codes/caveat.ts';
import type { CodeforcesRating } from '../figures/codeforces-rating.ts';
import { runCaveats } from '../figures/run-caveats.ts';
import type { RunFigures } from '../figures/run-figures.ts';
import type { GraderAgreement } from '../run-comparison.ts';
import type { RunReport } from '../figures/run-report.ts';
import { html, Markup, NOTHING } from './html.ts';
import type { Fact } from './run-facts.ts';
import * as texts from '../words/html-report.ts';
import { redrawnWords } from '../words/redraws.ts';
import { reportStyle } from './report-style.ts';
import { interval, letters, quartiles, agreementWords, graderWords, words } from '../words/report.ts';

export interface ReportedRun {
  readonly run: Run;
  readonly rows: readonly RunRow[];
  readonly figures: RunFigures;
  readonly rating: CodeforcesRating | null;
  /** The dates of the problems, unless they are all that the run has: a sentence. */
  readonly dates: string | null;
  /** Others that have judged the same answers. */
  readonly graders: readonly GraderAgreement[];
  /** Facts of `runFacts`. */
  readonly facts: readonly Fact[];
}

/** The text of the file. */
export function htmlReport(reported: ReportedRun): string {
  const { run, rows, figures, rating, dates } = reported;
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
          ${section(texts.settings, settings(reported))} ${section(texts.figures, passes(report))}
          ${section(texts.verdicts, verdicts(report, figures.unanswered))}
          ${[...figures.groups].map(([by, groups]) => section(texts.groupedBy(by), grouped(by, groups)))}
          ${section(texts.tokensAndTimes, times(figures))}
          ${rating === null ? NOTHING : section(texts.codeforcesRating, rated(rating))}
          ${section(texts.caveats, caveats(runCaveats(run, rows, figures)))}
          ${section(texts.problems, cells(run, rows))}
        </main>
        <footer>
          <p class="muted">${texts.madeBy}</p>
        </footer>
      </body>
    </html> `;
  return page.text;
}

function section(title: string, content: Markup): Markup {
  return content.text === ''
    ? NOTHING
    : html`<section>
        <h2>${title}</h2>
        ${content}
      </section>`;
}

function headline({ passes: [first], problems }: RunReport): Markup {
  if (first === undefined) return html`${texts.noVerdicts}`;
  return html`${texts.passAt(1)}
    <strong>${percent(first.value)}</strong>${texts.overProblems(interval(first), problems)}`;
}

function settings({ figures, graders, facts: stated }: ReportedRun): Markup {
  const facts: readonly (Fact | false)[] = [
    ...stated,
    figures.elsewhere !== null && [texts.agreementWithFile, agreementWords(figures.elsewhere)],
    ...graders.map(
      (grader) => [texts.agreementWith(grader.profile, grader.name), graderWords(grader)] as const,
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

function passes({ passes: all, meanReward }: RunReport): Markup {
  if (all.length === 0) return NOTHING;
  return html`${table(
      texts.passTable,
      texts.passHead,
      all.map((pass) => [texts.passAt(pass.k), percent(pass.value), interval(pass)]),
    )}
    <p class="muted">${texts.passNote(meanReward)}</p>`;
}

function verdicts({ verdicts: counts, samples, flags }: RunReport, unanswered: number): Markup {
  const rows = [...counts].map(
    ([verdict, many]) =>
      html`<tr>
        <th scope="row" data-verdict="${verdict}">${letters(verdict)} ${words(verdict)}</th>
        <td>${numberText(many)}</td>
        <td>${percent(many / samples)}</td>
      </tr>`,
  );
  const lost = html`<tr>
    <th scope="row">${texts.noAnswer}</th>
    <td>${numberText(unanswered)}</td>
    <td>–</td>
  </tr>`;
  const head = texts.verdictHead.map((each) => html`<th scope="col">${each}</th>`);
  return html`${wide(
    texts.verdicts,
    html`<table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${rows}${unanswered === 0 ? NOTHING : lost}
      </tbody>
    </table>`,
  )}${flags.size === 0 ? NOTHING : html`<p class="muted">${texts.flagged(flags)}</p>`}`;
}

function grouped(by: string, groups: ReadonlyMap<string, RunReport>): Markup {
  return table(
    texts.groupedBy(by),
    texts.groupHead(by),
    [...groups].map(
      ([
        name,
        {
          passes: [first],
          problems,
          samples,
        },
      ]) => [
        name,
        first === undefined ? '–' : percent(first.value),
        first === undefined ? '–' : interval(first),
        numberText(problems),
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
}: RunFigures) {
  const lines = [...tokens].map(([verdict, each]) => [texts.tokensOf(words(verdict)), ...quartiles(each, 0)]);
  if (firstTokenMs !== null) lines.push([texts.firstToken, ...quartiles(firstTokenMs, 0)]);
  if (tokensPerSecond !== null) lines.push([texts.tokensPerSecond, ...quartiles(tokensPerSecond, 1)]);
  if (lines.length === 0) return NOTHING;
  return html`${table(texts.tokensAndTimes, texts.timeHead, lines)}
    <p class="muted">${texts.tokenNote(promptTokens, completionTokens, estimated)}</p>`;
}

function rated({ rating, interval: range, percentile, contests, caveats: all }: CodeforcesRating): Markup {
  return html`<p><strong>${rating.toFixed(0)}</strong>${texts.ratingNote(range, percentile)}</p>
    ${table(
      texts.contestTable,
      texts.contestHead,
      contests.map(({ name, rating: one, solved, problems, rank, participants }) => [
        name,
        one.toFixed(0),
        texts.solvedOf(solved, problems),
        numberText(rank),
        numberText(participants),
      ]),
    )}${caveats(all)}`;
}

function caveats(all: readonly Caveat[]): Markup {
  return all.length === 0
    ? NOTHING
    : html`<ul>
        ${all.map((caveat) => html`<li>${caveatText(caveat)}</li>`)}
      </ul>`;
}

/** A row a problem, a cell a sample. */
function cells(run: Run, rows: readonly RunRow[]): Markup {
  const byProblem = groupBy(rows, refText);
  const most = run.problems.reduce((sum, problem) => Math.max(sum, samplesOf(run, problem)), 0);
  const several = new Set(run.problems.map(({ set }) => set)).size > 1;
  const lines = run.problems.map((problem) => {
    const own = new Map((byProblem.get(refText(problem)) ?? []).map((row) => [row.sample, row]));
    const name = several ? `${problem.set}: ${problem.id}` : problem.id;
    const drawn = Array.from({ length: most }, (_, sample) =>
      sample < samplesOf(run, problem) ? cell(own.get(sample)) : html`<td></td>`,
    );
    return html`<tr>
      <th scope="row"><bdi>${name}</bdi> <bdi class="muted">${problem.title}</bdi></th>
      ${drawn}
    </tr>`;
  });
  const heads = Array.from({ length: most }, (_, sample) => html`<th scope="col">${sample}</th>`);
  const legend = texts.legend(
    Object.values(VERDICT_WORDS).filter(({ code }) => code !== '–'),
    rows.some(({ redrawn }) => redrawn !== undefined),
  );
  return html`<p class="muted">${legend}</p>
    ${wide(
      texts.cellTable,
      html`<table class="cells">
        <thead>
          <tr>
            <th scope="col">${texts.problemHead}</th>
            ${heads}
          </tr>
        </thead>
        <tbody>
          ${lines}
        </tbody>
      </table>`,
    )}`;
}

function cell(row: RunRow | undefined): Markup {
  if (row !== undefined && row.failure !== null)
    return html`<td><abbr title="${texts.noAnswerBecause(row.failure)}">–</abbr></td>`;
  if (row === undefined || row.judged === null)
    return html`<td><abbr title="${texts.noVerdictYet}">·</abbr></td>`;
  const { verdict } = row.judged;
  const [title, mark] =
    row.redrawn === undefined
      ? [words(verdict), '']
      : [`${words(verdict)}, ${redrawnWords(row.redrawn)}`, ' ↻'];
  return html`<td data-verdict="${verdict}"><abbr title="${title}">${letters(verdict)}${mark}</abbr></td>`;
}

function table(name: string, head: readonly string[], rows: readonly (readonly string[])[]): Markup {
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
          ([first, ...others]) =>
            html`<tr>
              <th scope="row"><bdi>${first ?? ''}</bdi></th>
              ${others.map((each) => html`<td>${each}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`,
  );
}

/** A region that scrolls by itself has to be reachable by the keyboard. */
function wide(name: string, content: Markup): Markup {
  return html`<div class="wide" role="region" aria-label="${name}" tabindex="0">${content}</div>`;
}
