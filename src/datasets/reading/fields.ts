/** Reading named fields out of a parsed line: each either fits or is a fault that names itself. */
import type { Range } from '../../domain/problem.ts';
import { fault, FaultError, type Fault } from '../faults/fault.ts';
import { isLosslessObject, type LosslessObject, type LosslessValue } from '../../base/lossless-json.ts';
import type { ValueKind } from '../words/value-kinds.ts';

/** Thrown inside this room only, and turned into a fault at its doors. */
export class Misfit extends FaultError {
  override readonly name = 'Misfit';
  readonly field: string;

  constructor(field: string, fault: Fault) {
    super(fault);
    this.field = field;
  }
}

const LONGEST_LABEL = 1000;

export class Fields {
  readonly #object: LosslessObject;
  readonly #path: string;

  constructor(value: LosslessValue, path = '') {
    if (!isLosslessObject(value)) throw new Misfit(path, fault('expectedObject', valueKind(value)));
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
   * Where more than one is missing, one fault names them all; a single one is found where it is read.
   * @param needed names of which one is enough, the usual one first
   */
  needAll(...needed: readonly (readonly [string, ...string[]])[]): void {
    const [first, ...others] = needed.filter((names) => !names.some((name) => this.has(name)));
    if (first === undefined || others.length === 0) return;
    throw new Misfit(this.pathOf(first[0]), fault('isMissingWith', others));
  }

  value(name: string): LosslessValue {
    const value = this.#object.get(name);
    if (value === undefined) throw new Misfit(this.pathOf(name), fault('isMissing'));
    return value;
  }

  text(name: string): string {
    const value = this.value(name);
    if (typeof value !== 'string')
      throw new Misfit(this.pathOf(name), fault('expectedText', valueKind(value)));
    return value;
  }

  textOr<Fallback>(name: string, fallback: Fallback): string | Fallback {
    return this.has(name) ? this.text(name) : fallback;
  }

  flag(name: string): boolean {
    if (!this.has(name)) return false;
    const value = this.value(name);
    if (typeof value !== 'boolean')
      throw new Misfit(this.pathOf(name), fault('expectedFlag', valueKind(value)));
    return value;
  }

  /** Text that is shown in one line: of a thousand characters at most. */
  label<Fallback>(name: string, fallback: Fallback): string | Fallback {
    const text = this.textOr(name, fallback);
    if (typeof text === 'string' && text.length > LONGEST_LABEL)
      throw new Misfit(this.pathOf(name), fault('isLongerThan', LONGEST_LABEL));
    return text;
  }

  /** Text that can be written as UTF-8. */
  wellFormed(name: string): string {
    const text = this.text(name);
    if (/\p{Surrogate}/u.test(text)) throw new Misfit(this.pathOf(name), fault('holdsHalfCharacter'));
    return text;
  }

  within(name: string, { least, most }: Range, fallback: number): number {
    const value = this.#number(name, fallback);
    if (!(value >= least && value <= most))
      throw new Misfit(this.pathOf(name), fault('isOutOfRange', least, most));
    return value;
  }

  /** An integer ≥ 0. */
  count(name: string, fallback: number): number {
    const value = this.#number(name, fallback);
    if (!Number.isInteger(value) || value < 0) throw new Misfit(this.pathOf(name), fault('isNoCount'));
    return value;
  }

  list(name: string): readonly LosslessValue[] {
    const value = this.value(name);
    if (!Array.isArray(value)) throw new Misfit(this.pathOf(name), fault('expectedList', valueKind(value)));
    return value as readonly LosslessValue[];
  }

  texts(name: string): string[] {
    if (!this.has(name)) return [];
    return this.list(name).map((item, index) => {
      if (typeof item === 'string') return item;
      throw new Misfit(`${this.pathOf(name)}[${index}]`, fault('expectedText', valueKind(item)));
    });
  }

  oneOf<Name extends string>(name: string, names: readonly Name[]): Name {
    const text = this.text(name);
    const found = names.find((known) => known === text);
    if (found !== undefined) return found;
    throw new Misfit(this.pathOf(name), fault('expectedOneOf', names, text.slice(0, 40)));
  }

  #number(name: string, fallback: number): number {
    if (!this.has(name)) return fallback;
    const value = this.value(name);
    if (typeof value === 'object' && value !== null && 'numeral' in value) return Number(value.numeral);
    throw new Misfit(this.pathOf(name), fault('expectedNumber', valueKind(value)));
  }
}

export function valueKind(value: LosslessValue): ValueKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (isLosslessObject(value)) return 'object';
  if (typeof value === 'object') return 'number';
  return typeof value === 'string' ? 'text' : 'flag';
}
