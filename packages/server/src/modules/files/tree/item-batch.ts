import { setImmediate } from 'node:timers/promises';
import { errorStatus, type BatchFailure } from '@drive/contract';
import type { Database, Dialect, Tx } from '../../../platform/db/index.ts';
import { isDomainError } from '../../../platform/errors.ts';
import type { FileRow } from '../items/item-row.ts';
import { upFrom } from './ancestor-store.ts';
import { changeTrees } from './change-trees.ts';
import { gatherCounts, type GatheredCounts } from './folder-rollup.ts';
import { readItems, type ItemsRead } from './item-batch-store.ts';
import { listFiles, listInOrder } from './item-store.ts';

/** Per transaction, which then takes a few milliseconds. */
const itemsAtOnce = 100;

/** The items that were changed, as they are then, and the refusals. */
export interface ChangedItems {
  readonly updated: readonly FileRow[];
  readonly failed: readonly BatchFailure[];
}

/** Changes items of a user, in transactions of a few milliseconds as `changeTrees` runs them. Ignores repeated ids. */
export async function changeInBatches(
  database: Database,
  userId: number,
  ids: readonly string[],
  changeSome: (tx: Tx, ids: readonly string[]) => Promise<ChangedItems>,
): Promise<ChangedItems> {
  const updated: FileRow[] = [];
  const failed: BatchFailure[] = [];
  const distinct = [...new Set(ids)];
  for (let from = 0; from < distinct.length; from += itemsAtOnce) {
    const some = distinct.slice(from, from + itemsAtOnce);
    const outcome = await changeTrees(database, userId, (tx) => changeSome(tx, some));
    updated.push(...outcome.updated);
    failed.push(...outcome.failed);
    await setImmediate();
  }
  return { updated, failed };
}

/** The record of an item that was refused. Any other error is thrown. */
export function failureOf(id: string, error: unknown): BatchFailure {
  if (!isDomainError(error)) throw error;
  const { message, code } = error;
  return { id, message, code, status: errorStatus[code] };
}

/**
 * For changes that leave an item where it is. `change` throws a `DomainError` before it changes anything if the item cannot be
 * changed. Call with the tree locked. Returns the changed ids.
 */
export async function changeEach(
  tx: Tx,
  userId: number,
  ids: readonly string[],
  change: (item: FileRow | undefined) => Promise<void>,
): Promise<{ readonly changed: readonly string[]; readonly failed: BatchFailure[] }> {
  const items = new Map((await listFiles(tx, ids, userId)).map((item) => [item.id, item]));
  const changed: string[] = [];
  const failed: BatchFailure[] = [];
  for (const id of ids) {
    try {
      await change(items.get(id));
      changed.push(id);
    } catch (error) {
      // A refused change has changed nothing, so the transaction continues.
      failed.push(failureOf(id, error));
    }
  }
  return { changed, failed };
}

export interface ItemChange {
  readonly before: FileRow;
  /** `before` itself if there is nothing to change. */
  readonly after: FileRow;
}

/** The item after the change. Throws a `DomainError` if it cannot be changed. */
export type Judge = (item: FileRow | undefined) => FileRow;

interface TreeChange {
  /** Whose ancestors are read with those of the items (items.row_id). */
  readonly alsoFolders?: readonly number[];
  /** Reads what the judgement needs besides the items, which then are judged one after the other. */
  prepare(read: ItemsRead): Judge | Promise<Judge>;
  /** Writes the rows and the events of items that change; of the counts, only what it adds to them. */
  write(changes: readonly ItemChange[], counts: GatheredCounts): Promise<void>;
}

/**
 * Changes places and states of items as if one after the other, by a few statements for all of them. Call with the tree locked.
 * An item above or below one that was changed before, which may change its size, state or place, is read again.
 */
export async function changeTogether(
  tx: Tx,
  { dialect, userId }: { readonly dialect: Dialect; readonly userId: number },
  ids: readonly string[],
  { alsoFolders, prepare, write }: TreeChange,
): Promise<{ readonly changes: readonly ItemChange[]; readonly failed: BatchFailure[]; readonly steps: number }> {
  const changes: ItemChange[] = [];
  const failed: BatchFailure[] = [];
  let steps = 0;
  for (let rest = ids; rest.length > 0; steps += 1) {
    const read = await readItems(tx, dialect, userId, rest, alsoFolders);
    const judge = await prepare(read);
    const step = new Step(read);
    for (const id of rest) {
      const item = read.items.get(id);
      if (item !== undefined && step.isRelated(item)) break;
      step.judged += 1;
      try {
        step.add({ before: item, after: judge(item) });
      } catch (error) {
        failed.push(failureOf(id, error));
      }
    }
    const counts = gatherCounts();
    const changing = step.changes.filter(({ before, after }) => before !== after);
    if (changing.length > 0) await write(changing, counts);
    await counts.write(tx);
    changes.push(...step.changes);
    rest = rest.slice(step.judged);
  }
  return { changes, failed, steps };
}

/**
 * Items after all changes. They are read again if one may be a folder that has lost what left it later; and those of others, on which
 * another role may be given where they are now.
 */
export const listChanged = async (
  tx: Tx,
  userId: number,
  { changes, steps }: { readonly changes: readonly ItemChange[]; readonly steps: number },
): Promise<FileRow[]> =>
  steps > 1 || changes.some(({ before, after }) => after.given !== null || (before === after && after.isFolder))
    ? listInOrder(
        tx,
        changes.map(({ after }) => after.id),
        userId,
      )
    : changes.map(({ after }) => after);

/** Changes of items none of which is above another. */
class Step {
  readonly changes: ItemChange[] = [];
  judged = 0;
  readonly #read: ItemsRead;
  readonly #hasFolders: boolean;
  readonly #changed = new Set<number>();
  /** Row ids of all folders above a changed item. */
  readonly #above = new Set<number>();

  constructor(read: ItemsRead) {
    this.#read = read;
    this.#hasFolders = [...read.items.values()].some(({ isFolder }) => isFolder);
  }

  isRelated({ rowId, isFolder, parentRowId }: FileRow): boolean {
    if (!this.#hasFolders) return false;
    if (isFolder && this.#above.has(rowId)) return true;
    for (const folder of upFrom(this.#read.folders, parentRowId)) if (this.#changed.has(folder.rowId)) return true;
    return false;
  }

  add({ before, after }: { readonly before: FileRow | undefined; readonly after: FileRow }): void {
    this.changes.push({ before: before ?? after, after });
    if (!this.#hasFolders || before === undefined || before === after) return;
    this.#changed.add(before.rowId);
    for (const folder of upFrom(this.#read.folders, before.parentRowId)) {
      if (this.#above.has(folder.rowId)) return;
      this.#above.add(folder.rowId);
    }
  }
}
