import { Fragment } from 'hono/jsx';

/** Text of the description: Markdown, of which it uses paragraphs, code and links. */
export function Prose({ text }: { text: string }) {
  return (
    <>
      {text.split(/\n\n+/).map((paragraph) => (
        <p>
          <Line text={paragraph} />
        </p>
      ))}
    </>
  );
}

export function Line({ text }: { text: string }) {
  return (
    <>
      {text.split(/(`[^`]{0,200}`|\[[^\][]{1,200}\]\([^()]{1,500}\))/).map((part) => {
        if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
        const [, label, url] = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(part) ?? [];
        return url === undefined ? <Fragment>{part}</Fragment> : <a href={url}>{label}</a>;
      })}
    </>
  );
}
