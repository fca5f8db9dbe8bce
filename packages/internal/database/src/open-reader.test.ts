import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../test/test-database.ts';
import { openReader, type OpenReader } from './open-reader.ts';
import { isAmong, rowIdList } from './rows/query-parts.ts';

interface Schema {
  users: { row_id: number };
}

let testing: TestDatabase<Schema>;
let reading: OpenReader<Schema>;

beforeAll(async () => {
  testing = await openTestDatabase('create table users (row_id bigint primary key)');
  reading = await openReader(testing.database.source);
});
afterAll(async () => {
  await reading.close();
  await testing.close();
});

let lastRowId = 0;
async function addUser(): Promise<number> {
  lastRowId += 1;
  await testing.database.write((tx) => tx.insertInto('users').values({ row_id: lastRowId }).execute());
  return lastRowId;
}

test('an extra reader sees committed rows', async () => {
  const rowId = await addUser();
  const rows = await reading.reader.selectFrom('users').select('row_id').where('row_id', '=', rowId).execute();
  expect(rows).toEqual([{ row_id: rowId }]);
  expect(reading.dialect).toBe(testing.database.dialect);
});

test('an extra reader refuses writes', async () => {
  await expect(sql`delete from users`.execute(reading.reader)).rejects.toThrow(/read-?only/);
});

test('an extra reader finds rows by a list of ids of any length', async () => {
  const rowIds = [await addUser(), await addUser()];
  const find = async (list: readonly number[]): Promise<number[]> => {
    const among = isAmong(reading.dialect, 'row_id', rowIdList(reading.dialect, list));
    const rows = await reading.reader.selectFrom('users').select('row_id').where(among).orderBy('row_id').execute();
    return rows.map((row) => row.row_id);
  };
  expect(await find(rowIds)).toEqual(rowIds);
  expect(await find([])).toEqual([]);
  expect(await find([...Array.from({ length: 100_000 }, (_, at) => 1_000_000 + at), ...rowIds])).toEqual(rowIds);
});
