import type { BatchFailure, Item, VisibilityChange, VisibilityResult } from '@drive/contract';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Accounts } from '../accounts/index.ts';
import type { FileRow, Files } from '../files/index.ts';
import { mintShare, type MintingDeps } from './minting.ts';
import { recordChanged } from './share-records.ts';
import type { ShareRow } from './share-row.ts';
import { changeShare, findShare, type ShareChange } from './store.ts';
import { takeBack, takeOut } from './taking-back.ts';

export interface VisibilityDeps extends MintingDeps {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly files: Files;
}

/** So many in one transaction that nobody else waits for longer than a few milliseconds. */
const filesAtOnce = 32;

/** Lists files publicly or takes them back, each for itself; a folder stands for the files directly in it. */
export async function changeVisibility(
  deps: VisibilityDeps,
  ownerId: number,
  { ids, mode }: VisibilityChange,
): Promise<VisibilityResult> {
  const { database } = deps;
  const updated: Item[] = [];
  const failed: BatchFailure[] = [];
  const wanted: string[] = [];
  for (const id of new Set(ids)) {
    const found = await findTarget(deps, ownerId, id);
    if ('status' in found) failed.push(found);
    else if (!found.isFolder) wanted.push(id);
    else
      for await (const piece of deps.files.filesIn(database.reader, found.rowId))
        wanted.push(...piece.map((file) => file.id));
  }
  const distinct = [...new Set(wanted)];
  for (let from = 0; from < distinct.length; from += filesAtOnce) {
    const outcomes = await database.write(async (tx) => {
      const each: (Item | BatchFailure)[] = [];
      for (const id of distinct.slice(from, from + filesAtOnce))
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

const failure = (id: string, status: 404 | 409 | 410, message: string): BatchFailure => ({ id, message, status });

async function findTarget(
  { database, accounts, files }: VisibilityDeps,
  ownerId: number,
  id: string,
): Promise<FileRow | BatchFailure> {
  const item = await files.findFile(database.reader, id);
  if (item !== undefined && item.ownerId !== ownerId && (await accounts.isAnonymous(database.reader, item.ownerId)))
    return failure(id, 409, 'This file was uploaded anonymously and belongs to nobody.');
  return refusalOf(item, ownerId, id) ?? (item as FileRow);
}

function refusalOf(item: FileRow | undefined, ownerId: number, id: string): BatchFailure | undefined {
  if (item === undefined || item.ownerId !== ownerId)
    return failure(id, 404, 'There is no such file or folder among yours.');
  if (item.state === 'trashed') return failure(id, 409, 'This is in the trash. Restore it first.');
  if (item.state !== 'alive') return failure(id, 410, 'This file was deleted for good.');
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
    for (let isListed = false; !isListed;) {
      const share = await findShare(tx, { itemId: id });
      // What is listed must open: a lapsed expiry goes, as when it is shared again.
      const lapsed = share !== undefined && share.expiresAt !== null && share.expiresAt <= now;
      // Somebody else may share it, or take the share back, in between.
      isListed =
        share === undefined
          ? (await mintShare(deps, tx, { itemId: id, ownerId, mode })) !== undefined
          : await list(deps, tx, share, { mode, ...(lapsed ? { expiresAt: null } : {}) });
    }
  } else {
    const share = await findShare(tx, { itemId: id });
    if (share !== undefined) await takeBack(deps, tx, share);
    while (await takeOut(deps, tx, id));
  }
  const changed = await files.findFile(tx, id);
  return files.toItem(changed as FileRow);
}

/** False where it was taken back meanwhile. */
async function list({ audit }: VisibilityDeps, tx: Tx, share: ShareRow, change: ShareChange): Promise<boolean> {
  const isListed = await changeShare(tx, share.rowId, change);
  if (isListed) await recordChanged(audit, tx, share, change);
  return isListed;
}
