import { sql } from 'kysely';
import { compileOnce, type Reader, toNumber, type Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';

export async function ensureUsage(tx: Tx, ownerId: number): Promise<void> {
  await tx
    .insertInto('storage_usage')
    .values({ owner_id: ownerId, stored_bytes: 0, trash_bytes: 0, reserved_bytes: 0 })
    .onConflict((conflict) => conflict.column('owner_id').doNothing())
    .execute();
}

/** The quota of an owner's plan, null: none; their own, if there is one, is read in the same statement. */
export interface RoomLimits {
  readonly quotaBytes: number | null;
  /** DRIVE_USER_MAX_ITEMS; 0: none. */
  readonly maxItems: number;
}

export interface Room {
  readonly bytes: number;
  /** Files, folders and open uploads. */
  readonly items: number;
}

/** Whether a guarded update has taken room in the quota of an owner. */
export type RoomTaken = 'taken' | 'no bytes' | 'no items';

interface RoomValues {
  readonly ownerId: number;
  readonly bytes: number;
  readonly items: number;
  readonly files: number;
  readonly planQuotaBytes: number;
  /** Items with which `items` more are allowed. */
  readonly itemsBefore: number;
}

const roomValues = (
  ownerId: number,
  { bytes, items, files = 0 }: Room & { readonly files?: number },
  { quotaBytes, maxItems }: RoomLimits,
): RoomValues => ({
  ownerId,
  bytes,
  items,
  files,
  planQuotaBytes: quotaBytes ?? Number.MAX_SAFE_INTEGER,
  itemsBefore: items === 0 || maxItems === 0 ? Number.MAX_SAFE_INTEGER : maxItems - items,
});

const hasBytes = ({ bytes, planQuotaBytes }: RoomValues) =>
  sql<boolean>`stored_bytes + reserved_bytes <= coalesce(
    (select quota_bytes from owners where owners.row_id = storage_usage.owner_id), ${planQuotaBytes}) - ${bytes}`;

/** The anonymous owner may have any number. */
const hasItems = ({ itemsBefore }: Pick<RoomValues, 'itemsBefore'>) =>
  sql<boolean>`(item_count <= ${itemsBefore}
    or exists (select 1 from owners where owners.row_id = storage_usage.owner_id and owners.kind = 'anonymous'))`;

const reserveWithin = compileOnce((tx: Tx, values: RoomValues) =>
  tx
    .updateTable('storage_usage')
    .set((of) => ({
      reserved_bytes: of('reserved_bytes', '+', values.bytes),
      item_count: of('item_count', '+', values.items),
    }))
    .where('owner_id', '=', values.ownerId)
    .where(hasBytes(values))
    .where(hasItems(values))
    .returning('owner_id'),
);

/** One guarded update, so that concurrent callers cannot exceed a limit together. */
export function reserveRoom(tx: Tx, ownerId: number, room: Room, limits: RoomLimits): Promise<RoomTaken> {
  const values = roomValues(ownerId, room, limits);
  return takeRoom(tx, values, () => reserveWithin(tx, values));
}

const storeWithin = compileOnce((tx: Tx, values: RoomValues) =>
  tx
    .updateTable('storage_usage')
    .set((of) => ({
      stored_bytes: of('stored_bytes', '+', values.bytes),
      file_count: of('file_count', '+', values.files),
      item_count: of('item_count', '+', values.items),
    }))
    .where('owner_id', '=', values.ownerId)
    .where(hasBytes(values))
    .where(hasItems(values))
    .returning('owner_id'),
);

/** Stores bytes without a reservation, guarded as `reserveRoom` is; `files` and `folders` are new with them. */
export function storeBytes(
  tx: Tx,
  ownerId: number,
  { bytes, files, folders = 0 }: { readonly bytes: number; readonly files: number; readonly folders?: number },
  limits: RoomLimits,
): Promise<RoomTaken> {
  const values = roomValues(ownerId, { bytes, files, items: files + folders }, limits);
  return takeRoom(tx, values, () => storeWithin(tx, values));
}

const addItemWithin = compileOnce(
  (tx: Tx, values: { ownerId: number; itemsBefore: number; files: 0 | 1; storedBytes: number }) =>
    tx
      .updateTable('storage_usage')
      .set((of) => ({
        stored_bytes: of('stored_bytes', '+', values.storedBytes),
        reserved_bytes: of('reserved_bytes', '-', values.storedBytes),
        file_count: of('file_count', '+', values.files),
        item_count: of('item_count', '+', 1),
      }))
      .where('owner_id', '=', values.ownerId)
      .where(hasItems(values))
      .returning('owner_id'),
);

/** Counts a new folder. */
export const addFolderItem = (tx: Tx, ownerId: number, maxItems: number): Promise<RoomTaken> =>
  addItem(tx, { ownerId, files: 0, storedBytes: 0 }, maxItems);

function addItem(
  tx: Tx,
  item: { readonly ownerId: number; readonly files: 0 | 1; readonly storedBytes: number },
  maxItems: number,
): Promise<RoomTaken> {
  const { ownerId } = item;
  const { itemsBefore } = roomValues(ownerId, { bytes: 0, items: 1 }, { quotaBytes: null, maxItems });
  return takeRoom(tx, { ownerId, itemsBefore }, () => addItemWithin(tx, { ...item, itemsBefore }));
}

async function takeRoom(
  tx: Tx,
  values: Pick<RoomValues, 'ownerId' | 'itemsBefore'>,
  update: () => Promise<readonly unknown[]>,
): Promise<RoomTaken> {
  if ((await update()).length > 0) return 'taken';
  // There may have been no row to update.
  await ensureUsage(tx, values.ownerId);
  if ((await update()).length > 0) return 'taken';
  const within = await tx
    .selectFrom('storage_usage')
    .select('owner_id')
    .where('owner_id', '=', values.ownerId)
    .where(hasItems(values))
    .executeTakeFirst();
  return within === undefined ? 'no items' : 'no bytes';
}

/** Whose storage is full, in the eyes of the caller: their own, that of another tree, that of a file request's owner, or that of all guests. */
export type StorageOf = 'caller' | 'owner' | 'requester' | 'guests';

// Neither members nor visitors learn how full the owner's drive is.
const ownerIsFull = 'There is not enough storage for this where the folder is. Tell its owner.';
const requesterIsFull = 'There is not enough storage for these files. Tell the person who requested them.';
const fullMessages: Readonly<Record<StorageOf, Readonly<Record<Exclude<RoomTaken, 'taken'>, string>>>> = {
  caller: {
    'no bytes': 'Not enough storage is left. Delete something first.',
    'no items':
      'Your drive has as many files and folders as it may have, including those in the trash and open uploads. Permanently delete some first.',
  },
  owner: { 'no bytes': ownerIsFull, 'no items': ownerIsFull },
  requester: { 'no bytes': requesterIsFull, 'no items': requesterIsFull },
  guests: {
    'no bytes': 'The storage for uploads without an account is full. Try again later.',
    'no items': 'There are too many uploads without an account. Try again later.',
  },
};

export const quotaExceeded = (storageOf: StorageOf = 'caller'): DomainError =>
  new DomainError('storage_quota_exceeded', fullMessages[storageOf]['no bytes']);

/** Throws the refusal of a guarded update. */
export function requireRoom(room: RoomTaken, storageOf: StorageOf = 'caller'): void {
  if (room === 'no bytes') throw quotaExceeded(storageOf);
  if (room === 'no items') throw new DomainError('item_quota_exceeded', fullMessages[storageOf][room]);
}

export interface Usage {
  readonly usedBytes: number;
  /** Set by an administrator; null: the plan's counts. */
  readonly quotaBytes: number | null;
  readonly itemCount: number;
}

export async function findUsage(reader: Reader, ownerId: number): Promise<Usage> {
  const row = await reader
    .selectFrom('owners')
    .leftJoin('storage_usage', 'storage_usage.owner_id', 'owners.row_id')
    .select(['owners.quota_bytes', 'stored_bytes', 'reserved_bytes', 'item_count'])
    .where('owners.row_id', '=', ownerId)
    .executeTakeFirst();
  return {
    usedBytes: (row?.stored_bytes ?? 0) + (row?.reserved_bytes ?? 0),
    quotaBytes: row?.quota_bytes ?? null,
    itemCount: row?.item_count ?? 0,
  };
}

interface UsageChange {
  readonly stored: number;
  readonly trash: number;
  readonly reserved: number;
  readonly files: number;
  readonly items: number;
}

const addToUsage = compileOnce(
  (tx: Tx['later'], { ownerId, stored, trash, reserved, files, items }: UsageChange & { ownerId: number }) =>
    tx
      .updateTable('storage_usage')
      .set((of) => ({
        stored_bytes: of('stored_bytes', '+', stored),
        trash_bytes: of('trash_bytes', '+', trash),
        reserved_bytes: of('reserved_bytes', '+', reserved),
        file_count: of('file_count', '+', files),
        item_count: of('item_count', '+', items),
      }))
      .where('owner_id', '=', ownerId),
);

export async function changeUsage(tx: Tx, ownerId: number, change: Partial<UsageChange>): Promise<void> {
  await addToUsage(tx.later, { ownerId, stored: 0, trash: 0, reserved: 0, files: 0, items: 0, ...change });
}

export const releaseRoom = (tx: Tx, ownerId: number, { bytes, items }: Room): Promise<void> =>
  changeUsage(tx, ownerId, { reserved: -bytes, items: -items });

export interface ReservedContent {
  readonly bytes: number;
  /** 1 for a new file, 0 for a new content of a file. */
  readonly files: 0 | 1;
  /** Whether the reservation holds an item, which the file becomes. */
  readonly holdsItem: boolean;
}

/** Turns reserved bytes into those of a file. Takes an item for a new file if the reservation holds none. */
export async function storeReserved(
  tx: Tx,
  ownerId: number,
  { bytes, files, holdsItem }: ReservedContent,
  maxItems: number,
): Promise<RoomTaken> {
  if (files === 1 && !holdsItem) return addItem(tx, { ownerId, files, storedBytes: bytes }, maxItems);
  await changeUsage(tx, ownerId, { reserved: -bytes, stored: bytes, files, items: files - (holdsItem ? 1 : 0) });
  return 'taken';
}

export const dropStoredBytes = (tx: Tx, ownerId: number, bytes: number): Promise<void> =>
  changeUsage(tx, ownerId, { stored: -bytes });

export const addTrashBytes = (tx: Tx, ownerId: number, bytes: number): Promise<void> =>
  changeUsage(tx, ownerId, { trash: bytes });

/** What a purge has left for its second step. */
export interface Purged {
  readonly ownerId: number;
  /** Of a folder that was purged: the bytes of its files were dropped with those of the folder. */
  readonly files: number;
  readonly folders: number;
  readonly versionBytes: number;
}

export const dropPurged = (tx: Tx, { ownerId, files, folders, versionBytes }: Purged): Promise<void> =>
  changeUsage(tx, ownerId, { files: -files, items: -files - folders, stored: -versionBytes });

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
