/**
 * The browser's implementations of the ports for all stored data. This module is loaded with the panel that
 * shows it.
 */
import { blobFile } from '../datasets/hosts/source-files.ts';
import { saveFile } from '../kit/components/save-file.ts';
import type { LocalModels } from '../common/models/state/local-models.svelte.ts';
import { holdLock } from '../models/downloads/hosts/tab-lock.ts';
import { DataState } from '../pages/models/data-state.svelte.ts';
import { runLock } from '../pages/runs/state/run.svelte.ts';
import { BackupImport } from '../storage/backup/backup-import.ts';
import { backupCount, backupRecords } from '../storage/backup/backup-source.ts';
import { keptSizes } from '../storage/backup/kept-sizes.ts';
import { fits } from '../storage/shapes.ts';
import type { WebStorage } from '../storage/web-storage.ts';

/** @param save offers a file to the user as a download */
export function createKeptData(
  device: WebStorage,
  local: { load(): Promise<Pick<LocalModels, 'downloads'>> },
  save = saveFile,
): DataState {
  return new DataState({
    sizes: keptSizes,
    async models() {
      const { downloads } = await local.load();
      const engines = ['gpu', 'cpu'] as const;
      await Promise.all(engines.map((engine) => downloads.refreshInventory(engine)));
      return engines.reduce((sum, engine) => sum + (downloads.inventoryOf(engine)?.totalBytes ?? 0), 0);
    },
    storage: navigator.storage,
    records: () => backupRecords((name) => device.read(name)),
    count: backupCount,
    startImport: (replaces) => new BackupImport({ device, holdLock, runLock, replacesStored: replaces }),
    fits,
    source: blobFile,
    save,
  });
}
