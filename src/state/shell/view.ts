/** What the address says: which problem, which tab, which answer, which prompt, which test, what is compared, which filters. One table. */
import type { Difficulty, ProblemMode } from '../../domain/problem.ts';
import { findProfile } from '../../judge/profiles/custom.ts';
import { STANDARD } from '../../judge/profiles/profiles.ts';

export type ModelsTab = 'gpu' | 'cpu';
export type Tab = 'answer' | 'program';
export type ProgressFilter = 'solved' | 'failed' | 'untouched';

export interface View {
  readonly problem: string | null;
  readonly tab: Tab;
  /** Whose answer: `recorded:<kind>`, `gpu:<model>`, `cpu:<model>` or `endpoint:<model>`; null means the page's own choice. */
  readonly pick: string | null;
  /** Name of the prompt; null means DeepCoder's. One of the user's own is known on their device only. */
  readonly prompt: string | null;
  /** Index of the open test, from 0. */
  readonly test: number | null;
  /** Name of the profile whose rules judge; a custom one's name spells out its choices. */
  readonly rules: string;
  /** Whether the X-ray is open. */
  readonly xray: boolean;
  /** Which list of this machine's models is open; null when none is. */
  readonly models: ModelsTab | null;
  /** The columns of the open comparison, as `column-spec.ts` writes them; null when none is open. */
  readonly compare: string | null;
  readonly search: string;
  readonly difficulty: Difficulty | null;
  readonly mode: ProblemMode | null;
  /** Name of a set of problems. */
  readonly set: string | null;
  readonly progress: ProgressFilter | null;
}

/** A comparison that names no columns: they are as they were left. */
export const COMPARE_AS_LEFT = '1';

export const INITIAL_VIEW: View = {
  problem: null,
  tab: 'answer',
  pick: null,
  prompt: null,
  test: null,
  rules: STANDARD.name,
  xray: false,
  models: null,
  compare: null,
  search: '',
  difficulty: null,
  mode: null,
  set: null,
  progress: null,
};

type Setting = Exclude<keyof View, 'problem'>;

interface Row<K extends Setting> {
  readonly key: K;
  readonly name: string;
  /** Undefined for what does not fit: the initial value then stands. */
  readonly parse: (text: string) => View[K] | undefined;
  readonly format: (value: View[K]) => string;
}

function row<K extends Setting>(
  key: K,
  name: string,
  parse: Row<K>['parse'],
  format: Row<K>['format'] = String,
): Row<K> {
  return { key, name, parse, format };
}

function oneOf<T extends string>(...values: readonly T[]): (text: string) => T | undefined {
  return (text) => values.find((value) => value === text);
}

/** Everything after the `?`, in the order in which it is written. */
const TABLE: readonly Row<Setting>[] = [
  row('tab', 'tab', oneOf('answer', 'program')),
  row('pick', 'model', (text) => (/^(recorded|endpoint|gpu|cpu):/.test(text) ? text : undefined)),
  row('prompt', 'prompt', (text) => text),
  row(
    'test',
    'test',
    (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) - 1 : undefined),
    (test) => String((test ?? 0) + 1),
  ),
  row('rules', 'rules', (text) => findProfile(text)?.name),
  row(
    'xray',
    'xray',
    (text) => (text === '1' ? true : undefined),
    () => '1',
  ),
  row('models', 'models', oneOf('gpu', 'cpu')),
  // Read by the comparison alone, whose code is not part of the first screen.
  row('compare', 'compare', (text) => text),
  row('search', 'search', (text) => text),
  row('difficulty', 'difficulty', oneOf('easy', 'medium', 'hard')),
  row('mode', 'mode', oneOf('stdin', 'call', 'assert')),
  row('set', 'set', (text) => text),
  row('progress', 'progress', oneOf('solved', 'failed', 'untouched')),
] as unknown as readonly Row<Setting>[];

/** Reads a location hash. Whatever does not fit is left at its initial value; it never throws. */
export function parseView(hash: string): View {
  const [path = '', query = ''] = cut(hash.replace(/^#/, ''), '?');
  const match = /^\/problem\/(.+)$/.exec(path);
  const parameters = new URLSearchParams(query);
  const view: Record<string, unknown> = { ...INITIAL_VIEW, problem: match ? decode(match[1] ?? '') : null };
  for (const { key, name, parse } of TABLE) {
    const text = parameters.get(name);
    const value = text === null || text === '' ? undefined : parse(text);
    if (value !== undefined) view[key] = value;
  }
  return view as unknown as View;
}

/** Writes a view as a location hash; `parseView` gives the same view back. */
export function formatView(view: View): string {
  const parameters = new URLSearchParams();
  for (const { key, name, format } of TABLE) {
    if (view[key] !== INITIAL_VIEW[key]) parameters.set(name, format(view[key]));
  }
  const query = parameters.toString();
  const path = view.problem === null ? '/' : `/problem/${encodeURIComponent(view.problem)}`;
  return `#${path}${query === '' ? '' : `?${query}`}`;
}

function cut(text: string, at: string): readonly [string, string] {
  const index = text.indexOf(at);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
