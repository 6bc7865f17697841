/**
 * Defines the playground's part of the address in one table: problem, tab, answer, prompt, test, comparison and
 * filters.
 */
import { isChoiceId } from '../../../models/asking/model-choices.ts';
import type { SubmissionKind } from '../../../domain/submission.ts';
import type { ListFilter } from '../../../common/problems/state/problem-filter.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import { FLAG, oneOf, readRows, rowsOf, writeRows } from '../../../kit/address/address-rows.ts';
import type { PageCodec } from '../../../kit/address/route.ts';

export type Tab = 'answer' | 'program';

/** The pane that a narrow window shows. `work` is the tab that the address names. */
export type Pane = 'statement' | 'work' | 'verdict';

export function kindOf(tab: Tab): SubmissionKind {
  return tab === 'program' ? 'program' : 'completion';
}

/** Dialogs that a link opens, one at a time. */
export type LinkedDialog =
  | { readonly type: 'xray' }
  | { readonly type: 'models' }
  /**
   * The columns in the format of the address. Only the comparison parses them, because its code in `columns.ts` is not
   * part of the first screen.
   */
  | { readonly type: 'compare'; readonly columns: string }
  /** Earlier verdicts: the time of the open entry, the times of two compared entries, or `1` for the list. */
  | { readonly type: 'history'; readonly entries: string };

export interface PlaygroundView extends ListFilter {
  readonly problem: string | null;
  /** The set of the problem, or null for the first set that contains the problem's id. */
  readonly in: string | null;
  readonly tab: Tab;
  /** Whether the field for the user's own input is open. */
  readonly own: boolean;
  /**
   * Source of the answer: `recorded:<kind>`, `gpu:<model>`, `cpu:<model>` or `endpoint:<model>`; null for the default
   * of the page.
   */
  readonly pick: string | null;
  /** Name of the prompt; null for DeepCoder's. A user's own prompt exists only on their device. */
  readonly prompt: string | null;
  /** Index of the open test, starting at 0. */
  readonly test: number | null;
  /** Name of the profile that judges. The name of a custom profile contains its choices. */
  readonly rules: string;
  readonly dialog: LinkedDialog | null;
  /** Whether the presentation is open, which shows the verdict, the judged program and the tests in large type. */
  readonly present: boolean;
  /** Whether only statement, editor and verdict are shown, without models, as in a link for students. */
  readonly solo: boolean;
}

/** A comparison without named columns. It opens with the columns of the last visit. */
export const COMPARE_AS_LEFT: LinkedDialog = { type: 'compare', columns: '1' };

export const ALL_HISTORY: LinkedDialog = { type: 'history', entries: '1' };

export const INITIAL_VIEW: PlaygroundView = {
  problem: null,
  in: null,
  tab: 'answer',
  own: false,
  pick: null,
  prompt: null,
  test: null,
  rules: STANDARD.name,
  dialog: null,
  present: false,
  solo: false,
  search: '',
  difficulty: null,
  mode: null,
  set: null,
  progress: null,
};

const row = rowsOf<PlaygroundView>();

/** The parameters after the `?`, in the order in which they are written. */
const ROWS = [
  row('in', 'in', (text) => text),
  row('tab', 'tab', oneOf('answer', 'program')),
  row('own', 'own-input', ...FLAG),
  row('pick', 'model', (text) => (isChoiceId(text) ? text : undefined)),
  row('prompt', 'prompt', (text) => text),
  row(
    'test',
    'test',
    (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) - 1 : undefined),
    (test) => String((test ?? 0) + 1),
  ),
  row('rules', 'rules', (text) => findProfile(text)?.name),
  row(
    'dialog',
    'xray',
    (text) => (text === '1' ? { type: 'xray' } : undefined),
    (dialog) => (dialog?.type === 'xray' ? '1' : null),
  ),
  row(
    'dialog',
    'compare',
    (columns) => ({ type: 'compare', columns }),
    (dialog) => (dialog?.type === 'compare' ? dialog.columns : null),
  ),
  row(
    'dialog',
    'history',
    (text) => (/^\d{1,16}(\*\d{1,16})?$/.test(text) ? { type: 'history', entries: text } : undefined),
    (dialog) => (dialog?.type === 'history' ? dialog.entries : null),
  ),
  row(
    'dialog',
    'models',
    (text) => (text === 'here' ? { type: 'models' } : undefined),
    (dialog) => (dialog?.type === 'models' ? 'here' : null),
  ),
  row('present', 'present', ...FLAG),
  row('solo', 'solo', ...FLAG),
  row('search', 'search', (text) => text),
  row('difficulty', 'difficulty', oneOf('easy', 'medium', 'hard')),
  row('mode', 'mode', oneOf('stdin', 'call', 'assert')),
  row('set', 'set', (text) => text),
  row('progress', 'progress', oneOf('solved', 'failed', 'answered', 'untouched')),
];

/** The columns of the open comparison, or null if none is open. */
export function comparedIn({ dialog }: PlaygroundView): string | null {
  return dialog?.type === 'compare' ? dialog.columns : null;
}

/** Whether the problem differs between two views. */
export function namesAnother(view: PlaygroundView, previous: PlaygroundView): boolean {
  return view.problem !== previous.problem || view.in !== previous.in;
}

export const PLAYGROUND_CODEC: PageCodec<PlaygroundView> = {
  page: 'playground',
  initial: INITIAL_VIEW,
  parse(path, parameters) {
    // An id may contain unencoded slashes.
    const problem = /^\/problem\/(.*)$/s.exec(path)?.[1];
    if (problem === undefined && path !== '' && path !== '/') return null;
    return readRows(ROWS, parameters, { ...INITIAL_VIEW, problem: problem ? decode(problem) : null });
  },
  format(view) {
    const path = view.problem === null ? '/' : `/problem/${encode(view.problem)}`;
    return path + writeRows(ROWS, view, INITIAL_VIEW);
  },
};

/**
 * Encodes an id for the address. A lone surrogate cannot be encoded, so it is replaced, and the address then matches no
 * problem.
 */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
