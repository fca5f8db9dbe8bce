import { limits, type Operation } from '@drive/contract';
import { deleteRows, type Reader, type RowBatch, type Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { PendingFolder } from './copy-order.ts';

export interface OperationRow {
  readonly rowId: number;
  readonly id: string;
  readonly ownerId: number;
  /** items.id of the folder of the key that asked for it; null: of the whole drive. */
  readonly folderId: string | null;
  readonly kind: Operation['kind'];
  readonly status: Operation['status'];
  /** JSON. */
  readonly request: string;
  readonly done: number;
  readonly total: number;
  /** JSON. */
  readonly progress: string;
  /** JSON; null while it runs. */
  readonly result: string | null;
}

export async function findOperation(reader: Reader, id: string): Promise<OperationRow | undefined> {
  return reader
    .selectFrom('operations')
    .select(['row_id as rowId', 'id', 'owner_id as ownerId', 'folder_id as folderId', 'kind', 'status', 'request'])
    .select(['done', 'total', 'progress', 'result'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Results of the complete operations of a kind of an owner, the newest first. */
export async function listResults(
  reader: Reader,
  ownerId: number,
  kind: OperationRow['kind'],
): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('operations')
    .select('result')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where('status', '=', 'complete')
    .orderBy('row_id', 'desc')
    .execute();
  return rows.flatMap(({ result }) => result ?? []);
}

async function countRunning(reader: Reader, ownerId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('operations')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return count;
}

/** Call with the tree of the owner locked. Throws `too_many_requests` while the owner has as many as one may have. */
export async function startOperation(
  tx: Tx,
  operation: Pick<OperationRow, 'id' | 'ownerId' | 'folderId' | 'kind' | 'request' | 'total' | 'progress'>,
  now: number,
): Promise<void> {
  const { id, ownerId, folderId, kind, request, total, progress } = operation;
  if ((await countRunning(tx, ownerId)) >= limits.runningOperations)
    throw new DomainError(
      'too_many_requests',
      `At most ${limits.runningOperations} operations of a user run at a time. Wait for one of them to end, or cancel it.`,
      { retryAfterSeconds: 10 },
    );
  await tx
    .insertInto('operations')
    .values({
      id,
      owner_id: ownerId,
      folder_id: folderId,
      kind,
      status: 'running',
      request,
      total,
      progress,
      created_at: now,
    })
    .execute();
}

export async function setProgress(tx: Tx, rowId: number, change: { done: number; progress?: string }): Promise<void> {
  await tx.updateTable('operations').set(change).where('row_id', '=', rowId).execute();
}

export async function endOperation(
  tx: Tx,
  rowId: number,
  end: { readonly status: 'complete' | 'failed'; readonly result: string | null; readonly now: number },
): Promise<void> {
  const { status, result, now } = end;
  await tx
    .updateTable('operations')
    .set((of) => ({ status, result, ended_at: now, ...(status === 'complete' ? { done: of.ref('total') } : {}) }))
    .where('row_id', '=', rowId)
    .execute();
}

/** With the folders that it had yet to copy. */
export async function deleteOperation(tx: Tx, rowId: number): Promise<void> {
  await deletePending(tx, rowId);
  await tx.deleteFrom('operations').where('row_id', '=', rowId).execute();
}

export const deleteOperationsEndedUntil = (time: number): RowBatch =>
  deleteRows('operations', 'row_id', (rows) => rows.where('ended_at', '<=', time));

export const listOperationsOf = (reader: Reader, ownerId: number): Promise<{ readonly rowId: number }[]> =>
  reader.selectFrom('operations').select('row_id as rowId').where('owner_id', '=', ownerId).execute();

interface StoredPending extends PendingFolder {
  readonly pendingRowId: number;
}

/** The one that was added last, so that few wait at a time. */
export const findPending = (reader: Reader, operationRowId: number): Promise<StoredPending | undefined> =>
  reader
    .selectFrom('operation_folders')
    .select(['row_id as pendingRowId', 'source_id as sourceRowId', 'target_id as targetRowId'])
    .select(['after_at as afterCreatedAt', 'after_id as afterRowId', 'until_id as untilRowId'])
    .where('operation_id', '=', operationRowId)
    .orderBy('row_id', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function addPending(tx: Tx, operationRowId: number, folders: readonly PendingFolder[]): Promise<void> {
  if (folders.length === 0) return;
  await tx
    .insertInto('operation_folders')
    .values(
      folders.map((folder) => ({
        operation_id: operationRowId,
        source_id: folder.sourceRowId,
        target_id: folder.targetRowId,
        after_at: folder.afterCreatedAt,
        after_id: folder.afterRowId,
        until_id: folder.untilRowId,
      })),
    )
    .execute();
}

/** One, or all of an operation. */
export async function deletePending(tx: Tx, operationRowId: number, pendingRowId?: number): Promise<void> {
  await tx
    .deleteFrom('operation_folders')
    .where('operation_id', '=', operationRowId)
    .$if(pendingRowId !== undefined, (query) => query.where('row_id', '=', pendingRowId ?? 0))
    .execute();
}
