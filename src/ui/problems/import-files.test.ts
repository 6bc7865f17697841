import { expect, it } from 'vitest';
import { isDataFile } from '../../datasets/containers/contents.ts';
import { ACCEPTED } from './import-files.ts';

it('files are offered to be chosen by every ending that is read', () => {
  const endings = ['.json', '.jsonl', '.ndjson', '.gz', '.zip', '.kpp', '.parquet'];
  expect(endings.filter((ending) => !isDataFile(`x${ending}`))).toEqual([]);
  const offered = ACCEPTED.split(',').filter((each) => each.startsWith('.'));
  expect(offered.sort()).toEqual(endings.sort());
});
