import { setImmediate } from 'node:timers/promises';
import { errorStatus, type BatchFailure, type Item, type ItemBatchResult } from '@drive/contract';
import type { Database, Tx } from '../../../platform/db/index.ts';
import { isDomainError } from '../../../platform/errors.ts';
import type { FileRow } from '../items/item-row.ts';
import { gatherCounts, type GatheredCounts } from './folder-rollup.ts';
import { findFile, listFiles } from './item-store.ts';

/** Per transaction, which then takes a few milliseconds. */
const itemsAtOnce = 64;

/** Changes items in transactions of a few milliseconds. Ignores repeated ids. */
export async function changeInBatches(
  database: Database,
  ids: readonly string[],
  changeSome: (tx: Tx, ids: readonly string[]) => Promise<ItemBatchResult>,
): Promise<ItemBatchResult> {
  const updated: Item[] = [];
  const failed: BatchFailure[] = [];
  const distinct = [...new Set(ids)];
  for (let from = 0; from < distinct.length; from += itemsAtOnce) {
    const outcome = await database.write((tx) => changeSome(tx, distinct.slice(from, from + itemsAtOnce)));
    updated.push(...outcome.updated);
    failed.push(...outcome.failed);
    await setImmediate();
  }
  return { updated, failed };
}

/** `change` throws a `DomainError` before it changes anything if the item cannot be changed. */
type ChangeOne = (item: FileRow | undefined, counts: GatheredCounts) => Promise<void>;

/** Writes the counts of all folders together. Call with the tree locked. Returns the changed ids. */
export async function changeEach(
  tx: Tx,
  ids: readonly string[],
  change: ChangeOne,
): Promise<{ readonly changed: readonly string[]; readonly failed: BatchFailure[] }> {
  const readAhead = new Map((await listFiles(tx, ids)).map((item) => [item.id, item]));
  const changed: string[] = [];
  const failed: BatchFailure[] = [];
  let counts = gatherCounts();
  let isFolderChanged = false;
  for (const id of ids) {
    let item = readAhead.get(id);
    if (item?.isFolder === true) {
      // The size of a folder includes the changes before it, and its change is one of all that is in it.
      await counts.write(tx);
      counts = gatherCounts();
      isFolderChanged = true;
    }
    if (isFolderChanged) item = await findFile(tx, id);
    try {
      await change(item, counts);
      changed.push(id);
    } catch (error) {
      // A refused change has changed nothing, so the transaction continues.
      if (!isDomainError(error)) throw error;
      const { message, code } = error;
      failed.push({ id, message, code, status: errorStatus[code] });
    }
  }
  await counts.write(tx);
  return { changed, failed };
}
