/**
 * Fetches packages for the sandbox, because the frame has no network. The page loads them from its own origin, or
 * else from Pyodide's content delivery network. It compares the hash of every file with the lock file, and stores
 * the file, so that later visits need no network.
 */
import { sha256OfBytes } from '../../base/sha256.ts';
import type {
  AbsentPackage,
  PackageEntry,
  PackageIndex,
  PackageLock,
} from '../../judge/packages/package-index.ts';
import type { PackageFile } from '../protocol/page-frame.ts';
import { judgePart } from '../../judge/judge-part.ts';
import type { ByteCache } from './inflated-files.ts';

export interface PackageLocation {
  /** Reads the lock file, with the entries of all packages by name. */
  lock(): Promise<PackageLock>;
  /** The entries of wheels that the user supplied. Missing if there are none. */
  readonly wheels?: PackageLock;
  /** URLs of folders with package files, in the order in which they are tried. Each ends in a slash. */
  readonly folders: readonly string[];
  /** The place where the user can put a missing file, as error messages name it. */
  readonly wheelFolder: string;
}

/** The packages that a program needs beyond the standard library. */
export interface PackageNeed {
  /** The files of the packages and of their dependencies, sorted by name. */
  readonly files: readonly PackageFile[];
  readonly absent: readonly AbsentPackage[];
}

const NO_PACKAGES: PackageNeed = { files: [], absent: [] };
/** Milliseconds until a package that could not be loaded is requested again. */
const RETRY_MILLISECONDS = 30_000;

export class PackageSource {
  readonly #location: PackageLocation;
  readonly #cache: ByteCache;
  readonly #files = new Map<string, Promise<ArrayBuffer | null>>();
  #index: Promise<PackageIndex> | null = null;

  constructor(location: PackageLocation, cache: ByteCache) {
    this.#location = location;
    this.#cache = cache;
  }

  /**
   * Returns the packages that a program needs.
   * @param source Python code, whose import statements are looked up
   * @throws when the lock file, or the code that reads it, cannot be fetched
   */
  async needOf(source: string): Promise<PackageNeed> {
    // Most programs import nothing, so the package index is not needed.
    if (!source.includes('import')) return NO_PACKAGES;
    const index = await (this.#index ??= this.#readIndex());
    const importedEntries = index.importedBy(source);
    if (importedEntries.length === 0) return NO_PACKAGES;
    const files = new Map<string, PackageFile>();
    const absentPackages: AbsentPackage[] = [];
    for (const entry of importedEntries) {
      const entries = index.withDependencies(entry);
      const bytes = await Promise.all(entries.map((part) => this.#fileOf(part)));
      const absentPackage = index.absentPackage(
        entries.filter((_, at) => bytes[at] === null),
        entries,
        this.#location.wheelFolder,
      );
      if (absentPackage !== null) absentPackages.push(absentPackage);
      else entries.forEach((part, at) => files.set(part.name, { entry: part, bytes: bytes[at]! }));
    }
    const sortedFiles = [...files.values()].sort((a, b) => (a.entry.name < b.entry.name ? -1 : 1));
    return { files: sortedFiles, absent: absentPackages };
  }

  #readIndex(): Promise<PackageIndex> {
    // Loaded on demand, because programs without imports do not need it.
    const code = judgePart(import('../../judge/packages/package-index.ts'));
    const index = Promise.all([this.#location.lock(), code]).then(
      ([lock, indexModule]) => new indexModule.PackageIndex(lock, this.#location.wheels),
    );
    index.catch(() => (this.#index = null));
    return index;
  }

  #fileOf(entry: PackageEntry): Promise<ArrayBuffer | null> {
    const pendingFile = this.#files.get(entry.file_name);
    if (pendingFile !== undefined) return pendingFile;
    const file = this.#find(entry);
    this.#files.set(entry.file_name, file);
    void file.then((bytes) => {
      if (bytes === null) setTimeout(() => this.#files.delete(entry.file_name), RETRY_MILLISECONDS);
    });
    return file;
  }

  async #find(entry: PackageEntry): Promise<ArrayBuffer | null> {
    const key = entry.sha256;
    const storedBytes = await this.#cache.load(key).catch(() => null);
    if (storedBytes !== null && (await sha256OfBytes(storedBytes)) === entry.sha256) return storedBytes;
    for (const folder of this.#location.folders) {
      const bytes = await download(new URL(entry.file_name, folder));
      if (bytes === null || (await sha256OfBytes(bytes)) !== entry.sha256) continue;
      // An error, for example a full disk, is ignored. The next visit then downloads the file again.
      void this.#cache.save(key, bytes).catch(() => undefined);
      return bytes;
    }
    return null;
  }
}

async function download(address: URL): Promise<ArrayBuffer | null> {
  try {
    const response = await fetch(address, { credentials: 'omit' });
    return response.ok ? await response.arrayBuffer() : null;
  } catch {
    return null;
  }
}
