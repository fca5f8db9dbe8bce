import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { addUser } from '../../../test/tree/tree.ts';
import { openReader } from './database.ts';
import type { OpenReader } from './open-reader.ts';
import type { Schema } from './schema.ts';
import { isAmong, rowIdList } from './query-parts.ts';

let testing: TestDatabase;
let reading: OpenReader<Schema>;

beforeAll(async () => {
  testing = await createTestDatabase();
  reading = await openReader(testing.database.source);
});
afterAll(async () => {
  await reading.close();
  await testing.close();
});

test('an extra reader sees committed rows', async () => {
  const rowId = await addUser(testing.database);
  const rows = await reading.reader.selectFrom('users').select('row_id').where('row_id', '=', rowId).execute();
  expect(rows).toEqual([{ row_id: rowId }]);
  expect(reading.dialect).toBe(testing.database.dialect);
});

test('an extra reader refuses writes', async () => {
  await expect(sql`delete from users`.execute(reading.reader)).rejects.toThrow(/read-?only/);
});

test('an extra reader finds rows by a list of ids of any length', async () => {
  const rowIds = [await addUser(testing.database), await addUser(testing.database)];
  const find = async (list: readonly number[]): Promise<number[]> => {
    const among = isAmong(reading.dialect, 'row_id', rowIdList(reading.dialect, list));
    const rows = await reading.reader.selectFrom('users').select('row_id').where(among).orderBy('row_id').execute();
    return rows.map((row) => row.row_id);
  };
  expect(await find(rowIds)).toEqual(rowIds);
  expect(await find([])).toEqual([]);
  expect(await find([...Array.from({ length: 100_000 }, (_, at) => 1_000_000 + at), ...rowIds])).toEqual(rowIds);
});
