/** The parts of a pattern of paths. */

/** Whether one character fits. */
export type CharacterTest = (character: string) => boolean;

export type GlobPart =
  | { readonly kind: 'one' | 'any'; readonly takes: CharacterTest }
  /** Any number of whole folders. */
  | { readonly kind: 'folders'; readonly name: CharacterTest; readonly slash: CharacterTest }
  | { readonly kind: 'choice'; readonly of: readonly (readonly GlobPart[])[] };

const ANY: CharacterTest = () => true;
const IN_NAME: CharacterTest = (character) => character !== '/';
const SLASH: CharacterTest = (character) => character === '/';
const FOLDERS: GlobPart = { kind: 'folders', name: IN_NAME, slash: SLASH };

/**
 * `*` and `?` stay within a name, `**` does not, and a whole name `**` before a slash is any number of folders.
 * `[abc]`, `[a-z]` and `[!a-z]` match one character, `{a,b}` one of the patterns; all else matches by the letter,
 * also an unclosed bracket.
 */
export function globParts(pattern: string): readonly GlobPart[] {
  const text = [...pattern];
  return partsIn(text, { from: 0, to: text.length, begins: true }, choicesIn(text));
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Whether it stands at the beginning of a name. */
  readonly begins: boolean;
}

function partsIn(
  text: readonly string[],
  stretch: Stretch,
  choices: ReadonlyMap<number, readonly number[]>,
): readonly GlobPart[] {
  const parts: GlobPart[] = [];
  let { from: at, begins } = stretch;
  while (at < stretch.to) {
    const character = text[at]!;
    const cuts = choices.get(at);
    const classEnd = character === '[' ? endOfClass(text, at) : null;
    let past = at + 1;
    if (character === '*') {
      while (past < stretch.to && text[past] === '*') past += 1;
      const isDouble = past - at > 1;
      if (isDouble && begins && past < stretch.to && text[past] === '/') {
        parts.push(FOLDERS);
        past += 1;
      } else parts.push({ kind: 'any', takes: isDouble ? ANY : IN_NAME });
    } else if (character === '?') parts.push({ kind: 'one', takes: IN_NAME });
    else if (classEnd !== null) {
      parts.push({ kind: 'one', takes: classOf(text.slice(at + 1, classEnd)) });
      past = classEnd + 1;
    } else if (cuts !== undefined) {
      const of = cuts
        .slice(0, -1)
        .map((cut, index) => partsIn(text, { from: cut + 1, to: cuts[index + 1]!, begins }, choices));
      parts.push({ kind: 'choice', of });
      past = cuts.at(-1)! + 1;
    } else parts.push({ kind: 'one', takes: (other) => other === character });
    begins = text[past - 1] === '/';
    at = past;
  }
  return parts;
}

/** For each brace that opens a choice its place, those of its commas, and that of the brace that closes it. */
function choicesIn(text: readonly string[]): ReadonlyMap<number, readonly number[]> {
  const choices = new Map<number, readonly number[]>();
  const open: number[][] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '[') at = endOfClass(text, at) ?? at;
    else if (text[at] === '{') open.push([at]);
    else if (text[at] === ',') open.at(-1)?.push(at);
    else if (text[at] === '}') {
      const cuts = open.pop();
      if (cuts !== undefined && cuts.length > 1) choices.set(cuts[0]!, [...cuts, at]);
    }
  }
  return choices;
}

/** Null where it is not closed. A bracket that comes first is one of its characters. */
function endOfClass(text: readonly string[], at: number): number | null {
  const first = at + (/[!^]/.test(text[at + 1] ?? '') ? 2 : 1);
  const end = text.indexOf(']', first + 1);
  return end === -1 ? null : end;
}

function classOf(inside: readonly string[]): CharacterTest {
  const isOthers = /[!^]/.test(inside[0] ?? '');
  const listed = isOthers ? inside.slice(1) : inside;
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < listed.length; at++) {
    const isRange = listed[at + 1] === '-' && at + 2 < listed.length;
    ranges.push([listed[at]!, listed[isRange ? at + 2 : at]!]);
    if (isRange) at += 2;
  }
  return (character) =>
    ranges.some(([least, most]) => least <= character && character <= most) !== isOthers &&
    !(isOthers && character === '/');
}
