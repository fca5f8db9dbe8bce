import {
  errorStatus,
  type BatchFailure,
  type ErrorCode,
  type Item,
  type VisibilityChange,
  type VisibilityResult,
} from '@drive/contract';
import { mayDo } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { FileRow, Files } from '../../files/index.ts';
import { findShare } from '../share-store.ts';
import { createShare, type CreateShareDeps } from './create-share.ts';
import { changeShare, removeFromMultiShare, revokeShare } from './share-changes.ts';

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
  ownerId: number,
  { ids, mode }: VisibilityChange,
): Promise<VisibilityResult> {
  const { database } = deps;
  const updated: Item[] = [];
  const failed: BatchFailure[] = [];
  const fileIds: string[] = [];
  for (const id of new Set(ids)) {
    const found = await findTarget(deps, ownerId, id);
    if ('status' in found) failed.push(found);
    else if (!found.isFolder) fileIds.push(id);
    else
      for await (const batch of deps.files.filesIn(database.reader, found.rowId))
        fileIds.push(...batch.map((file) => file.id));
  }
  const distinct = [...new Set(fileIds)];
  for (let from = 0; from < distinct.length; from += FILES_PER_TRANSACTION) {
    const outcomes = await database.write(async (tx) => {
      const each: (Item | BatchFailure)[] = [];
      for (const id of distinct.slice(from, from + FILES_PER_TRANSACTION))
        each.push(await changeOne(deps, tx, ownerId, id, mode));
      return each;
    });
    for (const outcome of outcomes) {
      if ('status' in outcome) failed.push(outcome);
      else updated.push(outcome);
    }
  }
  return { updated, failed };
}

const failure = (id: string, code: ErrorCode, message: string): BatchFailure => ({
  id,
  message,
  code,
  status: errorStatus[code],
});

async function findTarget(
  { database, accounts, files }: VisibilityDeps,
  ownerId: number,
  id: string,
): Promise<FileRow | BatchFailure> {
  const item = await files.findFile(database.reader, id);
  const refusal = refusalOf(item, ownerId, id);
  if (item === undefined || refusal === undefined) return refusal ?? (item as FileRow);
  const isForeign = refusal.code === 'file_not_found';
  if (isForeign && (await accounts.isAnonymous(database.reader, item.ownerId)))
    return failure(id, 'anonymous_file', 'This file was uploaded anonymously and has no owner.');
  return refusal;
}

function refusalOf(item: FileRow | undefined, ownerId: number, id: string): BatchFailure | undefined {
  if (!mayDo(ownerId, item, 'share')) return failure(id, 'file_not_found', 'You have no such file or folder.');
  if (item.state === 'trashed') return failure(id, 'item_trashed', 'This is in the trash. Restore it first.');
  if (item.state !== 'alive') return failure(id, 'file_purged', 'This file was permanently deleted.');
  return undefined;
}

async function changeOne(
  deps: VisibilityDeps,
  tx: Tx,
  ownerId: number,
  id: string,
  mode: 'PUBLIC' | 'PRIVATE',
): Promise<Item | BatchFailure> {
  const { clock, files } = deps;
  const refusal = refusalOf(await files.findFile(tx, id), ownerId, id);
  if (refusal !== undefined) return refusal;
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
    const share = await findShare(tx, { itemId: id });
    if (share !== undefined) await revokeShare(deps, tx, share);
    while (await removeFromMultiShare(deps, tx, id));
  }
  const changed = await files.findFile(tx, id);
  return files.toItem(changed as FileRow);
}
