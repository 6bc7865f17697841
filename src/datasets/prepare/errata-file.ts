/** A list of errata of one's own: JSON Lines, a broken problem a line. */
import { Fields } from '../reading/fields.ts';
import { readLines, type ReadRecords } from '../lines.ts';
import type { Erratum } from './errata.ts';
import { FLAGS } from './flags.ts';

/**
 * `{"id": "abc311_c", "source": "livecodebench", "flag": "several-answers"}`: the id, or the title in lower case with
 * hyphens; without a `source` the problem of any, without a `flag` `wrong-tests`. The reader of a line decides on its
 * other fields.
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
