/**
 * The vocabulary of both kinds of model: a token for each byte, numbered like the byte, a few special ones,
 * and unused ones up to 512. No merges, so the tokens of a text are its UTF-8 bytes.
 */
export const SPECIAL_TOKENS = {
  '<|endoftext|>': 256,
  '<|im_start|>': 257,
  '<|im_end|>': 258,
  '<think>': 259,
  '</think>': 260,
} as const;

export const VOCABULARY_SIZE = 512;
export const FIRST_UNUSED = 261;

/** The character a byte is written as in byte-level vocabularies: itself if it can be seen, else one from 256 on. */
const byteCharacters = (() => {
  const visible = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  let hidden = 0;
  return Array.from({ length: 256 }, (_, byte) =>
    String.fromCodePoint(visible(byte) ? byte : 256 + hidden++),
  );
})();

/** A text as a token of a byte-level vocabulary is written. */
export function tokenName(text: string): string {
  return [...Buffer.from(text)].map((byte) => byteCharacters[byte]).join('');
}

/** All tokens by number. */
export function tokenNames(): string[] {
  const names = [...byteCharacters, ...Object.keys(SPECIAL_TOKENS)];
  while (names.length < VOCABULARY_SIZE) names.push(`<unused${names.length}>`);
  return names;
}

/** The tokens of a text; the names of special ones become one token each. */
export function encode(text: string): number[] {
  return text
    .split(/(<\|[a-z_]+\|>|<\/?think>)/)
    .flatMap((piece) =>
      piece in SPECIAL_TOKENS
        ? [SPECIAL_TOKENS[piece as keyof typeof SPECIAL_TOKENS]]
        : [...Buffer.from(piece)],
    );
}
