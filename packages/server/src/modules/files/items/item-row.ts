import type { ShareMode } from '@drive/contract';
import { sql, type Selectable } from 'kysely';
import { readGiven, type GivenAccess } from '../../../platform/access/index.ts';
import { converted, defineRow, flag, type ItemState, type RowOf, type Schema } from '../../../platform/db/index.ts';

// Literals instead of parameters: SQLite uses a partial index only if the statement contains its condition.
export const alive = sql.lit<'alive'>('alive');
export const aFile = sql.lit<0>(0);
export const aFolder = sql.lit<1>(1);

const listedFields = {
  id: 'id',
  isFolder: flag('is_folder'),
  name: 'name',
  /** For a folder: the sum over every alive file below it. */
  sizeBytes: 'size',
  /** null for folders. */
  mimeType: 'mime_type',
  /** Lower-case hex; null for folders. */
  sha256: 'sha256',
  /** null if there is no thumbnail. */
  thumbnailKey: 'preview_key',
  quarantined: flag('quarantined'),
  /** null: never scanned. */
  scan: 'scan',
  /** Name of the signature that the scan found. */
  virus: 'virus',
  downloadCount: 'download_count',
  createdAt: 'created_at',
  /** Epoch milliseconds, as the client gave it; null for folders and if it gave none. */
  modifiedAt: 'modified_at',
  /** JSON of `Annotations`; null: none. */
  annotations: 'annotations',
  /** Grows with every change of name, place, content or metadata. */
  revision: 'revision',
  starCount: 'star_count',
  /** users.row_id of who added it; null: a visitor, or not known. */
  createdBy: 'created_by',
  /** users.row_id of who changed it last; null: nobody did, or not known. */
  modifiedBy: 'modified_by',
} as const;

/** The columns of a listing. Each further column slows a page down. */
export const listedColumns = defineRow('items', listedFields);

export const itemColumns = defineRow('items', {
  ...listedFields,
  rowId: 'row_id',
  ownerId: 'owner_id',
  /** items.row_id of its folder. Only a root folder has none, and no query here returns one. */
  parentRowId: converted('parent_id', (rowId: number) => rowId),
  /** null for folders, and for older files until it is first needed. */
  crc32: 'crc32',
  /** Number of the content, from 1; without meaning for folders. */
  version: 'version',
  /** Where the bytes are; null for folders and once the bytes are purged. */
  blobKey: 'blob_key',
  /** Whether other rows may name the same bytes. */
  isShared: converted('shared_key', (key: string | null) => key !== null),
  /** alive in a trashed folder: the item was trashed with the folder. */
  ownState: 'state',
  deletedAt: 'deleted_at',
});

interface ShareFields {
  /** The most open mode of the item's own share and its multi-shares; null without any. */
  readonly shareMode: ShareMode | null;
  /** Token of the own share, else of the newest multi-share. */
  readonly shareToken: string | null;
  /** Mode and token without its multi-shares; null: the same, because it is in none. */
  readonly ownShare: Pick<ShareFields, 'shareMode' | 'shareToken'> | null;
  /** Epoch milliseconds until which the own share opens the item to everybody; null if it does not. */
  readonly publicUntil: number | null;
  /** Count of the own share; null without one. */
  readonly likeCount: number | null;
  readonly commentCount: number | null;
}

export type FileRow = RowOf<typeof itemColumns> &
  ShareFields & {
    /** The parent as the API names it: null in the root. */
    readonly parentId: string | null;
    /** Effective state: its own, or if that is alive, that of the nearest ancestor that is not. */
    readonly state: ItemState;
    /** What the user was given for whom it was looked up; null: nothing, or it was looked up for nobody. */
    readonly given: GivenAccess | null;
    /** `createdBy` of an item that nobody has replaced: what `mayDo` asks for. */
    readonly addedBy: number | null;
    readonly addedAt: number;
    /** Whether a move has just changed which other users reach it. */
    readonly accessChanged?: boolean;
  };

export type ItemFields = RowOf<typeof listedColumns> & ShareFields & Pick<FileRow, 'parentId' | 'deletedAt'>;

interface ShareColumns {
  readonly own_share: string | null;
  readonly multi_shares: string | null;
}

const openness: Readonly<Record<ShareMode, number>> = { PRIVATE: 0, SHARED: 1, PUBLIC: 2 };

const unshared: ShareFields = {
  shareMode: null,
  shareToken: null,
  ownShare: null,
  publicUntil: null,
  likeCount: null,
  commentCount: null,
};

function shareFieldsOf({ own_share: own, multi_shares: multi }: ShareColumns): ShareFields {
  const fields = own === null ? unshared : ownFieldsOf(own);
  if (multi === null) return fields;
  const { shareMode: ownMode, shareToken: ownToken } = fields;
  const shares = multi.split(',').map((each) => each.split(' ') as [ShareMode, string]);
  const modes = shares.map(([mode]) => mode);
  const shareMode = (ownMode === null ? modes : [ownMode, ...modes]).reduce((a, b) =>
    openness[b] > openness[a] ? b : a,
  );
  const shareToken = ownToken ?? shares[0]?.[1] ?? null;
  return { ...fields, shareMode, shareToken, ownShare: { shareMode: ownMode, shareToken: ownToken } };
}

function ownFieldsOf(own: string): ShareFields {
  const [mode, token = null, likes, comments, until] = own.split(' ');
  return {
    shareMode: mode as ShareMode,
    shareToken: token,
    ownShare: null,
    publicUntil: until === undefined ? null : Number(until),
    likeCount: Number(likes),
    commentCount: Number(comments),
  };
}

export type ListedRow = ShareColumns & Selectable<Pick<Schema['items'], (typeof listedColumns.columns)[number]>>;

/** Written out: a page has a hundred rows, and `listedColumns.from` with two spreads takes three times as long for each. */
export function toItemFields(row: ListedRow, parentId: string | null): ItemFields {
  const { shareMode, shareToken, ownShare, publicUntil, likeCount, commentCount } = shareFieldsOf(row);
  return {
    id: row.id,
    isFolder: row.is_folder === 1,
    name: row.name,
    sizeBytes: row.size,
    mimeType: row.mime_type,
    sha256: row.sha256,
    thumbnailKey: row.preview_key,
    quarantined: row.quarantined === 1,
    scan: row.scan,
    virus: row.virus,
    downloadCount: row.download_count,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    annotations: row.annotations,
    revision: row.revision,
    starCount: row.star_count,
    createdBy: row.created_by,
    modifiedBy: row.modified_by,
    shareMode,
    shareToken,
    ownShare,
    publicUntil,
    likeCount,
    commentCount,
    parentId,
    deletedAt: null,
  };
}

type SelectedFile = ShareColumns &
  Parameters<typeof itemColumns.from>[0] & {
    readonly blob_key: string | null;
    readonly shared_key: string | null;
    readonly parent_uuid: string | null;
    readonly grandparent_id: number | null;
    /** Of `grantsAbove` for a user. */
    readonly grants?: string | null;
  };

/** `userId`: the user for whom it was looked up, who sees no folder above what they were given: `grants`, for `readGiven`. */
export function toFileRow(
  row: SelectedFile & { readonly row_id: number; readonly created_by: number | null; readonly created_at: number },
  state: ItemState,
  userId?: number,
  grants = row.grants ?? null,
): FileRow {
  const given = userId === undefined ? null : readGiven(grants, userId, row.row_id);
  return {
    ...itemColumns.from(row),
    blobKey: row.blob_key ?? row.shared_key,
    ...shareFieldsOf(row),
    parentId: row.grandparent_id === null || given?.isTop === true ? null : row.parent_uuid,
    state,
    given,
    addedBy: row.version === 1 ? row.created_by : null,
    addedAt: row.created_at,
  };
}

/** Whether two items or folders are in the tree of one owner. */
export const isSameTree = ({ ownerId: from }: Pick<FileRow, 'ownerId'>, { ownerId: to }: Pick<FileRow, 'ownerId'>) =>
  from === to;
