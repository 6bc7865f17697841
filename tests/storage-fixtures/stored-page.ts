/** What a page had stored on its device, by name. */
export interface StoredPage {
  /** Databases of one store named `records`: its keys and values. */
  readonly databases: Readonly<Record<string, readonly (readonly [key: string, value: unknown])[]>>;
  readonly localStorage: Readonly<Record<string, string>>;
  readonly sessionStorage: Readonly<Record<string, string>>;
}
