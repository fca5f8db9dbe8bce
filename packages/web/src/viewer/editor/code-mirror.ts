import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, RangeSetBuilder, type Text } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';

interface EditorOptions {
  readonly text: Text;
  readonly label: string;
  readonly isMarkdown: boolean;
  /** English texts of the search with their translations. */
  readonly phrases: Readonly<Record<string, string>>;
  readonly onChange: (text: Text) => void;
  readonly onSave: () => void;
}

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--card)', fontSize: '0.9375rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '1.6',
  },
  '.cm-content': { padding: '1rem 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0', paddingInline: '0.5rem 1rem' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--muted)', borderInlineEnd: '1px solid var(--line)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-page)',
  },
  // There the background above would be that of the page.
  '@media (forced-colors: active)': {
    '.cm-selectionBackground': { backgroundColor: 'Highlight !important', opacity: '0.5' },
  },
  '.cm-panels': { backgroundColor: 'var(--page)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': { padding: '0.5rem 1rem', fontSize: '0.9375rem' },
  '.cm-textfield': { backgroundColor: 'var(--card)', borderColor: 'var(--edge)', minHeight: '2rem' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--card)',
    borderColor: 'var(--edge)',
    minHeight: '2rem',
  },
});

const colors = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: [tags.quote, tags.processingInstruction, tags.contentSeparator], color: 'var(--muted)' },
  { tag: tags.monospace, color: 'var(--good)' },
]);

/** Without the languages in it, which are several times as large. */
const markdown = new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown');

const ownDirection = Decoration.line({ attributes: { dir: 'auto' } });

/** Each line runs in the direction of its own words. */
const ownDirections = EditorView.decorations.of(({ state, visibleRanges }) => {
  const directions = new RangeSetBuilder<Decoration>();
  let next = 0;
  for (const { from, to } of visibleRanges)
    for (next = Math.max(next, from); next <= to;) {
      const line = state.doc.lineAt(next);
      directions.add(line.from, line.from, ownDirection);
      next = line.to + 1;
    }
  return directions.finish();
});

/** How the editor holds a text. */
export const textOf = (text: string): Text => EditorState.create({ doc: text, extensions: lineBreaks }).doc;

/** A `\r` is a character of the text, which is kept. */
const lineBreaks = EditorState.lineSeparator.of('\n');

/**
 * Opens an editor in a shadow root of the host: there CodeMirror writes its styles into a constructed style sheet, and not into a
 * `<style>` element, which the content security policy refuses. Returns a function that closes it.
 */
export function openEditor(host: HTMLElement, options: EditorOptions): () => void {
  const { text, label, isMarkdown, phrases, onChange, onSave } = options;
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const save = (): boolean => {
    onSave();
    return true;
  };
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        look,
        lineBreaks,
        EditorView.clipboardInputFilter.of((pasted) => pasted.replaceAll(/\r\n?/g, '\n')),
        lineNumbers(),
        history(),
        drawSelection(),
        highlightSpecialChars(),
        search({ top: true }),
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        ownDirections,
        EditorState.phrases.of(phrases),
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true' }),
        keymap.of([
          { key: 'Mod-s', run: save, preventDefault: true },
          ...defaultKeymap,
          ...historyKeymap,
          ...searchKeymap,
        ]),
        syntaxHighlighting(colors),
        ...(isMarkdown ? [markdown.extension] : []),
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.doc)),
      ],
    }),
  });
  view.focus();
  return () => view.destroy();
}
