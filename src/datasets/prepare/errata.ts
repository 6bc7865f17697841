/** Problems that are known to be broken, because a test or the checker is wrong. */
import { Fields } from '../reading/fields.ts';
import { readLines, type ReadRecords } from '../lines.ts';
import { FLAGS, type Flag } from './flags.ts';
import type { Problem } from '../../domain/problem.ts';

export interface Erratum {
  /** Source of the problem; null for any source. */
  readonly source: string | null;
  /** The problem's id, or its title in lower case with hyphens. */
  readonly name: string;
  readonly flag: Flag;
}

const severalAnswers = ['abc311_c', 'abc326_d', 'abc327_b', 'abc333_e', 'abc343_e', 'abc362_c'];
const severalByTitle = [
  'find-words-containing-character',
  'find-the-peaks',
  'generate-binary-strings-without-adjacent-zeros',
];

/** LiveCodeBench's own list: LiveCodeBench/LiveCodeBench 174aacf, `ERRATA.md`. */
export const ERRATA: readonly Erratum[] = [
  ...[...severalAnswers, ...severalByTitle].map((name) => liveCodeBenchErratum(name, 'several-answers')),
  ...['abc337_e', 'abc355_e'].map((name) => liveCodeBenchErratum(name, 'interactive')),
  liveCodeBenchErratum('abc350_c', 'wrong-tests'),
];

function liveCodeBenchErratum(name: string, flag: Flag): Erratum {
  return { source: 'livecodebench', name, flag };
}

/** Returns the flags of the entries that match a problem, by id or title and by source. */
export function errataOf(
  { id, title, source }: Pick<Problem, 'id' | 'title' | 'source'>,
  errata: readonly Erratum[],
): readonly Flag[] {
  const byTitle = title.trim().toLowerCase().replaceAll(/\s+/g, '-');
  return errata
    .filter(
      (erratum) =>
        (erratum.source === null || erratum.source === source) &&
        (erratum.name === id || erratum.name === byTitle),
    )
    .map(({ flag }) => flag);
}

/**
 * Reads lines such as `{"id": "abc311_c", "source": "livecodebench", "flag": "several-answers"}`. `id` is the id,
 * or the title in lower case with hyphens. Without `source`, problems of any source match. The default of `flag`
 * is `wrong-tests`. Other fields are ignored.
 */
export function readErrata(text: string): ReadRecords<Erratum> {
  return readLines(text, (value) => {
    const fields = new Fields(value);
    return {
      name: fields.text('id'),
      source: fields.textOr('source', null),
      flag: fields.has('flag') ? fields.oneOf('flag', FLAGS) : 'wrong-tests',
    };
  });
}
