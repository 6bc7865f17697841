/** The report of an audit for a reader: as Markdown, and as one HTML page without other files or scripts. */
import { numberText, percent } from '../../base/number-words.ts';
import { AUDIT_REASONS, type AuditReason } from '../../domain/audit.ts';
import { plain, table } from '../exports/markdown.ts';
import { html, Markup, NOTHING, reportStyle } from '../share/html.ts';
import { section, table as htmlTable } from '../share/html-report.ts';
import { auditCaveats, type AuditFigures, type AuditMean, auditVerdict } from './audit-figures.ts';

interface AuditReport {
  /** The name of the run: that of its folder. */
  readonly name: string;
  /** The profile of the trainer's grader; null if it was not named. */
  readonly profile: string | null;
  readonly figures: AuditFigures;
  /** Notes about the files, one sentence each. */
  readonly notes: readonly string[];
}

const STEP_HEAD = [
  'step',
  'rollouts',
  'recorded reward',
  'standard rules',
  'with new inputs',
  'truncated',
  'groups of one reward',
  'characters',
  'disagreements',
];
const REASON_HEAD = ['reason', 'rollouts', 'of them paid 1', 'first step', 'from step on'];
const CURVES = [
  { key: 'recorded', name: 'recorded reward', colour: '#6e7781' },
  { key: 'standard', name: 'standard rules', colour: '#4269d0' },
  { key: 'stronger', name: 'with new inputs', colour: '#c2410c' },
] as const;

/** The first characters of each report, by the ending of its file. */
export const REPORT_STARTS = { md: '# Audit of ', html: '<!doctype html>' } as const;

export function auditMarkdown(report: AuditReport): string {
  const { name, figures } = report;
  const sections = [
    `${REPORT_STARTS.md}${plain(name)}`,
    auditVerdict(figures).join(' '),
    table(REASON_HEAD, reasonRows(figures)),
    listed(firstRollouts(figures)),
    table(STEP_HEAD, stepRows(figures)),
    listed(remarks(report)),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

const listed = (sentences: readonly string[]): string =>
  sentences.map((sentence) => `- ${plain(sentence)}`).join('\n');

export function auditHtml(report: AuditReport): string {
  const { name, figures } = report;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>Audit of ${name} – Allpass</title>
        <style>
          ${new Markup(reportStyle())}
        </style>
      </head>
      <body>
        <h1>Audit of <bdi>${name}</bdi></h1>
        <p class="headline">${auditVerdict(figures).join(' ')}</p>
        <main>
          ${figures.steps.length < 2 ? NOTHING : new Markup(auditChart(figures))}
          ${section('Reasons', htmlTable('Reasons', REASON_HEAD, reasonRows(figures)))}
          ${section('The first rollout of each reason', htmlList(firstRollouts(figures)))}
          ${section('Steps', htmlTable('Steps', STEP_HEAD, stepRows(figures)))}
          ${section('Notes', htmlList(remarks(report)))}
        </main>
        <p class="muted">Made by Allpass. Intervals are 95 % and draw groups.</p>
      </body>
    </html> `;
  return page.text;
}

const PICTURE = { width: 720, height: 260, left: 44, right: 12, top: 28, bottom: 36 };

/** Returns an SVG with the mean rewards of each step. */
function auditChart({ steps }: AuditFigures): string {
  const { width, height, left, right, top, bottom } = PICTURE;
  const numbers = steps.map(({ step }) => step);
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0];
  const values = steps.flatMap((step) => CURVES.flatMap(({ key }) => step[key]?.value ?? []));
  const [least, most] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (step: number): number =>
    left + ((step - first) / Math.max(1, last - first)) * (width - left - right);
  const y = (value: number): number =>
    height - bottom - ((value - least) / (most - least)) * (height - top - bottom);
  const at = (step: number, value: number): string => `${x(step).toFixed(1)},${y(value).toFixed(1)}`;
  const curves = CURVES.map(({ key, colour }) => {
    const points = steps.flatMap((step) => (step[key] === null ? [] : at(step.step, step[key].value)));
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`;
  });
  const legend = CURVES.map(
    ({ name, colour }, place) =>
      `<rect x="${left + place * 150}" y="8" width="10" height="10" fill="${colour}"/><text x="${left + place * 150 + 15}" y="17">${name}</text>`,
  );
  const ticks = [least, (least + most) / 2, most].map(
    (value) =>
      `<text x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${value.toFixed(1)}</text><line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" stroke="#767676" stroke-opacity="0.3"/>`,
  );
  const ends = [first, last].map(
    (step, place) =>
      `<text x="${x(step)}" y="${height - bottom + 16}" text-anchor="${place === 0 ? 'start' : 'end'}">${step}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Mean rewards by step" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#767676">${ticks.join('')}${curves.join('')}${legend.join('')}${ends.join('')}<text x="${width / 2}" y="${height - 6}" text-anchor="middle">step</text></svg>`;
}

type Cells = readonly string[];

function stepRows({ steps }: AuditFigures): readonly Cells[] {
  return steps.map((step) => [
    String(step.step),
    numberText(step.rollouts),
    meanText(step.recorded),
    meanText(step.standard),
    meanText(step.stronger),
    percent(step.truncated),
    percent(step.flat),
    numberText(step.characters, 0),
    reasonCounts(step.reasons),
  ]);
}

function reasonRows({ reasons }: AuditFigures): readonly Cells[] {
  return reasons.map(({ reason, rows, paid, first, since }) => [
    `${reason}: they ${AUDIT_REASONS[reason]}`,
    numberText(rows),
    numberText(paid),
    String(first),
    String(since),
  ]);
}

function firstRollouts({ reasons }: AuditFigures): readonly string[] {
  return reasons.map(
    ({ reason, examples: [example] }) => `${reason}, ${example!.source}: ${example!.evidence ?? ''}`,
  );
}

function htmlList(sentences: readonly string[]): Markup {
  if (sentences.length === 0) return NOTHING;
  return html`<ul>
    ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
  </ul>`;
}

function reasonCounts(reasons: ReadonlyMap<AuditReason, number>): string {
  const sorted = [...reasons].sort(([, one], [, other]) => other - one);
  return sorted.map(([reason, count]) => `${reason} ${numberText(count)}`).join(', ');
}

function meanText(mean: AuditMean | null): string {
  if (mean === null) return '–';
  const { value, interval } = mean;
  return interval === null
    ? value.toFixed(3)
    : `${value.toFixed(3)} (${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})`;
}

function remarks({ profile, figures, notes }: AuditReport): readonly string[] {
  return [
    profile === null
      ? 'No grader was named, so each disagreement was compared with all known graders.'
      : `The trainer’s grader is taken to be ${profile}.`,
    'The program of a rollout is judged on the tests of its problem. New inputs have the form of these tests, and their outputs are those on which accepted programs agree.',
    ...auditCaveats(figures),
    ...notes,
  ];
}
