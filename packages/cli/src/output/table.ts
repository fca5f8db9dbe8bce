import { padEnd, padStart, textWidth } from './text-width.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'right';
}

/** Lines of a table with a heading. Cells are separated by two blanks, without trailing blanks. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map(({ title }, index) =>
    rows.reduce((width, row) => Math.max(width, textWidth(row[index] ?? '')), textWidth(title)),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ align }, index) => (align === 'right' ? padStart : padEnd)(cells[index] ?? '', widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [columns.map(({ title }) => title), ...rows].map(line);
}
