/** So many lines are shown: a page of more is slow to lay out, and the text by itself is there for the rest. */
const mostLines = 10_000;

export interface ShownLines {
  /** Lines end as they do in HTML, whose readers take every other end for one. */
  readonly text: string;
  readonly count: number;
  /** How many there are. */
  readonly total: number;
}

/** What of a text a page shows; `all` of it where it is to be had nowhere else. */
export function shownLines(content: string, all: boolean): ShownLines {
  const text = content.replaceAll(/\r\n?/g, '\n');
  let total = text.endsWith('\n') ? 0 : 1;
  let cut = text.length;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    total += 1;
    if (total === mostLines) cut = at + 1;
  }
  if (all || total <= mostLines) return { text, count: total, total };
  return { text: text.slice(0, cut), count: mostLines, total };
}

/** The lines with their numbers, which are neither read out nor selected with them: two elements, however many lines. */
export function SourceText({ lines: { text, count } }: { lines: ShownLines }) {
  const numbers = count > mostLines ? '' : Array.from({ length: count }, (_, index) => index + 1).join('\n');
  return (
    <div class="paste" tabindex={0} role="region" aria-label="Content">
      {numbers !== '' && (
        <pre class="numbers" aria-hidden="true">
          {numbers}
        </pre>
      )}
      {/* The first line break of a pre is not shown. */}
      <pre class="text">{`\n${text}`}</pre>
    </div>
  );
}
