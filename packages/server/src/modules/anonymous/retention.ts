import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { listOldUploads, type OldUpload } from './store.ts';

export interface RetentionDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly accounts: Accounts;
  readonly files: Files;
}

const pageSize = 20;

/** Deletes for good what was uploaded without an account and has been there for so long. */
export async function purgeOldUploads(
  { database, clock, log, accounts, files }: RetentionDeps,
  keptMs: number,
  signal: AbortSignal,
): Promise<void> {
  const ownerId = await accounts.findAnonymousOwner(database.reader);
  if (ownerId === undefined) return;
  const until = clock.now() - keptMs;
  let after: OldUpload | undefined;
  let count = 0;
  for (;;) {
    signal.throwIfAborted();
    const page = await listOldUploads(database.reader, ownerId, { until, after, limit: pageSize });
    // A folder may be as old as that while its file came much later.
    const old = page.filter(({ fileAt }) => fileAt !== null && fileAt <= until).map(({ folderRowId }) => folderRowId);
    if (old.length > 0) await database.write((tx) => files.purge.discard(tx, ownerId, old));
    count += old.length;
    after = page.at(-1);
    if (page.length < pageSize) break;
    await setImmediate();
  }
  if (count > 0) log.info('old anonymous uploads purged', { count });
}
