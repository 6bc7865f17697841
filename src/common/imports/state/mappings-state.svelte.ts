import { parseJson } from '../../../base/parse-json.ts';
import {
  guessedMapping,
  MAPPED_FIELDS,
  mappingFault,
  type KnownMapping,
  type MappedField,
  type Mapping,
  type PreviewRow,
} from '../../../datasets/mapping/mapping.ts';
import type { ImportSource } from '../../../datasets/set-import.ts';
import type { WebStorage } from '../../../storage/web-storage.ts';

const STORED_AS = 'allpass-mappings-1';
/** Maximum number of stored mappings. The oldest are deleted first. */
const MOST_KEPT = 50;

/** A source with columns that are not mapped yet. */
export interface ToBeMapped {
  readonly source: ImportSource;
  readonly file: string;
  readonly columns: readonly string[];
  readonly preview: readonly PreviewRow[];
}

/**
 * The column mappings for files of unknown formats. The user maps each set of columns once, and the mapping
 * is stored on this device.
 */
export class MappingsState {
  readonly #storage: WebStorage;
  knownMappings = $state.raw<readonly KnownMapping[]>([]);
  #waitingMappings = $state.raw<readonly ToBeMapped[]>([]);
  draft = $state.raw<Mapping>({});

  constructor(storage: WebStorage) {
    this.#storage = storage;
    this.knownMappings = parseMappings(storage.read(STORED_AS));
  }

  /** The source to map now; null if there is none. */
  get pendingMapping(): ToBeMapped | null {
    return this.#waitingMappings[0] ?? null;
  }

  /** The error in the draft; null if it is complete. */
  get fault(): string | null {
    return mappingFault(this.draft);
  }

  ask(mapping: ToBeMapped): void {
    this.#waitingMappings = [...this.#waitingMappings, mapping];
    if (this.#waitingMappings.length === 1) this.#startDraft();
  }

  choose(field: MappedField, column: string | null): void {
    this.draft = Object.fromEntries(
      Object.entries({ ...this.draft, [field]: column }).filter(([, name]) => name !== null),
    );
  }

  /**
   * Stores the draft.
   * @returns the source to read now; null if the draft is incomplete
   */
  settle(): ImportSource | null {
    const [pendingMapping] = this.#waitingMappings;
    if (pendingMapping === undefined || this.fault !== null) return null;
    const newMapping = { columns: pendingMapping.columns, mapping: this.draft };
    this.#keep([...this.#storedBut(newMapping), newMapping].slice(-MOST_KEPT));
    this.skip();
    return pendingMapping.source;
  }

  /** Skips the source to map now. */
  skip(): void {
    this.#waitingMappings = this.#waitingMappings.slice(1);
    this.#startDraft();
  }

  forget(mapping: KnownMapping): void {
    this.#keep(this.#storedBut(mapping));
  }

  #startDraft(): void {
    const [pendingMapping] = this.#waitingMappings;
    this.draft = pendingMapping === undefined ? {} : guessedMapping(pendingMapping.columns);
  }

  /**
   * Returns the stored mappings except this one. They are read again, because another tab may have stored
   * one.
   */
  #storedBut(entry: KnownMapping): readonly KnownMapping[] {
    const key = JSON.stringify(entry.columns);
    return parseMappings(this.#storage.read(STORED_AS)).filter(
      ({ columns }) => JSON.stringify(columns) !== key,
    );
  }

  #keep(mappings: readonly KnownMapping[]): void {
    this.knownMappings = mappings;
    this.#storage.write(STORED_AS, JSON.stringify(mappings));
  }
}

function parseMappings(text: string | null): readonly KnownMapping[] {
  const storedMappings = parseJson(text ?? '');
  return Array.isArray(storedMappings) ? storedMappings.flatMap(knownMapping) : [];
}

function knownMapping(value: unknown): readonly KnownMapping[] {
  if (typeof value !== 'object' || value === null) return [];
  const { columns, mapping } = value as Readonly<Record<string, unknown>>;
  if (!Array.isArray(columns) || typeof mapping !== 'object' || mapping === null) return [];
  const fields = MAPPED_FIELDS.map((field) => [field, (mapping as Record<string, unknown>)[field]] as const);
  const columnMapping: Mapping = Object.fromEntries(
    fields.filter(([, column]) => typeof column === 'string'),
  );
  const names = columns.filter((column) => typeof column === 'string');
  return mappingFault(columnMapping) === null ? [{ columns: names, mapping: columnMapping }] : [];
}
