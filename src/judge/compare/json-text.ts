import { showValue, type PyValue } from './value-text.ts';

/** Maximum length of the text of a value, in UTF-16 code units. No expected value is that long. */
export const MOST_CHARACTERS = 8 << 20;

/**
 * Returns a value as Python's `json.dumps` writes it; null if that raises TypeError, or if the text is too long.
 */
export function jsonText(value: PyValue): string | null {
  const pieces: string[] = [];
  let room = MOST_CHARACTERS;
  const add = (piece: string): boolean => {
    pieces.push(piece);
    room -= piece.length;
    return room >= 0;
  };
  return writeValue(value, add) ? pieces.join('') : null;
}

type Add = (piece: string) => boolean;

function writeValue(value: PyValue, add: Add): boolean {
  switch (value.kind) {
    case 'none':
      return add('null');
    case 'bool':
      return add(String(value.value));
    case 'int':
      return add(value.digits);
    case 'float':
      return add(floatJson(value));
    case 'str':
      return add(escapedText(value.value));
    case 'list':
    case 'tuple':
      return writeAll(value.items, '[]', add, (item) => writeValue(item, add));
    case 'dict':
      return writeAll(value.entries, '{}', add, ([key, member]) => {
        const text = keyText(key);
        return text !== null && add(`${escapedText(text)}: `) && writeValue(member, add);
      });
    case 'set':
    case 'decimal':
    case 'fraction':
    case 'any':
    case 'opaque':
      return false;
  }
}

function writeAll<Item>(
  items: readonly Item[],
  brackets: string,
  add: Add,
  each: (item: Item) => boolean,
): boolean {
  if (!add(brackets[0]!)) return false;
  return items.every((item, index) => (index === 0 || add(', ')) && each(item)) && add(brackets[1]!);
}

/** Returns the text of a dict's key; null if `json` does not accept keys of this type. */
function keyText(key: PyValue): string | null {
  if (key.kind === 'str') return key.value;
  const isPlain = key.kind === 'int' || key.kind === 'bool' || key.kind === 'none' || key.kind === 'float';
  return isPlain ? jsonText(key) : null;
}

function floatJson(value: Extract<PyValue, { kind: 'float' }>): string {
  if (Number.isNaN(value.value)) return 'NaN';
  if (!Number.isFinite(value.value)) return value.value > 0 ? 'Infinity' : '-Infinity';
  return showValue(value, MOST_CHARACTERS);
}

/** Escapes every non-ASCII code unit as `\uXXXX`. */
function escapedText(text: string): string {
  return JSON.stringify(text).replace(
    /[\x80-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
