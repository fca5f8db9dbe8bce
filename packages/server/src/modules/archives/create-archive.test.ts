import { createBaseUrl, systemRandom } from '@drive/base';
import { createTestClock } from '@drive/base/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { addUser } from '../../../test/tree/tree.ts';
import { createSecrets } from '../../platform/secrets.ts';
import type { FileBelow } from '../files/index.ts';
import { createArchive } from './create-archive.ts';

let db: TestDatabase;
let ownerId: number;
beforeEach(async () => {
  db = await createTestDatabase();
  ownerId = await addUser(db.database);
});
afterEach(() => db.close());

const clock = createTestClock();
const create = (entries: AsyncIterable<readonly FileBelow[]>, maxBytes: number) =>
  createArchive(
    {
      database: db.database,
      clock,
      random: systemRandom,
      secrets: createSecrets(Buffer.alloc(32, 7)),
      baseUrl: createBaseUrl('http://drive.example'),
      files: { requireReleased: () => undefined },
      config: { maxBytes },
    },
    { ownerId, share: null, entries },
  );

/** Counts the requested files. */
function manyFiles(count: number, sizeBytes: number) {
  const asked = { files: 0 };
  async function* entries(): AsyncGenerator<readonly FileBelow[]> {
    for (; asked.files < count; asked.files += 250)
      yield Array.from({ length: Math.min(250, count - asked.files) }, (_, index) => ({
        file: { id: systemRandom.uuid(), name: `${asked.files + index}`, sizeBytes, createdAt: 0 } as FileBelow['file'],
        folderNames: [],
      }));
  }
  return { asked, entries: entries() };
}

describe('an archive of very many files', () => {
  it('is built in batches', async () => {
    const { entries } = manyFiles(1001, 3);
    expect(await create(entries, 10_000)).toMatchObject({ fileCount: 1001, totalBytes: 3003 });
    const parts = await db.database.reader.selectFrom('archive_parts').select('position').execute();
    expect(parts.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  });

  it('is refused above a hundred thousand files', async () => {
    const { asked, entries } = manyFiles(1_000_000, 1);
    await expect(create(entries, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
      code: 'archive_size_exceeded',
      message: expect.stringContaining('100000 files') as string,
    });
    expect(asked.files).toBe(100_000);
  });

  it('is refused as soon as it exceeds the cap, without reading the remaining files', async () => {
    const { asked, entries } = manyFiles(1_000_000, 10);
    await expect(create(entries, 5_000)).rejects.toMatchObject({
      code: 'archive_size_exceeded',
      details: { cap_bytes: 5_000 },
    });
    expect(asked.files).toBeLessThan(1_000);
  });
});
