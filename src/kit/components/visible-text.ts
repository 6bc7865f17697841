/**
 * Makes the text of a program visible. Control characters are shown as symbols, and characters that change the writing
 * direction by name, so that the text appears in the order in which it was printed. Line feeds and tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(
    // eslint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000B-\u001F\u007F\u202A-\u202E\u2066-\u2069]/g,
    (character) => {
      const code = character.charCodeAt(0);
      if (code === 0x7f) return '\u2421';
      return code < 0x20 ? String.fromCharCode(0x2400 + code) : `⟨U+${code.toString(16).toUpperCase()}⟩`;
    },
  );
}

/** Shows white space in a line as marks: a middle dot for a space, an arrow for a tab. */
export function visibleSpace(line: string): string {
  return line.replaceAll(' ', '·').replaceAll('\t', '→');
}

/** Returns the first `length` characters, without half a surrogate pair at the end. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
