// An editor in place of a block of code. Its styles are adopted by a shadow root: the page's policy lets no others in.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { typescriptLanguage } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colours that code has elsewhere in the page. */
const COLOURS = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.modifier], color: 'var(--code-keyword)' },
    { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
    { tag: tags.number, color: 'var(--code-number)' },
    { tag: tags.comment, color: 'var(--code-comment)' },
    { tag: [tags.typeName, tags.className], color: 'var(--code-type)' },
  ]),
);

const LOOK = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--card)', fontSize: '.875rem', border: '1px solid var(--line)', borderRadius: '8px' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--ink)', padding: '10px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--soft)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--b) 8%, transparent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--b) 28%, transparent) !important',
  },
});

/** What is typed over several lines: a browser would join them with styles of its own, which the page's policy refuses. */
const TYPED_OVER = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== 'insertText' || event.data === null || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(event.data));
    event.preventDefault();
    return true;
  },
});

/** Puts an editor where the block stands; `onRun`: what Ctrl-Enter does. */
export function editorAt(block: HTMLElement, text: string, onRun: () => void): { readonly text: () => string } {
  const host = document.createElement('div');
  host.className = 'editor';
  block.replaceWith(host);
  const root = host.attachShadow({ mode: 'open' });
  const run = () => {
    onRun();
    return true;
  };
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text.trimEnd(),
      extensions: [
        keymap.of([{ key: 'Mod-Enter', run }, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        indentOnInput(),
        typescriptLanguage,
        COLOURS,
        TYPED_OVER,
        LOOK,
        EditorView.contentAttributes.of({ 'aria-label': 'program, Ctrl-Enter runs it, Escape then Tab leaves it' }),
      ],
    }),
  });
  view.focus();
  return { text: () => `${view.state.doc.toString()}\n` };
}
