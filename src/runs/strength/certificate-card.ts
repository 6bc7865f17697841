/** The certificate of a data set: its figures, and a card with a picture for the Hub. */
import { counted, percent } from '../../base/number-words.ts';
import { CHECKS, type CertificateRow, type TestCheck } from '../../domain/strength.ts';
import { FLOOR_POLICIES } from './floor.ts';

/** What a card and a summary say about all rows. */
export interface CertificateFigures {
  readonly problems: number;
  readonly withSolution: number;
  readonly measured: number;
  /** Mean share of killed mutants over the measured problems; null if there are none. */
  readonly strength: number | null;
  /** Number of problems on which a program that solves nothing earns 1. */
  readonly floor: number;
  /** Number of problems with a finding of each check. */
  readonly findings: ReadonlyMap<TestCheck, number>;
  /** Number of rows on which the judge failed. */
  readonly failed: number;
}

export function certificateFigures(rows: Iterable<CertificateRow>): CertificateFigures {
  const findings = new Map<TestCheck, number>();
  const shares: number[] = [];
  let [problems, withSolution, floor, failed] = [0, 0, 0, 0];
  for (const row of rows) {
    problems += 1;
    if (row.accepted > 0) withSolution += 1;
    if (row.floor.length > 0) floor += 1;
    if (row.error !== null) failed += 1;
    if (row.strength !== null && row.strength.mutants > 0)
      shares.push(row.strength.killed / row.strength.mutants);
    for (const check of new Set(row.findings.map((finding) => finding.check)))
      findings.set(check, (findings.get(check) ?? 0) + 1);
  }
  const strength = shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return { problems, withSolution, measured: shares.length, strength, floor, findings, failed };
}

/** Whether a check was made on the problem of a row. That of graders may also be left out for all rows. */
const IS_CHECKED: Readonly<Record<TestCheck, (row: CertificateRow) => boolean>> = {
  'semantic.oracle_max': ({ solutions }) => solutions > 0,
  'semantic.floor_gap': () => true,
  'semantic.replayability': ({ solutions }) => solutions > 0,
  'tests.strength': ({ strength }) => strength !== null && strength.mutants > 0,
  'tests.expected_output': ({ solutions }) => solutions > 1,
  'tests.contradiction': () => true,
  'tests.repetition': () => true,
  'tests.time_limit': ({ accepted }) => accepted > 0,
  'tests.graders': ({ accepted }) => accepted > 0,
};
const MOST_LISTED = 50;
/** The first characters of each card. */
export const CARD_START = '# Strength of the tests of ';

/**
 * Returns the certificate of a data set as Markdown for the Hub.
 * @param picture the address of the picture beside it; null without one
 * @param comparesGraders whether the public graders were compared
 */
export function certificateCard(
  name: string,
  rows: readonly CertificateRow[],
  picture: string | null,
  version: string,
  comparesGraders: boolean,
): string {
  const { problems, withSolution, measured, strength, floor, findings } = certificateFigures(rows);
  const checks = (Object.keys(CHECKS) as TestCheck[]).map((check) => {
    const isLeftOut = check === 'tests.graders' && !comparesGraders;
    const checked = isLeftOut ? 0 : rows.filter(IS_CHECKED[check]).length;
    return `| \`${check}\` | ${CHECKS[check]} | ${checked} | ${checked === 0 ? 'not checked' : (findings.get(check) ?? 0)} |`;
  });
  const withFindings = rows.filter((row) => row.findings.length > 0);
  const listed = withFindings
    .slice(0, MOST_LISTED)
    .flatMap((row) =>
      row.findings.map(
        ({ check, message }) => `| ${cell(row.problem_id)} | \`${check}\` | ${cell(message)} |`,
      ),
    );
  const more = withFindings.length - MOST_LISTED;
  return [
    `${CARD_START}${name}`,
    '',
    ...(picture === null ? [] : [`![Share of killed mutants by problem](${picture})`, '']),
    '| | |',
    '| --- | --- |',
    `| problems | ${problems} |`,
    `| with an accepted solution | ${withSolution} |`,
    `| mutants killed, mean over ${counted(measured, 'problem')} | ${strength === null ? 'not measured' : percent(strength)} |`,
    `| floor: problems on which a program that solves nothing earns 1 | ${floor} (${percent(problems === 0 ? 0 : floor / problems)}) |`,
    '',
    '## Checks',
    '',
    '| check | what it asks for | problems checked | with a finding |',
    '| --- | --- | --- | --- |',
    ...checks,
    '',
    ...(listed.length === 0
      ? ['No problem has a finding.', '']
      : ['## Findings', '', '| problem | check | finding |', '| --- | --- | --- |', ...listed, '']),
    ...(more > 0 ? [`Findings on ${counted(more, 'more problem')} are in the rows only.`, ''] : []),
    `A mutant is an accepted program with one small fault. A mutant that no test rejects may be equivalent: it is not told apart. The first accepted solution of a problem also ran, if it names a set, a hash, chance or a clock and can be changed so, with sets of texts in two other orders, another seed of \`random\` and another \`time.time()\`. ${replayText(rows)} Policies that solve nothing: ${FLOOR_POLICIES.map((policy) => policy.name).join(', ')}. Made by Allpass ${version}.`,
    '',
  ].join('\n');
}

/** Returns a sentence about the engines in which all solutions were judged once more. */
function replayText(rows: readonly CertificateRow[]): string {
  const engines = [...new Set(rows.flatMap(({ replayed }) => replayed ?? []))];
  return engines.length === 0
    ? 'No second browser, no second seed of hashes and no native Python ran it.'
    : `Where a solution is accepted, all solutions were judged once more in ${engines.join(' and in ')}. Native Python ran none.`;
}

function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

const BARS = 10;
const PICTURE = { width: 640, height: 220, left: 44, bottom: 40, top: 16 };
/** The first characters of each picture. */
export const PICTURE_START = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE.width} ${PICTURE.height}"`;

/** Returns an SVG: how many problems have which share of killed mutants. */
export function certificatePicture(rows: readonly CertificateRow[]): string {
  const counts = new Array<number>(BARS).fill(0);
  for (const { strength } of rows)
    if (strength !== null && strength.mutants > 0) {
      const share = strength.killed / strength.mutants;
      counts[Math.min(BARS - 1, Math.floor(share * BARS))]! += 1;
    }
  const most = Math.max(1, ...counts);
  const { width, height, left, bottom, top } = PICTURE;
  const step = (width - left - 8) / BARS;
  const scale = (height - bottom - top) / most;
  const bars = counts.map((count, bar) => {
    const [x, y] = [left + bar * step, height - bottom - count * scale];
    const label =
      count === 0 ? '' : `<text x="${x + step / 2}" y="${y - 4}" text-anchor="middle">${count}</text>`;
    return `<rect x="${x + 2}" y="${y}" width="${step - 4}" height="${count * scale}" fill="#4269d0"/>${label}`;
  });
  const ticks = [0, 0.5, 1].map(
    (share) =>
      `<text x="${left + share * BARS * step}" y="${height - bottom + 16}" text-anchor="middle">${share * 100} %</text>`,
  );
  return `${PICTURE_START} font-family="sans-serif" font-size="12" fill="#767676"><rect width="${width}" height="${height}" fill="#fff"/>${bars.join('')}<line x1="${left}" x2="${width - 8}" y1="${height - bottom}" y2="${height - bottom}" stroke="#767676"/>${ticks.join('')}<text x="${width / 2}" y="${height - 6}" text-anchor="middle">killed mutants of a problem</text><text x="14" y="${height / 2}" transform="rotate(-90 14 ${height / 2})" text-anchor="middle">problems</text></svg>\n`;
}
