/** CodeMirror for Python, dressed in our tokens. Loaded on its own: it is the largest part of the page. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
  type TagStyle,
} from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { CODE_TAGS, type CodeColour } from '../colours/code-tags.ts';

export interface CodeEditorOptions {
  readonly code: string;
  readonly label: string;
  readonly describedBy: string;
  onChange(code: string): void;
  onSubmit(): void;
}

export interface CodeEditorHandle {
  /** Puts in another text, as one step that can be undone. */
  replace(code: string): void;
  focus(selection?: { readonly from: number; readonly to: number }): void;
  destroy(): void;
}

const FONTS: Readonly<Partial<Record<CodeColour, Partial<TagStyle>>>> = {
  keyword: { fontWeight: '600' },
  comment: { fontStyle: 'italic' },
};

const highlighting = HighlightStyle.define([
  ...CODE_TAGS.map(({ name, tag }) => ({ tag, color: `var(--code-${name})`, ...FONTS[name] })),
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)],
    fontWeight: '650',
  },
]);

const theme = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    fontSize: 'var(--text-13)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'var(--font-code)',
    lineHeight: 'var(--leading)',
    fontVariantLigatures: 'none',
  },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--text-muted)',
    border: 'none',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--surface-hover)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--surface-chosen)',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: 'var(--hairline) solid var(--line-control)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--surface-chosen)' },
  '.cm-panels, .cm-tooltip': {
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    borderColor: 'var(--line)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
});

/**
 * Puts an editor into `host`. It lives in a shadow root, because there CodeMirror's styles are constructed
 * sheets, which the page's CSP allows; in the document itself they would be refused style elements.
 */
export function createCodeEditor(host: HTMLElement, options: CodeEditorOptions): CodeEditorHandle {
  const root = host.attachShadow({ mode: 'open' });
  const parent = document.createElement('div');
  parent.style.height = '100%';
  root.append(parent);
  // The description stands inside, since an id cannot be named across the border of a shadow root.
  const description = document.createElement('p');
  description.id = 'description';
  description.hidden = true;
  description.textContent = options.describedBy;
  root.append(description);

  const submit = keymap.of([
    {
      key: 'Mod-Enter',
      run: () => {
        options.onSubmit();
        return true;
      },
    },
  ]);
  const view = new EditorView({
    parent,
    root,
    state: EditorState.create({
      doc: options.code,
      extensions: [
        Prec.highest(submit),
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        indentUnit.of('    '),
        EditorState.tabSize.of(4),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ activateOnTyping: false }),
        highlightSelectionMatches(),
        python(),
        syntaxHighlighting(highlighting),
        theme,
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...completionKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': options.label, 'aria-describedby': description.id }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });

  return {
    replace(code) {
      if (code === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: code } });
    },
    focus(selection) {
      if (selection !== undefined)
        view.dispatch({ selection: { anchor: selection.from, head: selection.to } });
      view.focus();
    },
    destroy() {
      view.destroy();
    },
  };
}
