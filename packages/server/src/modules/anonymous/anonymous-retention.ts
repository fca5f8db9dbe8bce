import { setImmediate } from 'node:timers/promises';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { listOldUploads, type OldUpload } from './anonymous-store.ts';

export type RetentionDeps = Pick<Ports, 'database' | 'clock' | 'log'> & {
  readonly accounts: Accounts;
  readonly files: Files;
};

const pageSize = 20;

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
    // A file may have arrived long after its folder was created.
    const old = page.filter(({ fileAt }) => fileAt !== null && fileAt <= until).map(({ folderRowId }) => folderRowId);
    if (old.length > 0) await database.write((tx) => files.purge.discard(tx, ownerId, old));
    count += old.length;
    after = page.at(-1);
    if (page.length < pageSize) break;
    await setImmediate();
  }
  if (count > 0) log.info('old anonymous uploads purged', { count });
}
