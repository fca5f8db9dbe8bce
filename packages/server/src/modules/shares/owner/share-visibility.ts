import {
  errorStatus,
  type BatchFailure,
  type ErrorCode,
  type VisibilityChange,
  type VisibilityResult,
} from '@drive/contract';
import { mayDo, type Viewer } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { FileRow, Files } from '../../files/index.ts';
import { findShare } from '../share-store.ts';
import { createShare, type CreateShareDeps } from './create-share.ts';
import { changeShare, removeFromMultiShare, revokeLinksOf } from './share-changes.ts';

type VisibilityDeps = CreateShareDeps &
  Pick<Ports, 'database'> & {
    readonly accounts: Accounts;
    readonly files: Files;
  };

/** Files per transaction, so that other writers wait a few milliseconds at most. */
const FILES_PER_TRANSACTION = 32;

/** Makes files public or private, each independently; a folder means the files directly in it. */
export async function changeVisibility(
  deps: VisibilityDeps,
  viewer: Viewer,
  { ids, mode }: VisibilityChange,
): Promise<VisibilityResult> {
  const { database, files } = deps;
  const { userId } = viewer;
  const updated: FileRow[] = [];
  const failed: BatchFailure[] = [];
  const fileIds: string[] = [];
  for (const id of new Set(ids)) {
    const found = await findTarget(deps, userId, id);
    if ('status' in found) failed.push(found);
    else if (!found.isFolder) fileIds.push(id);
    else
      for await (const batch of files.filesIn(database.reader, found.rowId))
        fileIds.push(...batch.map((file) => file.id));
  }
  const distinct = [...new Set(fileIds)];
  for (let from = 0; from < distinct.length; from += FILES_PER_TRANSACTION) {
    const outcomes = await files.changeTrees(userId, async (tx) => {
      const each: (FileRow | BatchFailure)[] = [];
      for (const id of distinct.slice(from, from + FILES_PER_TRANSACTION))
        each.push(await changeOne(deps, tx, userId, id, mode));
      return each;
    });
    for (const outcome of outcomes) {
      if ('status' in outcome) failed.push(outcome);
      else updated.push(outcome);
    }
  }
  return { updated: await files.views.showAll(database.reader, viewer, updated), failed };
}

const failure = (id: string, code: ErrorCode, message: string): BatchFailure => ({
  id,
  message,
  code,
  status: errorStatus[code],
});

async function findTarget(
  { database, accounts, files }: VisibilityDeps,
  userId: number,
  id: string,
): Promise<FileRow | BatchFailure> {
  const item = await files.findFile(database.reader, id, userId);
  const refusal = refusalOf(item, userId, id);
  if (item === undefined || refusal === undefined) return refusal ?? (item as FileRow);
  const isForeign = refusal.code === 'file_not_found';
  if (isForeign && (await accounts.isAnonymous(database.reader, item.ownerId)))
    return failure(id, 'anonymous_file', 'This file was uploaded anonymously and has no owner.');
  return refusal;
}

function refusalOf(item: FileRow | undefined, userId: number, id: string): BatchFailure | undefined {
  if (!mayDo(userId, item, 'read')) return failure(id, 'file_not_found', 'You have no such file or folder.');
  if (!mayDo(userId, item, 'share')) return failure(id, 'access_denied', 'This needs the role manager.');
  if (item.state === 'trashed') return failure(id, 'item_trashed', 'This is in the trash. Restore it first.');
  if (item.state !== 'alive') return failure(id, 'file_purged', 'This file was permanently deleted.');
  return undefined;
}

async function changeOne(
  deps: VisibilityDeps,
  tx: Tx,
  userId: number,
  id: string,
  mode: 'PUBLIC' | 'PRIVATE',
): Promise<FileRow | BatchFailure> {
  const { clock, files } = deps;
  const item = await files.findFile(tx, id, userId);
  const refusal = refusalOf(item, userId, id);
  if (item === undefined || refusal !== undefined) return refusal ?? (item as never);
  const { ownerId } = item;
  // A move to another owner, which ends the links that it finds, waits for this one or comes first.
  files.requireLocked(tx, ownerId);
  const now = clock.now();
  if (mode === 'PUBLIC') {
    // Repeats if another transaction creates or revokes the share meanwhile.
    for (let isPublic = false; !isPublic;) {
      const share = await findShare(tx, { itemId: id });
      // A public file must open, so a past expiry is cleared.
      const hasExpired = share !== undefined && share.expiresAt !== null && share.expiresAt <= now;
      isPublic =
        share === undefined
          ? (await createShare(deps, tx, { itemId: id, ownerId, mode })) !== undefined
          : await changeShare(deps, tx, share, { mode, ...(hasExpired ? { expiresAt: null } : {}) });
    }
  } else {
    await revokeLinksOf(deps, tx, id);
    while (await removeFromMultiShare(deps, tx, id));
  }
  return (await files.findFile(tx, id, userId)) as FileRow;
}
