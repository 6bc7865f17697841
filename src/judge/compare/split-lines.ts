/**
 * The line ends of Python's `str.splitlines`, as code units. A line feed after a carriage return belongs to the
 * same line end.
 */
const ENDS = new Set([0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029]);

/** Python's `text.splitlines()`: a line end at the end of the text adds no empty line. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (!ENDS.has(text.charCodeAt(at))) continue;
    lines.push(text.slice(start, at));
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    start = at + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}
