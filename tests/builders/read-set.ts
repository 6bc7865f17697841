import { zipSync } from 'fflate';
import { Account, type RowEntry } from '../../src/datasets/account.ts';
import {
  readDataSets,
  type DataSetOptions,
  type DataSetFile,
  type KeptProblem,
} from '../../src/datasets/read-data-sets.ts';

/** All problems of some files, and what is said of the others. */
export async function readSet(
  given: readonly DataSetFile[],
  options: Partial<Pick<DataSetOptions, 'format' | 'mappings'>> = {},
) {
  const entries: RowEntry[] = [];
  const account = new Account((entry) => entries.push(entry));
  const kept: KeptProblem[] = [];
  for await (const each of readDataSets(given, { format: null, account, ...options })) kept.push(each);
  const problems = kept.map(({ problem }) => problem);
  const ids = problems.map(({ id }) => id);
  return { kept, problems, ids, entries, account, totals: account.totals, told: account.groupedEntries };
}

/** A zip file of these texts. */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  const texts = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)] as const);
  return zipSync(Object.fromEntries(texts));
}
