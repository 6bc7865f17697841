/**
 * CodeMirror for Python, with the design tokens of this app. It has its own chunk, because it is the largest part of
 * the page.
 */
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
import { EditorState, Prec, RangeSet, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  gutterLineClass,
  GutterMarker,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { CODE_TAGS, type CodeColour } from '../colours/python-spans.ts';

export interface LineMark {
  /** Line number, starting at 1. */
  readonly line: number;
  readonly message: string;
}

export interface CodeEditorHandle {
  /** Replaces the text, as one undo step. */
  replace(code: string): void;
  focus(selection?: { readonly from: number; readonly to: number }): void;
  /** Focuses a line, counted from 1. */
  focusLine(line: number): void;
  /** Marks a line with the error that it raised; null removes the mark. The next change of the text removes it, too. */
  mark(mark: LineMark | null): void;
  destroy(): void;
}

class MessageWidget extends WidgetType {
  readonly #message: string;

  constructor(message: string) {
    super();
    this.#message = message;
  }

  toDOM(): HTMLElement {
    const note = document.createElement('span');
    note.className = 'cm-errorMessage';
    note.textContent = this.#message;
    return note;
  }
}

class ErrorGutter extends GutterMarker {
  override elementClass = 'cm-errorGutter';
}

const markLine = StateEffect.define<LineMark | null>();
const errorLine = StateField.define<LineMark | null>({
  create: () => null,
  update(mark, transaction) {
    const effect = transaction.effects.find((one) => one.is(markLine));
    if (effect !== undefined) return effect.value as LineMark | null;
    return transaction.docChanged ? null : mark;
  },
  provide: (field) => [
    EditorView.decorations.compute([field, 'doc'], (state) => {
      const mark = state.field(field);
      if (mark === null || mark.line > state.doc.lines) return Decoration.none;
      const { from, to, text } = state.doc.line(mark.line);
      const indent = text.length - text.trimStart().length;
      const code =
        from + indent < to ? [Decoration.mark({ class: 'cm-error' }).range(from + indent, to)] : [];
      const message = Decoration.widget({ widget: new MessageWidget(mark.message), side: 1 });
      return Decoration.set([...code, message.range(to)], true);
    }),
    gutterLineClass.compute([field, 'doc'], (state) => {
      const mark = state.field(field);
      if (mark === null || mark.line > state.doc.lines) return RangeSet.of<GutterMarker>([]);
      return RangeSet.of([new ErrorGutter().range(state.doc.line(mark.line).from)]);
    }),
  ],
});

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
  '.cm-error': { textDecoration: 'underline wavy var(--verdict-runtime)' },
  '.cm-errorMessage': {
    marginLeft: 'var(--space-16)',
    color: 'var(--verdict-runtime)',
    fontFamily: 'var(--font-text)',
  },
  '.cm-errorGutter': { color: 'var(--verdict-runtime)', fontWeight: '700' },
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
 * Creates an editor in `host`, in a shadow root. There, CodeMirror adds its styles as constructed sheets, which the
 * page's CSP allows. In the document it would add style elements, which the CSP blocks.
 */
export function createCodeEditor(
  host: HTMLElement,
  options: { readonly code: string; readonly label: string; onChange(code: string): void; onSubmit(): void },
): CodeEditorHandle {
  const root = host.attachShadow({ mode: 'open' });
  const parent = document.createElement('div');
  parent.style.height = '100%';
  root.append(parent);
  // The description is inside the shadow root, because ARIA ids do not work across its boundary.
  const description = document.createElement('p');
  description.id = 'description';
  description.hidden = true;
  description.textContent = 'Tab indents. Press Escape and then Tab to leave the editor.';
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
        errorLine,
        theme,
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...completionKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({
          ...{ 'aria-label': options.label, 'aria-describedby': description.id },
          // Checkers of accessibility take content without it for content that the keyboard cannot scroll.
          tabindex: '0',
        }),
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
    focusLine(number) {
      const { from } = view.state.doc.line(Math.min(number, view.state.doc.lines));
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    mark(mark) {
      view.dispatch({ effects: markLine.of(mark) });
    },
    destroy() {
      view.destroy();
    },
  };
}
