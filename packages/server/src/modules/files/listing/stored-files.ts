import { keysOfCursor, toCursor } from '@drive/base';
import type { StoredFilePage } from '@drive/contract';
import type { Caller } from '../../../platform/access/index.ts';
import { requireTreeOfList } from '../tree/find-item.ts';
import { listFound } from './listing-store.ts';
import { pageOfFound, type SearchDeps } from './search-items.ts';
import { listByVersions, listLargest, sumVersionsOf, type StoredFileRow } from './stored-file-store.ts';

export interface StoredFilesRequest {
  readonly by: 'versions' | 'size';
  readonly driveId?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** One page of the files that use the most storage. Throws `drive_not_found` and `access_denied`. */
export async function listStoredFiles(
  deps: SearchDeps,
  caller: Caller,
  { by, driveId, cursor, limit }: StoredFilesRequest,
): Promise<StoredFilePage> {
  const { reader, workerReader, dialect } = deps.database;
  const seen = await requireTreeOfList(reader, caller, driveId);
  const [bytes, rowId] = cursor === undefined ? [] : keysOfCursor(cursor).map(Number);
  const after = bytes === undefined || rowId === undefined ? undefined : ([bytes, rowId] as const);
  const slice = { ownerId: seen.ownerId, after, limit: limit + 1 };
  const rows = await (by === 'size' ? listLargest(reader, slice) : listByVersions(workerReader, slice));
  const page = rows.slice(0, limit);
  const rowIds = page.map((row) => row.rowId);
  const found = (await listFound(reader, dialect, rowIds)).map((item) => ({ ...item, ...seen }));
  const sums = await sumVersionsOf(reader, dialect, rowIds);
  const { results } = await pageOfFound(
    deps,
    caller,
    { root: { userId: caller.userId, folderId: null } },
    { page: found, hasMore: false },
  );
  const sumOf = new Map(found.map((item) => [item.fields.id, sums.get(item.rowId)]));
  return {
    files: results.map((result) => ({ ...result, ...(sumOf.get(result.item.id) ?? { versions: 0, versionBytes: 0 }) })),
    pagination: { nextCursor: rows.length > limit ? cursorAfter(page.at(-1)) : null },
  };
}

const cursorAfter = (last: StoredFileRow | undefined): string | null =>
  last === undefined ? null : toCursor([last.bytes, last.rowId]);
