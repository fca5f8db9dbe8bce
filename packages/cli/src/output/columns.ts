import { padEnd, textWidth } from './text-width.ts';

const GAP = 2;

/**
 * Positions of names in columns, filled downward, in as few lines as fit the width. Returns the indexes line by line,
 * and the width of each column, so that callers can color the names.
 */
function layOutColumns(widths: readonly number[], terminalWidth: number): { rows: number[][]; columns: number[] } {
  for (let rowCount = 1; ; rowCount++) {
    const columns: number[] = [];
    for (let start = 0; start < widths.length; start += rowCount) {
      columns.push(Math.max(...widths.slice(start, start + rowCount)));
    }
    const total = columns.reduce((sum, width) => sum + width + GAP, -GAP);
    if (total >= terminalWidth && columns.length > 1) continue;
    const rows = Array.from({ length: rowCount }, (_, row) =>
      columns.map((_width, column) => column * rowCount + row).filter((index) => index < widths.length),
    );
    return { rows, columns };
  }
}

/** Texts in columns; `paint` colors a text that is laid out already. */
export function formatColumns(
  texts: readonly string[],
  terminalWidth: number,
  paint: (text: string, index: number) => string,
): string[] {
  if (texts.length === 0) return [];
  const { rows, columns } = layOutColumns(texts.map(textWidth), terminalWidth);
  return rows.map((row) =>
    row
      .map((index, column) => {
        const text = texts[index]!;
        const padding = column === row.length - 1 ? '' : padEnd(text, columns[column]! + GAP).slice(text.length);
        return paint(text, index) + padding;
      })
      .join(''),
  );
}
