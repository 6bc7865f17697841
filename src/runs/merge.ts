/** Merges the parts of a run that several machines judged. */
import { isSameVerdict, type VerdictLine } from '../datasets/verdict-rows.ts';
import { sampleKey, type SampleName } from '../domain/submission.ts';

export interface MergedPart {
  readonly name: string;
  readonly samples: readonly VerdictLine[];
}

export interface Merged {
  /** One row for each requested sample that a part has, in the order of the requests. */
  readonly rows: readonly VerdictLine[];
  /** Samples that no part contains. */
  readonly missingSamples: readonly SampleName[];
  /** Rows that contradict another row of the same sample. The first of them is used. */
  readonly contradicting: readonly {
    readonly row: VerdictLine;
    readonly part: string;
    readonly first: string;
  }[];
  /** Number of rows that repeat another one. Timings may differ. */
  readonly repeated: number;
  /** Rows of samples that were not requested. */
  readonly unasked: readonly { readonly row: VerdictLine; readonly part: string }[];
}

/**
 * Puts rows in the order of the samples. The rows of a run that a single machine judged stay the same byte by byte.
 * @param requestedSamples every sample of the run
 */
export function mergeRuns(requestedSamples: readonly SampleName[], parts: readonly MergedPart[]): Merged {
  const places = new Map(requestedSamples.map((sample, at) => [sampleKey(sample), at]));
  const rowsByPlace = new Map<number, { readonly row: VerdictLine; readonly part: string }>();
  const contradicting: Merged['contradicting'][number][] = [];
  const unaskedRows: Merged['unasked'][number][] = [];
  let repeatedCount = 0;
  for (const { name: part, samples } of parts) {
    for (const row of samples) {
      const place = places.get(sampleKey(row));
      if (place === undefined) {
        unaskedRows.push({ row, part });
        continue;
      }
      const earlierRow = rowsByPlace.get(place);
      if (earlierRow === undefined) rowsByPlace.set(place, { row, part });
      else if (isSameVerdict(earlierRow.row, row)) repeatedCount += 1;
      else contradicting.push({ row, part, first: earlierRow.part });
    }
  }
  return {
    rows: [...rowsByPlace].sort(([one], [other]) => one - other).map(([, { row }]) => row),
    missingSamples: requestedSamples.filter((_, at) => !rowsByPlace.has(at)),
    contradicting,
    repeated: repeatedCount,
    unasked: unaskedRows,
  };
}
