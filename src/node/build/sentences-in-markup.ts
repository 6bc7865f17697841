/** Finds sentences that a component has of its own: they belong into a catalogue, so that a second language is a folder. */
// eslint-disable-next-line no-restricted-imports -- parses components, and runs none
import { parse } from 'svelte/compiler';

export interface FoundText {
  readonly text: string;
  /** Index of its first character in the source. */
  readonly at: number;
}

/** Rooms whose components have catalogues. */
export const HAS_CATALOGUES = /^src\/(app|common|kit|pages)\/.*\.svelte$/;
/** Elements whose text is code. */
const CODE = new Set(['code', 'kbd', 'pre', 'samp']);
/** Attributes that users read or hear. */
const READ_OUT = /^(aria-label|aria-roledescription|title|placeholder|label|alt)$/;
/** At least three letters in a row: shorter ones are units. Names of products and keys are the same in every language. */
const WORDS = /\p{L}{3}/u;
const NAMES = /^(Allpass|Esc|LiveCodeBench, pass@1|HumanEval\+|AIME 2024|[\w-]+\/[\w-]+)$/;

/** @param source of a component */
export function sentencesInMarkup(source: string): readonly FoundText[] {
  const found: FoundText[] = [];
  const take = (text: string, at: number): void => {
    const plain = text.trim();
    if (WORDS.test(plain) && !NAMES.test(plain)) found.push({ text: plain, at });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const node = value as { type?: string; name?: string; start: number; data?: string; value?: unknown };
    if (node.type === 'RegularElement' && CODE.has(node.name ?? '')) return;
    if (node.type === 'Text') return take(node.data ?? '', node.start);
    if (node.type === 'Attribute' && !READ_OUT.test(node.name ?? '')) return visit(expressionsIn(node.value));
    if (node.type === 'StyleDirective') return;
    for (const [name, child] of Object.entries(node)) if (name !== 'metadata') visit(child);
  };
  visit(parse(source, { modern: true }).fragment);
  return found;
}

/** The parts of an attribute's value that are no plain text: a snippet or a function may have markup in it. */
function expressionsIn(value: unknown): unknown {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return parts.filter((part) => (part as { type?: string } | null)?.type !== 'Text');
}
