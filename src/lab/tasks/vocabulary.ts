/** The tokens of programs, and their Python text. */

/** The first token ends a program. Each of the others is a piece of Python. */
export const TOKENS = [
  '',
  'return',
  'a',
  'b',
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '7',
  '9',
  '+',
  '-',
  '*',
  '//',
  '%',
  '(',
  ')',
  'max(',
  'min(',
  'abs(',
  ',',
  'c =',
  'c',
  '\n',
  'if',
  'else',
  '==',
  '<',
] as const;
export const END_TOKEN = 0;
/** Maximum number of tokens of a program, `END_TOKEN` included. */
export const LONGEST_PROGRAM = 20;
/** The name of the function in every program. */
export const FUNCTION_NAME = 'f';

const TOKEN_NUMBERS = new Map<string, number>(TOKENS.map((token, number) => [token, number]));

/** @param text pieces of Python with one space between them; `c =` is two words and one piece */
export function tokensOf(text: string): readonly number[] {
  return text
    .replaceAll('c = ', 'c= ')
    .split(' ')
    .map((word) => {
      const number = TOKEN_NUMBERS.get(word === 'c=' ? 'c =' : word);
      if (number === undefined) throw new RangeError(`${word} is no token`);
      return number;
    });
}

/** Formats the tokens as a function. It may be invalid Python. */
export function programOf(tokens: readonly number[]): string {
  const text = tokens.map((token) => TOKENS[token]).join(' ');
  const lines = text.split('\n').map((line) => `    ${line.trim()}`.trimEnd());
  return `def ${FUNCTION_NAME}(a, b):\n${lines.join('\n')}\n`;
}
