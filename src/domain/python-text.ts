/** Values of test cases in Python syntax. */

/**
 * Returns a call in Python syntax.
 * @param args JSON text of the argument list
 */
export function callText(functionName: string, args: string): string {
  return `${functionName}(${literalText(args).replace(/^\s*\[|\]\s*$/g, '')})`;
}

/** Returns JSON text with Python's words for true, false and null. Numbers stay unchanged. */
export function literalText(json: string): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return json.trim().replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => words[token] ?? token);
}

/** Returns JSON text with a space after each comma and colon, as Python prints values. */
export function spacedText(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|[,:](?=\S)/g, (token) => (token.length === 1 ? `${token} ` : token));
}
