import './text-view.css';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

/** Links leave the app; images are not loaded, because they could reveal to others who reads the file. */
const components: Components = {
  a: ({ href, children }) =>
    href !== undefined && /^(?:https?|mailto):/i.test(href) ? (
      <a href={href} target="_blank" rel="noreferrer noopener nofollow">
        {children}
      </a>
    ) : (
      children
    ),
  img: ({ alt }) => (alt === undefined || alt === '' ? null : <em>{alt}</em>),
  // The box of a task has no label of its own; a sign is read with the text.
  input: ({ checked }) => <span>{checked === true ? '☑ ' : '☐ '}</span>,
  // Wide tables scroll in themselves.
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
};

const plugins = [remarkGfm];

/** Formatted Markdown. HTML in it is shown as text; the elements are made without markup from text. */
export default function MarkdownView({ text }: { readonly text: string }) {
  return (
    <div className="markdown" dir="auto">
      <Markdown remarkPlugins={plugins} components={components}>
        {text}
      </Markdown>
    </div>
  );
}
