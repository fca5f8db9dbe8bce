import { StorageError, type StagedRow, type StagedRows } from '@drive/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createStagedRows, forgetStagedRows } from './staged-rows-store.ts';

let db: TestDatabase;
let rows: StagedRows;
beforeEach(async () => {
  db = await createTestDatabase({ waitsForDisk: false, mayBeUsed: true });
  rows = createStagedRows(db.database);
});
afterEach(async () => {
  await db.close();
});

const first: StagedRow = {
  id: 'a',
  key: '0a/one',
  uploadId: null,
  parts: [],
  tail: { key: 'staged/tail', bytes: 7 },
  turn: 1,
  lease: 0,
  modifiedAt: 5,
};
const second: StagedRow = {
  ...first,
  uploadId: 'upload',
  parts: [
    { etag: '"1"', bytes: 8 },
    { etag: '"2"', bytes: 9 },
  ],
  tail: null,
  turn: 2,
};

describe('the rows of uploads to an object storage', () => {
  it('are found as they were saved, until they are removed', async () => {
    expect([await rows.find('a'), await rows.save(first), await rows.find('a')]).toEqual([undefined, true, first]);
    expect([await rows.save(second), await rows.find('a'), await rows.list()]).toEqual([true, second, [second]]);
    await rows.remove('a');
    await rows.remove('a');
    expect([await rows.find('a'), await rows.list()]).toEqual([undefined, []]);
  });

  it('take one of two writers that continue from the same state', async () => {
    await rows.save(first);
    const saved = await Promise.all([rows.save(second), rows.save({ ...second, uploadId: 'late' })]);
    expect(saved.toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
    expect(await rows.save({ ...first, key: '0a/another' })).toBe(false);
  });

  it('refuse every write of a holder whose lease was taken over', async () => {
    await rows.save({ ...first, lease: 1 });
    expect(await rows.claim('a', 2)).toEqual({ ...first, lease: 2 });
    expect(await rows.save({ ...second, lease: 1 })).toBe(false);
    await rows.remove('a', 1);
    await expect(rows.claim('a', 1)).rejects.toThrow(StorageError);
    expect(await rows.find('a')).toEqual({ ...first, lease: 2 });
    expect(await rows.save({ ...second, lease: 2 })).toBe(true);
  });

  it('let a holder with a higher lease begin again over the row of a late one', async () => {
    await rows.save({ ...first, lease: 1 });
    const restarted = { ...first, key: '0a/two', lease: 2 };
    expect([await rows.save(restarted), await rows.find('a')]).toEqual([true, restarted]);
  });

  it('are all forgotten when their storage is left', async () => {
    await rows.save(first);
    await db.database.write(forgetStagedRows);
    expect([await rows.list(), await rows.claim('a', 3)]).toEqual([[], undefined]);
  });
});
