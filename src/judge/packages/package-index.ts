/**
 * Finds which packages of the Pyodide distribution, and which wheels added by the user, a program needs. It reads the
 * distribution's lock file, reduced to the fields for finding, checking and loading a package.
 */
import { importedModules } from './imported-modules.ts';

/** A package in the lock file. The fields have the file's names, because the worker's loader reads them unchanged. */
export interface PackageEntry {
  readonly name: string;
  readonly version: string;
  readonly file_name: string;
  /** Hash of the file, in hexadecimal. */
  readonly sha256: string;
  readonly depends: readonly string[];
  /** Top-level modules that the package provides. */
  readonly imports: readonly string[];
  readonly install_dir: string;
  readonly package_type: string;
}

export type PackageLock = Readonly<Record<string, PackageEntry>>;

/** A package that the program imports and that this device cannot load now. */
export interface AbsentPackage {
  readonly name: string;
  readonly imports: readonly string[];
  /** The reason as a clause, followed by a remedy. */
  readonly why: string;
}

/** Standard library modules that do not work without a package: a browser has no time zone files. */
const DATA_PACKAGES = new Map([['zoneinfo', 'tzdata']]);

export class PackageIndex {
  readonly #byName = new Map<string, PackageEntry>();
  readonly #byImport = new Map<string, PackageEntry>();

  readonly #wheels: ReadonlySet<PackageEntry>;

  /** @param wheels packages added by the user; they replace packages of the same name */
  constructor(lock: PackageLock, wheels: PackageLock = {}) {
    const ownWheels = Object.values(wheels);
    const replacedNames = new Set(ownWheels.map(({ name }) => canonicalName(name)));
    this.#wheels = new Set(ownWheels);
    const otherEntries = Object.values(lock).filter(({ name }) => !replacedNames.has(canonicalName(name)));
    for (const entry of [...otherEntries, ...ownWheels]) {
      this.#byName.set(canonicalName(entry.name), entry);
      for (const name of entry.imports) this.#byImport.set(name, entry);
    }
  }

  /**
   * Returns why a package cannot be loaded; null if it can.
   * @param missingEntries the parts whose files are missing; the first is named
   * @param entries the package and all its dependencies; the package is the last
   * @param wheelFolder where the user can put a file
   */
  absentPackage(
    missingEntries: readonly PackageEntry[],
    entries: readonly PackageEntry[],
    wheelFolder: string,
  ): AbsentPackage | null {
    const entry = entries.at(-1)!;
    const [missingEntry] = missingEntries;
    const requiredNames = entries.filter((part) => this.#wheels.has(part)).flatMap(({ depends }) => depends);
    const unknownPackage = requiredNames.find((name) => !this.#byName.has(canonicalName(name)));
    const { name, imports } = entry;
    if (unknownPackage !== undefined)
      return { name, imports, why: `it requires ${unknownPackage}. Put its wheel into ${wheelFolder}` };
    if (missingEntry === undefined) return null;
    const partText = missingEntry === entry ? 'it' : `${missingEntry.name}, a part of it,`;
    const remedy = `Connect to the internet once, or put ${missingEntry.file_name} into ${wheelFolder}`;
    return { name, imports, why: `${partText} is not on this device. ${remedy}` };
  }

  /** Returns the packages that a source imports by name, without their dependencies. */
  importedBy(source: string): readonly PackageEntry[] {
    const entries = [...importedModules(source)].map((name) =>
      this.#byImport.get(DATA_PACKAGES.get(name) ?? name),
    );
    return [...new Set(entries.filter((entry) => entry !== undefined))];
  }

  /**
   * Returns a package and all its dependencies, dependencies first. Omits dependencies that the lock file does not
   * contain.
   */
  withDependencies(entry: PackageEntry): readonly PackageEntry[] {
    const orderedEntries = new Set<PackageEntry>();
    const visitedEntries = new Set<PackageEntry>();
    const visit = (visitedEntry: PackageEntry) => {
      if (visitedEntries.has(visitedEntry)) return;
      visitedEntries.add(visitedEntry);
      for (const name of visitedEntry.depends) {
        const dependency = this.#byName.get(canonicalName(name));
        if (dependency !== undefined) visit(dependency);
      }
      orderedEntries.add(visitedEntry);
    };
    visit(entry);
    return [...orderedEntries];
  }
}

/** PEP 503: `Foo.bar_baz` and `foo-bar-baz` name one package. */
export function canonicalName(name: string): string {
  return name.replaceAll(/[-_.]+/g, '-').toLowerCase();
}
