import { isoTime } from '@drive/base';
import { currentActor } from '../../../platform/access/index.ts';
import { shareMark } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import {
  ensureFirstLink,
  findShareName,
  listFilesAmong,
  listLinksOf,
  listLinksTo,
  lockLinksOf,
} from '../item-link-store.ts';
import { shareUrl } from '../share-descriptor.ts';
import {
  findNewestMultiShare,
  findShare,
  removeShareFiles,
  revokeShareRow,
  updateShare,
  type ShareChange,
  type ShareRow,
} from '../share-store.ts';

export type ShareRecordDeps = Pick<Ports, 'clock' | 'audit' | 'events' | 'baseUrl'> & {
  /** Ends reservations of visitors that have not begun, in the transaction that closes a share to them or sets its password. */
  readonly endReservations: (tx: Tx, shareRowId: number) => Promise<void>;
};

/** Publishes what happened to a share. `name`: that of its item if that has no row yet. */
export async function publishShare(
  { clock, events, baseUrl }: Pick<ShareRecordDeps, 'clock' | 'events' | 'baseUrl'>,
  tx: Tx,
  change: 'created' | 'updated' | 'revoked',
  share: ShareRow,
  name?: string,
): Promise<void> {
  const { itemId, ownerId: userId } = share;
  const shownName = name ?? (await findShareName(tx, share));
  events.publish(tx, {
    type: `share.${change}`,
    userId,
    data: {
      share_token: share.token,
      kind: itemId === null ? 'multi_share' : 'share',
      item_id: itemId,
      name: shownName,
      mode: share.mode,
      url: shareUrl(baseUrl, share),
      occurred_at: isoTime(clock.now()),
    },
    ...(itemId === null ? {} : { item: { id: itemId, name: shownName } }),
  });
}

/** Publishes a comment on a share, unless the share was revoked meanwhile. */
export async function publishComment(
  {
    clock,
    events,
    notifications,
    accounts,
  }: Pick<ShareRecordDeps, 'clock' | 'events'> & {
    readonly notifications: Pick<Notifications, 'add'>;
    readonly accounts: Pick<Accounts, 'listResponsible'>;
  },
  tx: Tx,
  token: string,
  comment: { readonly id: string; readonly authorName: string | null; readonly body: string },
): Promise<void> {
  const share = await findShare(tx, { token });
  if (share === undefined) return;
  const { itemId, ownerId: userId } = share;
  const name = await findShareName(tx, share);
  events.publish(tx, {
    type: 'comment.created',
    userId,
    data: {
      share_token: token,
      share_name: name,
      item_id: itemId,
      comment_id: comment.id,
      author_name: comment.authorName,
      body: comment.body,
      occurred_at: isoTime(clock.now()),
    },
    ...(itemId === null ? {} : { item: { id: itemId, name } }),
  });
  for (const toUserId of await accounts.listResponsible(tx, share))
    await notifications.add(tx, {
      userId: toUserId,
      type: 'comment',
      gather: `comments ${share.rowId}`,
      item: itemId === null ? null : { id: itemId, name },
      details: { linkName: name, visitor: comment.authorName },
    });
}

/** Ends the links of items (items.row_id) that are about to be purged or to get another owner, who has made none. */
export async function endSharesOf(
  deps: ShareRecordDeps & Pick<Ports, 'database'>,
  tx: Tx,
  itemRowIds: readonly number[],
): Promise<void> {
  const { dialect } = deps.database;
  // Newest first: the first link stays the first one until it is the last.
  for (const share of await listLinksTo(tx, dialect, itemRowIds))
    if (share.itemId !== null) await revokeShare(deps, tx, share);
    else await removeFiles(deps, tx, share, await listFilesAmong(tx, dialect, share.rowId, itemRowIds));
}

/** Returns false if the share was revoked meanwhile. */
export async function changeShare(
  deps: ShareRecordDeps,
  tx: Tx,
  share: ShareRow,
  change: ShareChange,
): Promise<boolean> {
  if (!(await updateShare(tx, share.rowId, change))) return false;
  if (share.allowUpload && closesReservations(change)) await deps.endReservations(tx, share.rowId);
  const changed = Object.entries(change)
    .filter(([field, value]) => value !== undefined && value !== share[field as keyof ShareChange])
    .map(([field]) => namesInApi[field as keyof ShareChange] ?? field);
  if (changed.length > 0) await recordChange(deps, tx, { ...share, ...changesOf(change) }, changed.join(','));
  return true;
}

const closesReservations = ({ mode, passwordHash, allowUpload }: ShareChange): boolean =>
  mode === 'PRIVATE' || typeof passwordHash === 'string' || allowUpload === false;

const namesInApi: Readonly<Partial<Record<keyof ShareChange, string>>> = {
  mode: 'shareMode',
  passwordHash: 'password',
};

const changesOf = ({ mode }: ShareChange): Pick<ShareRow, 'mode'> | undefined =>
  mode === undefined ? undefined : { mode };

/** The next link of the item, if there is one, then is its first. Does nothing if it was revoked meanwhile. */
export async function revokeShare(deps: ShareRecordDeps, tx: Tx, share: ShareRow): Promise<void> {
  const { itemId, rowId, allowUpload } = share;
  if (itemId !== null) await lockLinksOf(tx, itemId);
  if (!(await revokeShareRow(tx, rowId, deps.clock.now()))) return;
  if (itemId !== null) await ensureFirstLink(tx, itemId);
  if (allowUpload) await deps.endReservations(tx, rowId);
  await recordEnd(deps, tx, share);
}

/** `name`: that of its item if that has no row yet. */
export async function recordEnd(deps: ShareRecordDeps, tx: Tx, share: ShareRow, name?: string): Promise<void> {
  const details = { fileId: share.itemId };
  await deps.audit.record(tx, { action: 'share.revoked', ...auditOfChange(share), details });
  await publishShare(deps, tx, 'revoked', share, name);
}

/** Revokes all links of an item; false if it has none. */
export async function revokeLinksOf(deps: ShareRecordDeps, tx: Tx, itemId: string): Promise<boolean> {
  await lockLinksOf(tx, itemId);
  const links = await listLinksOf(tx, itemId);
  // Newest first: the first link stays the first one until it is the last.
  for (const link of links.toReversed()) await revokeShare(deps, tx, link);
  return links.length > 0;
}

/** Removes a file from the newest multi-share that has it. False if the file is in none. */
export async function removeFromMultiShare(deps: ShareRecordDeps, tx: Tx, fileId: string): Promise<boolean> {
  const rowId = await findNewestMultiShare(tx, fileId);
  const share = rowId === undefined ? undefined : await findShare(tx, { rowId });
  if (share === undefined) return false;
  await removeFiles(deps, tx, share, [fileId]);
  return true;
}

/** Revokes a multi-share with its last file. Does nothing if another transaction has removed the files meanwhile. */
async function removeFiles(deps: ShareRecordDeps, tx: Tx, share: ShareRow, fileIds: readonly string[]): Promise<void> {
  const left = await removeShareFiles(tx, share.rowId, fileIds);
  if (left === 0) await revokeShare(deps, tx, share);
  else if (left !== undefined) await recordChange(deps, tx, share, 'files');
}

export async function recordChange(deps: ShareRecordDeps, tx: Tx, share: ShareRow, changed: string): Promise<void> {
  const details = { changed, fileId: share.itemId };
  await deps.audit.record(tx, { action: 'share.changed', ...auditOfChange(share), details });
  await publishShare(deps, tx, 'updated', share);
}

/** As `auditOf`, but without a caller the server is the actor: a job purges the item, or the file was not uploaded in time. */
const auditOfChange = (share: ShareRow) => {
  const entry = auditOf(share);
  return { ...entry, actor: currentActor() === null ? ('server' as const) : entry.actor };
};

/** The owner, whose link it is, or the caller, who may be a manager of the item. */
export const auditOf = ({ ownerId, token }: ShareRow) =>
  ({
    actor: { userId: currentActor() ?? ownerId },
    userId: ownerId,
    target: { kind: 'share', id: shareMark(token) },
  }) as const;
