import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Reader } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';

export type RetentionDeps = Pick<Ports, 'database' | 'clock' | 'log'> & {
  readonly accounts: Accounts;
  readonly files: Files;
};

const pageSize = 20;

/** Permanently deletes uploads of guests that are older than `keptMs`. */
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

// A literal instead of a parameter: SQLite uses a partial index only if the statement contains its condition.
const alive = sql.lit<'alive'>('alive');

/** The folder of an upload and, if it has arrived, its file. */
interface OldUpload {
  /** items.row_id */
  readonly folderRowId: number;
  readonly folderAt: number;
  /** null until the file has arrived. */
  readonly fileAt: number | null;
}

/** Folders created at `until` or before, oldest first, after `after`. */
async function listOldUploads(
  reader: Reader,
  ownerId: number,
  options: { readonly until: number; readonly after: OldUpload | undefined; readonly limit: number },
): Promise<OldUpload[]> {
  const { until, after, limit } = options;
  let query = reader
    .selectFrom('items as folder')
    .leftJoin('items as file', (join) =>
      join.onRef('file.parent_id', '=', 'folder.row_id').on('file.state', '=', alive),
    )
    .select(['folder.row_id as folderRowId', 'folder.created_at as folderAt'])
    // A file whose folder was deleted meanwhile lies in the root.
    .select(
      sql<number | null>`coalesce(file.created_at, case when folder.is_folder = 0 then folder.created_at end)`.as(
        'fileAt',
      ),
    )
    .where('folder.parent_id', '=', (of) =>
      of.selectFrom('items').select('row_id').where('owner_id', '=', ownerId).where('parent_id', 'is', null),
    )
    .where('folder.state', '=', alive)
    .where('folder.created_at', '<=', until);
  if (after !== undefined)
    query = query.where((of) =>
      of(of.refTuple('folder.created_at', 'folder.row_id'), '>', of.tuple(after.folderAt, after.folderRowId)),
    );
  return query.orderBy('folder.created_at').orderBy('folder.row_id').limit(limit).execute();
}
