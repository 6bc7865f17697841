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
      files.map(async (file) => {
        const refusal = (fault: string) => ({ ok: false, fault: `${file.name}: ${fault}` }) as const;
        if (file.size > LARGEST_BYTES)
          return refusal('The file is too large for results. Ask for the file that “My results” saves.');
        // A browser cannot read a dropped folder as a file.
        const text = await file.text().catch(() => null);
        return text === null
          ? refusal('This is a folder, or a file that the browser cannot read. Choose the files in it.')
          : readResult(file.name, text);
      }),
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
