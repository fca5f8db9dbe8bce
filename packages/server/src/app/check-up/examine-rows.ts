import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { moveToRoot } from '../../modules/files/index.ts';
import { findLostRow, listLostRows, removeLostRow, type Database, type LostRow } from '../../platform/db/index.ts';
import { finding, type Finding } from './findings.ts';

interface Place {
  readonly database: Database;
  /** Below it lies what was set aside. */
  readonly blobDirectory: string;
}

/** Rows that refer to what is not there. What goes with a row that goes is found in the next round. */
export async function* examineRows(
  file: string,
  { database, blobDirectory }: Place,
  { repairs }: { readonly repairs: boolean },
): AsyncGenerator<Finding> {
  for (;;) {
    const rows = listLostRows(file);
    // An item without an owner has no root folder to go to either.
    const homeless = new Set(rows.filter((row) => !isHomesick(row)).map(nameOf));
    for (const row of rows) {
      const text = `row ${row.rowId} of ${row.table} belongs to a row of ${row.missingTable} that is not there`;
      if (!repairs) yield finding('lost_row', text);
      else if (!isHomesick(row)) yield finding('lost_row', text, await setRowAside(file, row, blobDirectory));
      else if (!homeless.has(nameOf(row))) yield finding('lost_row', text, await bringHome(database, row));
    }
    if (!repairs || rows.length === 0) return;
  }
}

const nameOf = ({ table, rowId }: LostRow): string => `${table} ${rowId}`;

const isHomesick = ({ table, column }: LostRow): boolean => table === 'items' && column === 'parent_id';

async function bringHome(database: Database, { rowId }: LostRow): Promise<string> {
  await moveToRoot(database, rowId);
  return "moved into its owner's root folder";
}

/** As a line of JSON, on the disk before the row goes. */
async function setRowAside(file: string, row: LostRow, directory: string): Promise<string> {
  const values = findLostRow(file, row);
  if (values === undefined) return 'gone with the row before';
  const aside = join(directory, 'lost+found');
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const path = join(aside, 'rows.jsonl');
  const handle = await open(path, 'a', 0o600);
  try {
    await handle.appendFile(`${JSON.stringify({ table: row.table, row: values })}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  removeLostRow(file, row);
  return `moved to ${path}`;
}
