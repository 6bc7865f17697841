/**
 * Reads the declaration of a function in Python source. It is used to distinguish one argument that is a list
 * from a list of arguments.
 */
import type { LosslessValue } from '../../base/lossless-json.ts';

export interface Signature {
  /** Names of the parameters in order, without `self`. */
  readonly parameters: readonly string[];
  /** Minimum and maximum number of arguments. */
  readonly least: number;
  readonly most: number;
  /** The declared return type as written, or null if there is none. */
  readonly returns: string | null;
}

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const MAX_CHARACTERS = 2000;

/** Returns the first declaration of `name` in any of the sources, or null if none can be read. */
export function signatureOf(sources: readonly string[], name: string): Signature | null {
  if (!NAME.test(name)) return null;
  for (const source of sources) {
    const start = new RegExp(`\\bdef[ \\t]+${name}[ \\t]*\\(`, 'u').exec(source);
    if (start === null) continue;
    const signature = signatureIn(source.slice(start.index + start[0].length, start.index + MAX_CHARACTERS));
    if (signature !== null) return signature;
  }
  return null;
}

/** @param text the source after the opening parenthesis */
function signatureIn(text: string): Signature | null {
  const parts: string[] = [''];
  let depth = 0;
  let at = 0;
  for (; at < text.length; at++) {
    const character = text[at]!;
    if (character === ')' && depth === 0) break;
    if (/['"#\\]/.test(character)) return null;
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  if (at === text.length) return null;
  const parameterTexts = parts.map((part) => part.trim()).filter((part) => part !== '' && part !== '/');
  if (parameterTexts[0] === 'self' || parameterTexts[0] === 'cls') parameterTexts.shift();
  const starIndex = parameterTexts.findIndex((part) => part.startsWith('*'));
  const positionalTexts = starIndex === -1 ? parameterTexts : parameterTexts.slice(0, starIndex);
  const isVariadic = starIndex !== -1 && /^\*[^*]/.test(parameterTexts[starIndex]!);
  const returnType = /^\)\s*->\s*([^\n]+?)\s*:/.exec(text.slice(at));
  return {
    parameters: positionalTexts.map((part) => /^[^:=\s]*/.exec(part)![0]),
    least: positionalTexts.filter((part) => !part.includes('=')).length,
    most: isVariadic ? Number.POSITIVE_INFINITY : positionalTexts.length,
    returns: returnType?.[1] ?? null,
  };
}

/**
 * Whether a value is nested in as many lists as the declared return type; null if the type is not `int`, `str`,
 * `float` or `bool`, or lists of these.
 */
export function fitsReturn(signature: Signature | null, value: LosslessValue): boolean | null {
  const returnType = signature?.returns?.replaceAll(' ', '') ?? '';
  const typeMatch = /^((?:(?:typing\.)?[Ll]ist\[)*)(int|str|float|bool)\]*$/.exec(returnType);
  return typeMatch === null ? null : hasNesting(value, typeMatch[1]!.split('[').length - 1);
}

function hasNesting(value: LosslessValue, depth: number): boolean {
  if (!Array.isArray(value)) return depth === 0;
  return depth > 0 && (value as readonly LosslessValue[]).every((item) => hasNesting(item, depth - 1));
}
