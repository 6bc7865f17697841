import { parseJson } from '../../../base/parse-json.ts';
import { NO_MIRROR, type Mirror } from '../../../models/web-llm/artifacts.ts';
import type { WebStorage } from '../../../storage/web-storage.ts';

const STORED_AS = 'allpass-mirror-1';

/**
 * Hosts from which weights and libraries are downloaded instead of the default ones. They are stored on this
 * device.
 */
export class MirrorState {
  readonly #storage: WebStorage;
  mirror = $state.raw<Mirror>(NO_MIRROR);

  constructor(storage: WebStorage) {
    this.#storage = storage;
    this.mirror = parseMirror(storage.read(STORED_AS));
  }

  /**
   * Sets the mirrors; an empty string removes one.
   * @returns an error message about an address, or null if both are valid
   */
  change(weights: string, libraries: string): string | null {
    for (const address of [weights, libraries]) {
      if (address.trim() !== '' && !isWebAddress(address))
        return `${address.trim()} is not the http or https address of a mirror.`;
      // The message omits the address, because its login would be visible on the screen.
      if (hasLogin(address))
        return 'The address of a mirror holds a login, and none is ever sent from here: give it without.';
    }
    this.mirror = { weights: weights.trim() || null, libraries: libraries.trim() || null };
    this.#storage.write(STORED_AS, JSON.stringify(this.mirror));
    return null;
  }
}

function parseMirror(text: string | null): Mirror {
  const { weights, libraries } = Object(parseJson(text ?? '')) as Readonly<Record<string, unknown>>;
  return { weights: addressOf(weights), libraries: addressOf(libraries) };
}

function addressOf(value: unknown): string | null {
  return typeof value === 'string' && isWebAddress(value) && !hasLogin(value) ? value : null;
}

function isWebAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text.trim()).protocol);
  } catch {
    return false;
  }
}

/** @param text an address or '' */
function hasLogin(text: string): boolean {
  if (text.trim() === '') return false;
  const { username, password } = new URL(text.trim());
  return username !== '' || password !== '';
}
