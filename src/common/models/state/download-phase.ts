import type { UnfinishedDownload } from '../../../domain/unfinished-download.ts';
import type { ModelFailure } from '../../../models/chat-model.ts';
import type { FilesStatus, FileTrouble } from '../../../models/web-llm/model-files.ts';

/** How it stands with the files of a GPU model on this device. */
export type DownloadPhase =
  /** The stored files are being checked or deleted. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'downloading';
      readonly doneBytes: number;
      /** Null before the list of files is there. */
      readonly totalBytes: number | null;
      /** Null in the first second and while nothing comes. */
      readonly bytesPerSecond: number | null;
      readonly etaSeconds: number | null;
      readonly fileName: string;
    }
  /** Another tab is at work on the model's files. */
  | { readonly kind: 'other-tab' }
  | { readonly kind: 'paused'; readonly doneBytes: number; readonly totalBytes: number | null }
  | { readonly kind: 'complete'; readonly bytes: number }
  | { readonly kind: 'broken'; readonly files: readonly FileTrouble[] }
  /** The data that has arrived stays. A new start resumes from there. */
  | { readonly kind: 'failed'; readonly failure: ModelFailure };

/** Returns the phase of the stored files, from their status and the record of an unfinished download. */
export function phaseOf(
  { kind, doneBytes, totalBytes, broken }: FilesStatus,
  record: UnfinishedDownload | null,
): DownloadPhase {
  switch (kind) {
    case 'complete':
      return { kind, bytes: doneBytes };
    case 'broken':
      return { kind, files: broken };
    case 'partial':
      return { kind: 'paused', doneBytes, totalBytes: totalBytes ?? record?.totalBytes ?? null };
    case 'absent':
      return record === null ? { kind } : { kind: 'paused', doneBytes, totalBytes: record.totalBytes };
  }
}
