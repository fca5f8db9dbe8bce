import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectSqlite } from '@drive/database';

/** Waits until the job has deleted everything below a folder, whose row it changes last. */
export async function untilPurged(dataDirectory: string, folderId: string): Promise<void> {
  const { raw } = connectSqlite(join(dataDirectory, 'drive.db'), { readonly: true, cacheBytes: 2 ** 20 });
  try {
    const state = raw.prepare('select state from items where id = ?').pluck();
    while (state.get(folderId) !== 'purged') await sleep(20);
  } finally {
    raw.close();
  }
}
