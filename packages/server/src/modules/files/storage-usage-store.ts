import { sql } from 'kysely';
import { compileOnce } from '../../platform/db/compile-once.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import { toNumber } from '../../platform/db/query-parts.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FileRow } from './item-row.ts';

export async function ensureUsage(tx: Tx, ownerId: number): Promise<void> {
  await tx
    .insertInto('storage_usage')
    .values({ owner_id: ownerId, stored_bytes: 0, trash_bytes: 0, reserved_bytes: 0 })
    .onConflict((conflict) => conflict.column('owner_id').doNothing())
    .execute();
}

/** Whether the bytes fit into the quota: the owner's own, read in the same statement, or else their plan's. */
const hasRoomFor = (bytes: number, planQuotaBytes: number) =>
  sql<boolean>`stored_bytes + reserved_bytes <= coalesce(
    (select quota_bytes from users where users.row_id = storage_usage.owner_id), ${planQuotaBytes}) - ${bytes}`;

const reserveWithin = compileOnce((tx: Tx, values: { ownerId: number; bytes: number; planQuotaBytes: number }) =>
  tx
    .updateTable('storage_usage')
    .set((of) => ({ reserved_bytes: of('reserved_bytes', '+', values.bytes) }))
    .where('owner_id', '=', values.ownerId)
    .where(hasRoomFor(values.bytes, values.planQuotaBytes))
    .returning('owner_id'),
);

/** Whether a guarded update has taken room in the quota of an owner. */
export type RoomTaken = 'taken' | 'no bytes';

/** One guarded update, so that concurrent callers cannot exceed the quota together. */
export async function reserveBytes(
  tx: Tx,
  ownerId: number,
  bytes: number,
  quotaBytes: number | null,
): Promise<RoomTaken> {
  const values = { ownerId, bytes, planQuotaBytes: quotaBytes ?? Number.MAX_SAFE_INTEGER };
  return takeRoom(tx, ownerId, () => reserveWithin(tx, values));
}

const storeWithin = compileOnce(
  (tx: Tx, values: { ownerId: number; bytes: number; files: number; planQuotaBytes: number }) =>
    tx
      .updateTable('storage_usage')
      .set((of) => ({
        stored_bytes: of('stored_bytes', '+', values.bytes),
        file_count: of('file_count', '+', values.files),
      }))
      .where('owner_id', '=', values.ownerId)
      .where(hasRoomFor(values.bytes, values.planQuotaBytes))
      .returning('owner_id'),
);

/** Stores bytes without a reservation, guarded as `reserveBytes` is; `files` are the new files that they belong to. */
export async function storeBytes(
  tx: Tx,
  ownerId: number,
  bytes: number,
  quotaBytes: number | null,
  files = 0,
): Promise<RoomTaken> {
  const values = { ownerId, bytes, files, planQuotaBytes: quotaBytes ?? Number.MAX_SAFE_INTEGER };
  return takeRoom(tx, ownerId, () => storeWithin(tx, values));
}

async function takeRoom(tx: Tx, ownerId: number, update: () => Promise<readonly unknown[]>): Promise<RoomTaken> {
  if ((await update()).length > 0) return 'taken';
  // There may have been no row to update.
  await ensureUsage(tx, ownerId);
  return (await update()).length > 0 ? 'taken' : 'no bytes';
}

/** Whose storage is full, in the eyes of the caller: their own, that of a file request's owner, or that of all guests. */
export type StorageOf = 'caller' | 'requester' | 'guests';

const fullMessages: Readonly<Record<StorageOf, string>> = {
  caller: 'Not enough storage is left. Delete something first.',
  // Visitors do not learn how full the owner's drive is.
  requester: 'There is not enough storage for these files. Tell the person who requested them.',
  guests: 'The storage for uploads without an account is full. Try again later.',
};

export const quotaExceeded = (storageOf: StorageOf = 'caller'): DomainError =>
  new DomainError('storage_quota_exceeded', fullMessages[storageOf]);

/** Throws the refusal of a guarded update. */
export function requireRoom(room: RoomTaken, storageOf?: StorageOf): void {
  if (room === 'no bytes') throw quotaExceeded(storageOf);
}

export async function findUsage(
  reader: Reader,
  ownerId: number,
): Promise<{ readonly usedBytes: number; readonly quotaBytes: number | null }> {
  const row = await reader
    .selectFrom('users')
    .leftJoin('storage_usage', 'storage_usage.owner_id', 'users.row_id')
    .select(['users.quota_bytes', 'storage_usage.stored_bytes', 'storage_usage.reserved_bytes'])
    .where('users.row_id', '=', ownerId)
    .executeTakeFirst();
  return {
    usedBytes: (row?.stored_bytes ?? 0) + (row?.reserved_bytes ?? 0),
    quotaBytes: row?.quota_bytes ?? null,
  };
}

interface UsageChange {
  readonly stored: number;
  readonly trash: number;
  readonly reserved: number;
  readonly files: number;
}

const addToUsage = compileOnce(
  (tx: Tx['later'], { ownerId, stored, trash, reserved, files }: UsageChange & { ownerId: number }) =>
    tx
      .updateTable('storage_usage')
      .set((of) => ({
        stored_bytes: of('stored_bytes', '+', stored),
        trash_bytes: of('trash_bytes', '+', trash),
        reserved_bytes: of('reserved_bytes', '+', reserved),
        file_count: of('file_count', '+', files),
      }))
      .where('owner_id', '=', ownerId),
);

async function changeUsage(tx: Tx, ownerId: number, change: Partial<UsageChange>): Promise<void> {
  await addToUsage(tx.later, { ownerId, stored: 0, trash: 0, reserved: 0, files: 0, ...change });
}

export const releaseBytes = (tx: Tx, ownerId: number, bytes: number): Promise<void> =>
  changeUsage(tx, ownerId, { reserved: -bytes });

/** Turns reserved bytes into those of a new file, or of a new content of a file if `files` is 0. */
export const storeReservedBytes = (
  tx: Tx,
  ownerId: number,
  { bytes, files }: { readonly bytes: number; readonly files: 0 | 1 },
): Promise<void> => changeUsage(tx, ownerId, { reserved: -bytes, stored: bytes, files });

export const dropStoredBytes = (tx: Tx, ownerId: number, bytes: number): Promise<void> =>
  changeUsage(tx, ownerId, { stored: -bytes });

export const addTrashBytes = (tx: Tx, ownerId: number, bytes: number): Promise<void> =>
  changeUsage(tx, ownerId, { trash: bytes });

export const dropTrashed = (tx: Tx, { ownerId, isFolder, sizeBytes }: FileRow): Promise<void> =>
  changeUsage(tx, ownerId, { stored: -sizeBytes, trash: -sizeBytes, files: isFolder ? 0 : -1 });

/** For the files of a purged folder, whose bytes were dropped with the folder's, and for the versions of purged files. */
export const dropPurged = (
  tx: Tx,
  { ownerId, files, versionBytes }: { readonly ownerId: number; readonly files: number; readonly versionBytes: number },
): Promise<void> => changeUsage(tx, ownerId, { files: -files, stored: -versionBytes });

interface TypeCount {
  readonly mimeType: string | null;
  /** `.jpg`, or an empty text for names without a short ending of Latin letters and digits. */
  readonly extension: string;
  readonly isTrashed: boolean;
  readonly files: number;
  readonly bytes: number;
}

const longestExtension = 9;
const stem = sql`rtrim(name_key, 'abcdefghijklmnopqrstuvwxyz0123456789')`;

/** Effectively alive and trashed files by type; not those of a folder that is being purged. */
export async function countByType(reader: Reader, ownerId: number): Promise<TypeCount[]> {
  const { rows } = await sql<{
    mime_type: string | null;
    extension: string;
    is_trashed: number;
    files: number;
    bytes: number;
  }>`
    with recursive hidden(folder_id, folder_state) as (
      select row_id, state from items
        where owner_id = ${ownerId} and is_folder = 1 and state in ('trashed', 'purging')
      union all
      select below.row_id, hidden.folder_state from hidden
        join items as below on below.parent_id = hidden.folder_id and below.is_folder = 1 and below.state = 'alive'
    )
    select mime_type,
      case when ${stem} like '_%.' and length(name_key) - length(${stem}) < ${sql.lit(longestExtension)}
        then substr(name_key, length(${stem})) else '' end as extension,
      case when state = 'trashed' or folder_state = 'trashed' then 1 else 0 end as is_trashed,
      count(*) as files, sum(size) as bytes
    from items left join hidden on hidden.folder_id = items.parent_id
    where owner_id = ${ownerId} and is_folder = 0 and state in ('alive', 'trashed')
      and (state = 'trashed' or folder_state is null or folder_state = 'trashed')
    group by 1, 2, 3`.execute(reader);
  return rows.map((row) => ({
    mimeType: row.mime_type,
    extension: row.extension,
    isTrashed: row.is_trashed === 1,
    files: toNumber(row.files),
    bytes: toNumber(row.bytes),
  }));
}

export async function countVersionsOfOwner(reader: Reader, ownerId: number): Promise<{ files: number; bytes: number }> {
  const row = await reader
    .selectFrom('file_versions')
    .select((of) => [of.fn.countAll().as('files'), of.fn.sum('size').as('bytes')])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return { files: toNumber(row.files), bytes: toNumber(row.bytes) };
}
