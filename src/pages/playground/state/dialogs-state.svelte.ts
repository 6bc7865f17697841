import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import type { LinkedDialog, PlaygroundView } from './playground-view.ts';

/** The dialogs that can be open over the playground. */
export type Dialog =
  | LinkedDialog
  /** The list of problems, in windows that have no pane for it. */
  | { readonly type: 'problems'; readonly searching?: true }
  | { readonly type: 'endpoint' }
  /** The sampling settings for all models. */
  | { readonly type: 'sampling' }
  /** The user's own rules. */
  | { readonly type: 'rules' }
  /** The user's own prompt. */
  | { readonly type: 'prompt' }
  /** The form for pasting an answer of another tool. */
  | { readonly type: 'paste' };

/** Titles of the dialogs. They also identify a dialog whose code cannot be loaded. */
export const DIALOG_TITLES = {
  problems: 'Problems',
  endpoint: 'Connection',
  sampling: 'Sampling',
  rules: 'Custom rules',
  prompt: 'Compose a prompt',
  paste: 'Paste an answer',
  models: 'Models on this device',
  xray: 'X-ray',
  compare: 'Side by side',
  history: 'History',
} as const satisfies Readonly<Record<Dialog['type'], string>>;

/** The open dialog, and the dialog that was opened from within it. A link can open only the lower one. */
export class DialogsState {
  readonly #view: PageView<PlaygroundView>;
  #topDialog = $state.raw<Dialog | null>(null);

  /** The open dialogs, from bottom to top. No type occurs twice. */
  readonly layers = $derived.by((): readonly Dialog[] => {
    const { dialog } = this.#view.current;
    return [dialog, this.#topDialog].filter((layer) => layer !== null);
  });

  constructor(view: PageView<PlaygroundView>) {
    this.#view = view;
  }

  find<T extends Dialog['type']>(type: T): Extract<Dialog, { readonly type: T }> | null {
    const openLayer = this.layers.find((layer) => layer.type === type);
    return openLayer === undefined ? null : (openLayer as Extract<Dialog, { readonly type: T }>);
  }

  has(type: Dialog['type']): boolean {
    return this.find(type) !== null;
  }

  /** Opens a dialog. If it was opened from within another one, that one is shown again when it closes. */
  open(dialog: Dialog): void {
    const isOverAnother = dialog.type === 'models' && this.layers.some(({ type }) => type !== 'models');
    if (isLinked(dialog) && !isOverAnother) this.#view.go({ dialog });
    else this.#topDialog = dialog;
  }

  /** Changes the open dialog without a new step in the history. */
  adjust(dialog: LinkedDialog): void {
    this.#view.adjust({ dialog });
  }

  /**
   * Closes the dialog of this type if it is open. The browser may report twice that a dialog was closed.
   * @param change a choice made in the dialog, which becomes part of the same step in the history
   */
  close(type: Dialog['type'], change: Partial<PlaygroundView> = {}): void {
    if (!this.has(type)) return;
    if (this.#topDialog?.type !== type) this.#view.go({ ...change, dialog: null });
    else {
      this.#topDialog = null;
      this.#view.go(change);
    }
  }

  /** Closes all dialogs when the user leaves the page, so that none is open next time. */
  leave(): void {
    this.#topDialog = null;
    if (!this.#view.inFront && this.#view.current.dialog !== null) this.#view.adjust({ dialog: null });
  }
}

const LINKED: Readonly<Record<LinkedDialog['type'], true>> = {
  xray: true,
  models: true,
  compare: true,
  history: true,
};

function isLinked(dialog: Dialog): dialog is LinkedDialog {
  return dialog.type in LINKED;
}
