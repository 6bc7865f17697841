/**
 * Detects noise in a short answer to a simple question. A model writes noise when the GPU's memory was short without an
 * error, or when its driver computes wrongly. The answer need not make sense; it must only look like language.
 */
import { countsOf } from '../../base/collections.ts';

/** The test prompt, and the number of answer tokens that are enough to judge. */
export const CHECK_PROMPT = 'Reply with one short English sentence about the sea.';
export const CHECK_TOKENS = 24;

/** @param tokens number of generated tokens in `text` */
export function looksLikeNoise(text: string, tokens: number): boolean {
  const plain = text.replace(/<\/?think>|\[\/?THINK\]/g, '').trim();
  // An answer may end at once. Many tokens without text are noise.
  if (plain === '') return tokens >= CHECK_TOKENS / 2 && !/think/i.test(text);
  const characters = [...plain];
  if (characters.length < 8) return false;
  const most = Math.max(...countsOf(characters).values());
  // "!!!!!!!!": with NaN logits, the first token of the vocabulary is repeated.
  if (most / characters.length > 0.6) return true;
  const broken = characters.filter((character) => isBroken(character)).length;
  if (broken / characters.length > 0.1) return true;
  if (/(<unused\d+>\s*){3,}/.test(plain)) return true;
  return scripts(plain) >= 4;
}

function isBroken(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code === 0xfffd || (code < 32 && !/\s/.test(character)) || (code >= 0x7f && code < 0xa0);
}

const SCRIPTS = ['Latin', 'Cyrillic', 'Arabic', 'Han', 'Hangul', 'Hebrew', 'Thai', 'Devanagari'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
);

/**
 * Counts the scripts of a text. A normal answer uses one or two, in English or the model's main language; random tokens
 * use many.
 */
function scripts(text: string): number {
  return SCRIPTS.filter((script) => script.test(text)).length;
}
