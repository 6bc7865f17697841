import { expect, it } from 'vitest';
import { isDataFile } from '../../datasets/containers/contents.ts';
import { ACCEPTED } from './choose-files.ts';

it('the file dialog offers every ending that is read', () => {
  const problems = ['.json', '.jsonl', '.ndjson', '.gz', '.zip', '.kpp', '.parquet', '.csv', '.tsv'];
  expect(problems.filter((ending) => !isDataFile(`x${ending}`))).toEqual([]);
  // An `.eval` file is a log of Inspect, which contains samples.
  const endings = [...problems, '.eval'];
  const offeredTypes = ACCEPTED.split(',').filter((each) => each.startsWith('.'));
  expect(offeredTypes.sort()).toEqual(endings.sort());
});
