/** Which samples of a run are listed, and in which order. */
import { refText } from '../../../domain/problem-ref.ts';
import type { RunProblem, RunRow } from '../../../domain/run.ts';
import type { RunsView } from '../state/runs-view.ts';
import { differenceOf, endOf } from '../parts/run-words.ts';

/** @param problems of the run with their places, by `refText` */
export function shownRows(
  rows: readonly RunRow[],
  problems: ReadonlyMap<string, { readonly problem: RunProblem; readonly place: number }>,
  { verdict, group, search }: Pick<RunsView, 'verdict' | 'group' | 'search'>,
): readonly RunRow[] {
  const words = search.trim().toLowerCase();
  const places = new Map<string, number | null>();
  /** Null for a problem that does not fit. */
  const placeOf = (row: RunRow): number | null => {
    const key = refText(row);
    let place = places.get(key);
    if (place === undefined) {
      const known = problems.get(key);
      const text = `${known?.problem.title ?? ''} ${row.id}`.toLowerCase();
      const fits = text.includes(words) && isIn(known?.problem, group);
      place = fits ? (known?.place ?? problems.size) : null;
      places.set(key, place);
    }
    return place;
  };
  // Looked up once a row: a sort of a hundred thousand asks for each of them thirty times.
  const fitting: { readonly row: RunRow; readonly order: number }[] = [];
  for (const row of rows) {
    if (verdict.length > 0 && !fitsVerdict(row, verdict)) continue;
    const place = placeOf(row);
    if (place !== null) fitting.push({ row, order: place * MOST_SAMPLES + row.sample });
  }
  return fitting.sort((one, other) => one.order - other.order).map(({ row }) => row);
}

function fitsVerdict(row: RunRow, verdicts: readonly string[]): boolean {
  const difference = differenceOf(row);
  return verdicts.includes(endOf(row)) || (difference !== null && verdicts.includes(difference));
}

/** More than any problem of a run has. */
const MOST_SAMPLES = 1_000_000;

function isIn(problem: RunProblem | undefined, group: string | null): boolean {
  if (group === null) return true;
  if (problem === undefined) return false;
  const colon = group.indexOf(':');
  const [by, name] = [group.slice(0, colon), group.slice(colon + 1)];
  if (by === 'month') return problem.date?.startsWith(name) === true;
  return (by === 'difficulty' || by === 'source' || by === 'mode') && problem[by] === name;
}
