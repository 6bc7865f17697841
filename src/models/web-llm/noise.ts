/**
 * Whether a short answer to a plain question is noise: the output of a model when the GPU's memory was silently
 * short or its driver computes wrongly. Sense is not asked for, only that a language model spoke.
 */
import { countsOf } from '../../base/counts-of.ts';

/** The question the check asks, and how many tokens of an answer are enough to judge it by. */
export const CHECK_PROMPT = 'Reply with one short English sentence about the sea.';
export const CHECK_TOKENS = 24;

/** @param tokens how many tokens were generated for `text` */
export function looksLikeNoise(text: string, tokens: number): boolean {
  const plain = text.replace(/<\/?think>|\[\/?THINK\]/g, '').trim();
  // An answer may end at once; many tokens without a letter are none.
  if (plain === '') return tokens >= CHECK_TOKENS / 2 && !/think/i.test(text);
  const characters = [...plain];
  if (characters.length < 8) return false;
  const most = Math.max(...countsOf(characters).values());
  // "!!!!!!!!": the first token for ever, as not-a-number sorts.
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

/** An answer in English or in the model's mother tongue has one or two scripts; a random walk over the vocabulary has many. */
function scripts(text: string): number {
  return SCRIPTS.filter((script) => script.test(text)).length;
}
