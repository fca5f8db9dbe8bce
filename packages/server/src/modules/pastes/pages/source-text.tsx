import { t } from '@drive/pages';

/** Lines shown on the page: more are slow to lay out, and the plain text has them all. */
const mostLines = 10_000;

export interface ShownLines {
  /** Lines end with `\n`. */
  readonly text: string;
  readonly count: number;
  readonly total: number;
}

/** The lines that a page shows: all of them if `all`, otherwise the first 10,000. */
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

/** Numbered lines. The numbers are in a separate element, so that they are neither read out nor selected. */
export function SourceText({ lines: { text, count } }: { lines: ShownLines }) {
  const numbers = count > mostLines ? '' : Array.from({ length: count }, (_, index) => index + 1).join('\n');
  return (
    <div class="paste" tabindex={0} role="region" aria-label={t('Content')}>
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
