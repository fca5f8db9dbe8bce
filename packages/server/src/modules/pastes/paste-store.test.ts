import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { migrate, openSqlite, type Database } from '../../platform/db/index.ts';
import { burnPaste, deletePasteRow, emptyExpired, insertPaste } from './paste-store.ts';

const paste = (id: string, content: string) => ({
  id,
  token: id,
  ownerId: 1,
  mode: 'SHARED' as const,
  title: null,
  language: null,
  sizeBytes: content.length,
  expiresAt: 10,
  passwordHash: null,
  burns: true,
  createdAt: 0,
  content,
});

/** Reads the file after the last connection has closed, which moves the log into it. */
async function fileAfter(directory: string, work: (database: Database) => Promise<unknown>): Promise<string> {
  const file = join(directory, 'drive.db');
  const database = openSqlite({ file });
  await migrate(database, { now: () => 0 });
  await work(database);
  await database.close();
  return readFileSync(file, 'latin1');
}

describe.runIf(inject('databaseKind') === 'sqlite')('the database file', () => {
  it('contains nothing of a burned, expired or deleted paste', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'drive-test-'));
    try {
      const kinds = ['burned', 'expired', 'deleted'];
      // Short contents are stored in the page of the row, long ones in overflow pages.
      const contents = kinds.flatMap((kind) => [`${kind}-short`, `${kind}-long-`.repeat(20_000)]);
      const before = await fileAfter(directory, (database) =>
        database.write(async (tx) => {
          await tx
            .insertInto('users')
            .values({
              id: 'u',
              email: 'a@b.c',
              email_key: 'a@b.c',
              password_hash: '',
              plan: 'free',
              is_admin: 0,
              created_at: 0,
            })
            .execute();
          for (const [index, content] of contents.entries()) await insertPaste(tx, paste(String(index), content));
        }),
      );
      for (const kind of kinds) expect([kind, before.includes(`${kind}-`)]).toEqual([kind, true]);
      const after = await fileAfter(directory, (database) =>
        database.write(async (tx) => {
          expect([await burnPaste(tx, 1, 5), await burnPaste(tx, 2, 5)]).toEqual(contents.slice(0, 2));
          expect([await deletePasteRow(tx, 5), await deletePasteRow(tx, 6)]).toEqual(
            contents.slice(4).map(({ length }) => length),
          );
          expect((await emptyExpired(tx, 10, 10)).count).toBe(2);
        }),
      );
      for (const kind of kinds) expect([kind, after.includes(`${kind}-`)]).toEqual([kind, false]);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
