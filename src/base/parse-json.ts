/** Returns the parsed value; undefined if the text is not JSON. */
export function parseJson(source: string): unknown {
  try {
    return JSON.parse(source) as unknown;
  } catch {
    return undefined;
  }
}
