import './text-view.css';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { highlight } from './highlight.ts';
import { inLines } from './source-lines.ts';

/** A text as it is, with the numbers of its lines, highlighted if the extension of the name implies its language. */
export function SourceText({ text, name }: { readonly text: string; readonly name: string }) {
  const content = useMemo(() => {
    const tree = highlight(text, name);
    const root = tree ?? ({ type: 'root', children: [{ type: 'text', value: text }] } as const);
    return toJsxRuntime(inLines(root), { Fragment, jsx, jsxs });
  }, [text, name]);
  return (
    <pre className="source">
      <code>{content}</code>
    </pre>
  );
}
