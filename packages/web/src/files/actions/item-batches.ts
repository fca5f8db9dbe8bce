import type { BatchFailure, Item, OperationMove, WaitOptions } from '@drive/sdk';
import { client } from '../../api/client.ts';
import type { BatchOutcome } from '../../api/item-changes.ts';
import { runningOperations } from '../../api/running-operations.ts';

/** The server takes this many items at once. */
const batchItems = 200;

async function inBatches(
  items: readonly Pick<Item, 'id'>[],
  change: (ids: string[]) => PromiseLike<{ readonly done: readonly Item[]; readonly failed: readonly BatchFailure[] }>,
): Promise<BatchOutcome> {
  const done: Item[] = [];
  const failed: BatchFailure[] = [];
  for (let start = 0; start < items.length; start += batchItems) {
    const outcome = await change(items.slice(start, start + batchItems).map(({ id }) => id));
    done.push(...outcome.done);
    failed.push(...outcome.failed);
  }
  return { done, failed };
}

const asOutcome = ({ updated, failed }: { updated: Item[]; failed: BatchFailure[] }): BatchOutcome => ({
  done: updated,
  failed,
});

export const trashItems = (items: readonly Pick<Item, 'id'>[]): Promise<BatchOutcome> =>
  inBatches(items, (ids) => client.files.trashMany(ids).then(asOutcome));

export const restoreItems = (items: readonly Pick<Item, 'id'>[]): Promise<BatchOutcome> =>
  inBatches(items, (ids) => client.trash.restoreMany(ids).then(asOutcome));

export const purgeItems = (items: readonly Pick<Item, 'id'>[]): Promise<BatchOutcome> =>
  inBatches(items, (ids) => client.trash.purgeMany(ids).then(asOutcome));

/** `folderId` null: the root. What is too large to get another owner at once is moved by an operation. */
export async function moveItems(items: readonly Pick<Item, 'id'>[], folderId: string | null): Promise<BatchOutcome> {
  const to = folderId === null ? { moveToRoot: true as const } : { parentId: folderId };
  const outcome = await inBatches(items, (ids) =>
    client.files.move({ ids, ...to }).then(({ moved, failed }) => ({ done: moved, failed })),
  );
  const large = outcome.failed.filter(({ code }) => code === 'move_too_large').map(({ id }) => id);
  if (large.length === 0) return outcome;
  const moved = await runningOperations.run('move', (options) => moveLarge({ ids: large, ...to }, options), nothing);
  return {
    done: [...outcome.done, ...moved.done],
    failed: [...outcome.failed.filter(({ id }) => !large.includes(id)), ...moved.failed],
  };
}

const nothing: BatchOutcome = { done: [], failed: [] };

async function moveLarge(move: OperationMove, options: WaitOptions): Promise<BatchOutcome> {
  const { operationId } = await client.operations.move(move);
  const { result } = await client.operations.wait(operationId, options);
  return 'moved' in result ? { done: result.moved, failed: result.failed } : nothing;
}

/** Changes the items of each folder separately. */
async function byFolder(
  items: readonly Pick<Item, 'id' | 'parentId'>[],
  change: (items: readonly Pick<Item, 'id'>[], folderId: string | null) => Promise<BatchOutcome>,
): Promise<BatchOutcome> {
  const outcomes: BatchOutcome[] = [];
  for (const [folderId, inside] of Map.groupBy(items, ({ parentId }) => parentId))
    outcomes.push(await change(inside, folderId));
  return { done: outcomes.flatMap(({ done }) => done), failed: outcomes.flatMap(({ failed }) => failed) };
}

/** Moves items to the folders in which they were before. */
export function moveBack(
  moved: readonly Pick<Item, 'id'>[],
  before: readonly Pick<Item, 'id' | 'parentId'>[],
): Promise<BatchOutcome> {
  const isMoved = new Set(moved.map(({ id }) => id));
  return byFolder(
    before.filter(({ id }) => isMoved.has(id)),
    moveItems,
  );
}

/** The server names a copy apart if its name is taken. `folderId` null: the root. */
export const copyItems = (items: readonly Pick<Item, 'id'>[], folderId: string | null): Promise<BatchOutcome> =>
  inBatches(items, async (ids) => {
    const { copied, failed } = await runningOperations.run(
      'copy',
      (options) => client.files.copy({ ids, parentId: folderId }, options),
      { copied: [], failed: [] },
    );
    return { done: copied, failed };
  });

/** Copies items beside themselves. */
export const duplicateItems = (items: readonly Pick<Item, 'id' | 'parentId'>[]): Promise<BatchOutcome> =>
  byFolder(items, copyItems);
