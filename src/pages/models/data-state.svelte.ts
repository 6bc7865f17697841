/** All stored data: its sizes, whether the browser keeps it, and its export to one file. */
import { errorMessage } from '../../base/error-message.ts';
import type { Bytes, SourceFile } from '../../datasets/containers/source-file.ts';
import { dataFileName, readDataFile, writtenData, type FitsTable } from '../../runs/share/data-file.ts';
import type { BackupImport, ImportCounts } from '../../storage/backup/backup-import.ts';
import type { BackupRecord } from '../../storage/backup/backup-record.ts';
import type { KeptSizes } from '../../storage/backup/kept-sizes.ts';
import { troubleOf } from '../../storage/record-store.ts';

export interface DataParts {
  readonly sizes: () => AsyncIterable<KeptSizes>;
  /** Bytes of all downloaded models. */
  readonly models: () => Promise<number>;
  /** The storage manager of the browser; missing on an insecure page. */
  readonly storage: Pick<StorageManager, 'estimate' | 'persisted' | 'persist'> | undefined;
  readonly records: () => AsyncIterable<BackupRecord>;
  /** Returns the approximate number of records. */
  readonly count: () => Promise<number>;
  readonly startImport: (replaces: boolean) => Pick<BackupImport, 'take' | 'end' | 'abandon'>;
  readonly fits: FitsTable;
  readonly source: (file: File) => SourceFile;
  readonly save: (file: Blob, name: string) => void;
}

/** The current step, and the fraction of it that is done, from 0 to 1. */
export interface DataWork {
  readonly step: 'exporting' | 'checking' | 'importing';
  readonly share: number;
}

export type DataEnd =
  | { readonly kind: 'exported'; readonly name: string; readonly bytes: number }
  | { readonly kind: 'imported'; readonly counts: ImportCounts }
  | { readonly kind: 'stopped'; readonly importing: boolean }
  /** A message of one sentence. */
  | { readonly kind: 'failed'; readonly message: string };

export class DataState {
  readonly #dependencies: DataParts;
  /** Null before counting begins, and if no data can be read. */
  sizes = $state.raw<KeptSizes | null>(null);
  modelBytes = $state.raw<number | null>(null);
  isCounting = $state(false);
  /** The space as the browser reports it; null if the browser does not report it. */
  space = $state.raw<{ readonly used: number; readonly free: number } | null>(null);
  /**
   * Whether the storage is persistent, may be cleared by the browser, or the browser has just refused to make
   * it persistent.
   */
  persistence = $state<'promised' | 'may-go' | 'refused' | null>(null);
  work = $state.raw<DataWork | null>(null);
  /** How the last export or import ended. */
  end = $state.raw<DataEnd | null>(null);
  #controller = new AbortController();

  constructor(parts: DataParts) {
    this.#dependencies = parts;
  }

  /** Counts the stored data. An aborted signal ends the count. */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.#lookAtSpace();
    this.isCounting = true;
    try {
      this.modelBytes = await this.#dependencies.models().catch(() => null);
      for await (const sizes of this.#dependencies.sizes()) {
        if (signal.aborted) return;
        this.sizes = sizes;
      }
    } catch {
      // The storage is not available. Another part of the page reports it.
    } finally {
      this.isCounting = false;
    }
  }

  async askToKeep(): Promise<void> {
    const isGranted = (await this.#dependencies.storage?.persist().catch(() => false)) ?? false;
    this.persistence = isGranted ? 'promised' : 'refused';
  }

  async exportAll(): Promise<void> {
    const exportDate = new Date();
    await this.#doWork('exporting', async (signal) => {
      const total = Math.max(1, await this.#dependencies.count());
      let doneRecords = 0;
      const onLine = (): void => this.#showProgress('exporting', ++doneRecords / total);
      const blobs: Blob[] = [];
      for await (const piece of writtenData(this.#dependencies.records(), exportDate, onLine)) {
        signal.throwIfAborted();
        // A blob per piece, because the browser may store blobs on disk.
        blobs.push(new Blob([piece]));
      }
      const file = new Blob(blobs, { type: 'application/gzip' });
      this.#dependencies.save(file, dataFileName(exportDate));
      return { kind: 'exported', name: dataFileName(exportDate), bytes: file.size };
    });
  }

  /**
   * Checks the whole file before it stores anything, so that an invalid file changes nothing.
   * @param replaces whether the data sets and runs of the file replace the stored ones
   */
  async importAll(file: File, replaces: boolean): Promise<void> {
    const source = this.#dependencies.source(file);
    await this.#doWork('checking', async (signal) => {
      const checkResult = await readDataFile(
        this.#withProgress(source, 'checking'),
        this.#dependencies.fits,
        async () => signal.throwIfAborted(),
      );
      if (!checkResult.ok) return { kind: 'failed', message: checkResult.fault };
      const backupImport = this.#dependencies.startImport(replaces);
      try {
        const importResult = await readDataFile(
          this.#withProgress(source, 'importing'),
          this.#dependencies.fits,
          (record) => {
            signal.throwIfAborted();
            return backupImport.take(record);
          },
        );
        if (!importResult.ok) throw new Error(importResult.fault);
        return { kind: 'imported', counts: await backupImport.end() };
      } catch (error) {
        await backupImport.abandon();
        throw error;
      }
    });
    await this.#lookAtSpace();
  }

  cancel(): void {
    this.#controller.abort();
  }

  async #doWork(step: DataWork['step'], work: (signal: AbortSignal) => Promise<DataEnd>): Promise<void> {
    if (this.work !== null) return;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.work = { step, share: 0 };
    this.end = null;
    try {
      this.end = await work(signal);
    } catch (error) {
      this.end = signal.aborted
        ? { kind: 'stopped', importing: step === 'checking' }
        : { kind: 'failed', message: sentenceOf(error) };
    } finally {
      this.work = null;
    }
  }

  #showProgress(step: DataWork['step'], share: number): void {
    const roundedShare = Math.min(1, Math.floor(share * 100) / 100);
    if (this.work?.step !== step || this.work.share !== roundedShare)
      this.work = { step, share: roundedShare };
  }

  #withProgress(source: SourceFile, step: DataWork['step']): SourceFile {
    const showBytes = (bytes: number): void => this.#showProgress(step, bytes / Math.max(1, source.size));
    return {
      ...source,
      async *bytes(): AsyncGenerator<Bytes> {
        let bytesRead = 0;
        for await (const piece of source.bytes()) {
          bytesRead += piece.length;
          showBytes(bytesRead);
          yield piece;
        }
      },
    };
  }

  async #lookAtSpace(): Promise<void> {
    const { storage } = this.#dependencies;
    const noEstimate: StorageEstimate = {};
    const { usage, quota } = (await storage?.estimate().catch(() => noEstimate)) ?? noEstimate;
    if (usage !== undefined && quota !== undefined)
      this.space = { used: usage, free: Math.max(0, quota - usage) };
    const isPersistent = (await storage?.persisted().catch(() => false)) ?? false;
    if (isPersistent) this.persistence = 'promised';
    else if (this.persistence !== 'refused') this.persistence = 'may-go';
  }
}

function sentenceOf(error: unknown): string {
  return troubleOf(error) === 'full'
    ? 'The browser has no more room: delete a model or a run, and import again; nothing comes twice.'
    : `It failed: ${errorMessage(error)}. Try again.`;
}
