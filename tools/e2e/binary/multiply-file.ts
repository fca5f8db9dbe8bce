import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** Adds rows of `count` files, numbered from 1, for a file whose name ends with a number, without bytes. */
export function multiplyFile(databaseFile: string, id: string, count: number): void {
  const database = new DatabaseSync(databaseFile);
  try {
    const { row_id: _, ...row } = database.prepare('select * from items where id = ?').get(id) ?? {};
    const columns = Object.keys(row);
    const insert = database.prepare(
      `insert into items (${columns.join(', ')}) values (${columns.map((column) => `:${column}`).join(', ')})`,
    );
    const stem = String(row['name']).replace(/\d+$/, '');
    database.exec('begin');
    for (let number = 1; number <= count; number += 1) {
      const name = `${stem}${number}`;
      insert.run({ ...row, id: randomUUID(), name, name_key: name, blob_key: randomUUID() });
    }
    database.exec('commit');
  } finally {
    database.close();
  }
}
