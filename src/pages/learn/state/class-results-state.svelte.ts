import { readResult, withResults, type StudentResult } from './class-results.ts';

/** Maximum size of a result file, in bytes. Files with programs have some thousand characters. */
const LARGEST_BYTES = 1_000_000;

/** The result files that a teacher has added in this visit. They are not stored. */
export class ClassResultsState {
  results = $state.raw<readonly StudentResult[]>([]);
  /** Messages about files that were not read. */
  faults = $state.raw<readonly string[]>([]);

  async add(files: readonly File[]): Promise<void> {
    const readings = await Promise.all(
      files.map(async (file) =>
        file.size > LARGEST_BYTES
          ? ({ ok: false, fault: `${file.name}: The file is too large for results of lessons.` } as const)
          : readResult(file.name, await file.text()),
      ),
    );
    this.faults = readings.flatMap((result) => (result.ok ? [] : [result.fault]));
    const added = readings.flatMap((result) => (result.ok ? [result.result] : []));
    this.results = withResults(this.results, added);
  }

  clear(): void {
    this.results = [];
    this.faults = [];
  }
}
