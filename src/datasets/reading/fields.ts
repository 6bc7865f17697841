/** Reads named fields of a parsed line. An invalid field throws a Misfit with its name. */
import type { Range } from '../../domain/problem.ts';
import {
  isNumeral,
  isLosslessObject,
  type LosslessObject,
  type LosslessValue,
} from '../../base/lossless-json.ts';

/**
 * An invalid field. The message follows the field's name. It is thrown only inside this folder; the public
 * functions of the folder return it as a fault.
 */
export class Misfit extends Error {
  override readonly name = 'Misfit';
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

const LONGEST_LABEL = 1000;

export class Fields {
  readonly #object: LosslessObject;
  readonly #path: string;

  constructor(value: LosslessValue, path = '') {
    if (!isLosslessObject(value)) throw new Misfit(path, expectedText('an object', value));
    this.#object = value;
    this.#path = path;
  }

  get object(): LosslessObject {
    return this.#object;
  }

  pathOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  has(name: string): boolean {
    const value = this.#object.get(name);
    return value !== undefined && value !== null;
  }

  /**
   * Throws one Misfit for all missing fields if more than one is missing. A single missing field is reported when
   * it is read.
   * @param neededNames groups of alternative names for a field, the usual name first
   */
  needAll(...neededNames: readonly (readonly [string, ...string[]])[]): void {
    const [firstMissing, ...otherMissing] = neededNames.filter(
      (names) => !names.some((name) => this.has(name)),
    );
    if (firstMissing === undefined || otherMissing.length === 0) return;
    throw new Misfit(this.pathOf(firstMissing[0]), isMissingWith(otherMissing));
  }

  value(name: string): LosslessValue {
    const value = this.#object.get(name);
    if (value === undefined) throw new Misfit(this.pathOf(name), 'is missing');
    return value;
  }

  text(name: string): string {
    const value = this.value(name);
    if (typeof value !== 'string') throw new Misfit(this.pathOf(name), expectedText('text', value));
    return value;
  }

  /** Reads an id. A number is returned as written. */
  id(name: string): string {
    const value = this.value(name);
    if (isNumeral(value)) return value.numeral;
    if (typeof value === 'string') return this.wellFormed(name);
    throw new Misfit(this.pathOf(name), expectedText('text or a number', value));
  }

  textOr<Fallback>(name: string, fallback: Fallback): string | Fallback {
    return this.has(name) ? this.text(name) : fallback;
  }

  flag(name: string): boolean {
    if (!this.has(name)) return false;
    const value = this.value(name);
    if (typeof value !== 'boolean') throw new Misfit(this.pathOf(name), expectedText('true or false', value));
    return value;
  }

  /** Reads a string of at most 1,000 characters that is shown on one line. */
  label<Fallback>(name: string, fallback: Fallback): string | Fallback {
    const text = this.textOr(name, fallback);
    if (typeof text === 'string' && text.length > LONGEST_LABEL)
      throw new Misfit(this.pathOf(name), `must not be longer than ${LONGEST_LABEL} characters`);
    return text;
  }

  /** Reads a string that can be encoded as UTF-8. */
  wellFormed(name: string): string {
    const text = this.text(name);
    if (/\p{Surrogate}/u.test(text))
      throw new Misfit(this.pathOf(name), 'holds half of a surrogate pair, which is no character');
    return text;
  }

  within(name: string, { least, most }: Range, fallback: number): number {
    const value = this.#number(name, fallback);
    if (!(value >= least && value <= most))
      throw new Misfit(this.pathOf(name), `must be a number from ${least} to ${most}`);
    return value;
  }

  /** Reads an integer of at least 0. */
  count(name: string, fallback: number): number {
    const value = this.#number(name, fallback);
    if (!Number.isInteger(value) || value < 0)
      throw new Misfit(this.pathOf(name), 'must be a whole number, 0 or more');
    return value;
  }

  list(name: string): readonly LosslessValue[] {
    const value = this.value(name);
    if (!Array.isArray(value)) throw new Misfit(this.pathOf(name), expectedText('a list', value));
    return value as readonly LosslessValue[];
  }

  texts(name: string): string[] {
    if (!this.has(name)) return [];
    return this.list(name).map((item, index) => {
      if (typeof item === 'string') return item;
      throw new Misfit(`${this.pathOf(name)}[${index}]`, expectedText('text', item));
    });
  }

  oneOf<Name extends string>(name: string, names: readonly Name[]): Name {
    const text = this.text(name);
    const match = names.find((option) => option === text);
    if (match !== undefined) return match;
    throw new Misfit(this.pathOf(name), `expected ${quotedNames(names)}, found "${text.slice(0, 40)}"`);
  }

  #number(name: string, fallback: number): number {
    if (!this.has(name)) return fallback;
    const value = this.value(name);
    if (isNumeral(value)) return Number(value.numeral);
    throw new Misfit(this.pathOf(name), expectedText('a number', value));
  }
}

/**
 * Returns a message about a value of the wrong type.
 * @param expectedType a noun with its article
 */
export function expectedText(expectedType: string, value: LosslessValue): string {
  return `expected ${expectedType}, found ${kindOf(value)}`;
}

function kindOf(value: LosslessValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isLosslessObject(value)) return 'an object';
  if (typeof value === 'object') return 'a number';
  return typeof value === 'string' ? 'text' : 'true or false';
}

function quotedNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' or ');
}

/**
 * Returns a message that several fields are missing.
 * @param otherNames the alternative names of each further missing field, the usual name first
 */
function isMissingWith(otherNames: readonly (readonly string[])[]): string {
  const labels = otherNames.map(([usualName, ...instead]) =>
    instead.length === 0 ? `"${usualName}"` : `"${usualName}" (or ${quotedNames(instead)})`,
  );
  const enumeration = [labels.slice(0, -1).join(', '), labels.at(-1)]
    .filter((part) => part !== '')
    .join(' and ');
  return `is missing, and so ${otherNames.length === 1 ? 'is' : 'are'} ${enumeration}`;
}
