import type { Output } from './output.ts';
import { formatTable } from './table.ts';

export interface ListView<T> {
  /** Table for a terminal. */
  readonly columns: readonly (readonly [title: string, cell: (one: T) => string, align?: 'right'])[];
  /** Lines for programs. Their order of values is part of the interface. */
  readonly plain: (one: T) => string | readonly string[];
  /** Message on a terminal if there is nothing to list. Without it, the table has a heading only. */
  readonly empty?: string;
}

export const tabbed = (...values: readonly (string | number)[]): string => values.join('\t');

/** Prints `all` as JSON, as a table on a terminal, and as lines otherwise. */
export async function printList<T>(
  output: Output,
  all: readonly T[],
  { columns, plain, empty }: ListView<T>,
): Promise<void> {
  if (output.interactive && all.length === 0 && empty !== undefined) return output.note(empty);
  const heads = columns.map(([title, , align]) => (align === undefined ? { title } : { title, align }));
  const rows = (): string[][] => all.map((one) => columns.map(([, cell]) => cell(one)));
  await output.result(all, output.interactive ? formatTable(heads, rows()) : all.flatMap(plain));
}
