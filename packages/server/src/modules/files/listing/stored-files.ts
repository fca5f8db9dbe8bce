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
  const rows = await (by === 'size' ? listLargest(reader, dialect, slice) : listByVersions(workerReader, slice));
  const page = rows.slice(0, limit);
  const rowIds = page.map((row) => row.rowId);
  const found = (await listFound(reader, dialect, rowIds)).map((item) => ({ ...item, ...seen }));
  const sums = await sumVersionsOf(reader, dialect, rowIds);
  const { results, pagination } = await pageOfFound(
    deps,
    caller,
    { root: { userId: caller.userId, folderId: null } },
    { page: found, hasMore: false },
  );
  const rowIdOf = new Map(found.map((item) => [item.fields.id, item.rowId]));
  const sumOf = (id: string) => sums.get(rowIdOf.get(id) ?? 0) ?? { versions: 0, versionBytes: 0 };
  // Long paths end a page early: the next one begins after the last file that was shown.
  const lastRowId = rowIdOf.get(results.at(-1)?.item.id ?? '');
  const isCut = pagination.nextCursor !== null;
  const last = isCut ? page.find((row) => row.rowId === lastRowId) : page.at(-1);
  return {
    files: results.map((result) => ({ ...result, ...sumOf(result.item.id) })),
    pagination: { nextCursor: isCut || rows.length > limit ? cursorAfter(last) : null },
  };
}

const cursorAfter = (last: StoredFileRow | undefined): string | null =>
  last === undefined ? null : toCursor([last.bytes, last.rowId]);
