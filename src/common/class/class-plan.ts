/** The plan of a class: lessons, own problems and own questions, as one link or one file. */
import { array, integer, literal, minValue, number, object, pipe, safeParse, string, variant } from 'valibot';
import type { GenericSchema } from 'valibot';
import { CLASS_PAGE } from './class-page.ts';
import { parseJson } from '../../base/parse-json.ts';
import { inflateAll } from '../../datasets/containers/inflate.ts';
import { Unreadable } from '../../datasets/containers/source-file.ts';
import { saveFile } from '../../kit/components/save-file.ts';

export interface ClassPlan {
  readonly format: 'allpass-class';
  readonly version: 1;
  readonly title: string;
  /** Settings of the lessons, as in an address, such as hidden answers. */
  readonly settings: string;
  /** The lessons and problems in their order. */
  readonly parts: readonly ClassPart[];
  /** Questions that are asked before the first part and again after the last. */
  readonly questions: readonly OwnQuestion[];
  /** The problems of the parts as lines of problems.jsonl, without solutions. */
  readonly problems: string;
}

export type ClassPart =
  | { readonly kind: 'lesson'; readonly name: string; readonly minutes: number }
  | { readonly kind: 'problem'; readonly id: string; readonly minutes: number };

/** A question of the teacher. Without options, the answer is one sentence. */
export interface OwnQuestion {
  readonly text: string;
  readonly options: readonly string[];
}

const minutes = pipe(number(), integer(), minValue(0));
const SCHEMA = object({
  format: literal('allpass-class'),
  version: literal(1),
  title: string(),
  settings: string(),
  parts: array(
    variant('kind', [
      object({ kind: literal('lesson'), name: string(), minutes }),
      object({ kind: literal('problem'), id: string(), minutes }),
    ]),
  ),
  questions: array(object({ text: string(), options: array(string()) })),
  problems: string(),
}) satisfies GenericSchema<unknown, ClassPlan>;

export const NO_PLAN: ClassPlan = {
  ...{ format: 'allpass-class', version: 1, title: '', settings: '' },
  ...{ parts: [], questions: [], problems: '' },
};

/**
 * Maximum number of characters of a packed plan in a link. Browsers accept much more, but mail programs and messengers
 * cut longer links.
 */
export const LONGEST_PACKED = 30_000;
/** Maximum number of characters of a link that fits a QR code. */
export const LONGEST_QR = 2900;
/** Maximum size of an unpacked plan, in bytes. */
export const LARGEST_PLAN = 20 << 20;

export function planLink(packed: string): string {
  return `${CLASS_PAGE}?plan=${packed}`;
}

/** Returns the name of the set that the problems of a plan become. */
export function setOfPlan({ title }: Pick<ClassPlan, 'title'>): string {
  return `${title} (class).jsonl`;
}

/** Parses a plan. Returns null for any other text. */
export function readPlan(text: string): ClassPlan | null {
  const result = safeParse(SCHEMA, parseJson(text));
  return result.success ? result.output : null;
}

/** Saves a plan as a file, which students drop anywhere on the page. */
export function savePlan(plan: ClassPlan): void {
  saveFile(new Blob([JSON.stringify(plan)], { type: 'application/json' }), 'allpass-class.json');
}

/** Packs a plan for a link: compressed, in the characters that an address allows. */
export async function packPlan(plan: ClassPlan): Promise<string> {
  const stream = new Blob([JSON.stringify(plan)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Unpacks a plan from a link. Returns null for a damaged link. */
export async function unpackPlan(packed: string): Promise<ClassPlan | null> {
  try {
    const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return readPlan(new TextDecoder().decode(await inflateAll(bytes, 'deflate-raw', LARGEST_PLAN)));
  } catch (error) {
    if (error instanceof Unreadable || error instanceof DOMException) return null;
    throw error;
  }
}
