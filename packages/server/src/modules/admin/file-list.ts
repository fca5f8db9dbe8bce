import { setImmediate } from 'node:timers/promises';
import { foldName, type AdminFile, type AdminFilePage } from '@drive/contract';
import { optionalIsoTime, type Clock } from '../../platform/clock.ts';
import { createTally, type Database } from '../../platform/db/index.ts';
import { paginationOf } from '../../platform/paging.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import {
  countPiece,
  createFileStore,
  findByMark,
  findOwnerRowId,
  listMarks,
  type FileMark,
  type FileScope,
} from './file-list-store.ts';

export interface FileListDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly files: Files;
}

export interface FileListRequest {
  readonly anonymous?: boolean | undefined;
  readonly quarantined?: boolean | undefined;
  /** users.id */
  readonly ownerId?: string | undefined;
  readonly q?: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

export interface FileList {
  list(request: FileListRequest): Promise<AdminFilePage>;
  /** undefined where there is no such file. */
  find(id: string): Promise<AdminFile | undefined>;
}

/** Looked at or skipped in one statement: no more than some milliseconds, so that nobody waits for an administrator. */
const NAMES_AT_ONCE = 2000;
const SKIPPED_AT_ONCE = 20_000;

interface Found {
  readonly total: number;
  readonly marks: readonly FileMark[];
}

const nothing: Found = { total: 0, marks: [] };

/** Everybody's files, the newest first, however many there are. */
export function createFileList({ database, clock, accounts, files }: FileListDeps): FileList {
  const { reader } = database;
  const store = createFileStore(database.dialect, reader);
  const countAll = createTally(clock, (after, limit) => countPiece(reader, after, limit));

  async function toAdminFiles(marks: readonly FileMark[]): Promise<AdminFile[]> {
    const rows = await files.listFiles(
      reader,
      marks.map(({ id }) => id),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return marks.flatMap(({ id, owner, quarantineReason, quarantinedAt }) => {
      const row = byId.get(id);
      if (row === undefined || row.isFolder || row.state === 'purging' || row.state === 'purged') return [];
      const { shareToken: _, ...item } = files.toItem({ ...row, previewKey: null });
      return [
        {
          ...item,
          owner,
          inTrash: row.state !== 'alive',
          quarantinedAt: optionalIsoTime(quarantinedAt),
          quarantineReason,
        },
      ];
    });
  }

  /** undefined where it can hold nothing. */
  async function scopeOf({ anonymous, quarantined, ownerId }: FileListRequest): Promise<FileScope | undefined> {
    const nobody = anonymous === undefined ? undefined : await accounts.findAnonymousOwner(reader);
    const owner = ownerId === undefined ? undefined : await findOwnerRowId(reader, ownerId);
    if (ownerId !== undefined && owner === undefined) return undefined;
    if (anonymous === true && (nobody === undefined || (owner !== undefined && owner !== nobody))) return undefined;
    if (anonymous === false && owner !== undefined && owner === nobody) return undefined;
    const isOthers = anonymous === false && owner === undefined;
    return {
      ownerRowId: anonymous === true ? nobody : owner,
      exceptOwnerRowId: isOthers ? nobody : undefined,
      quarantined,
    };
  }

  /** From what is kept; only what is held back is counted. */
  async function countScope({ quarantined, ...scope }: FileScope): Promise<number> {
    if (quarantined === true) return store.count({ ...scope, quarantined });
    const { ownerRowId, exceptOwnerRowId } = scope;
    const all = ownerRowId === undefined ? (await countAll()).files : await store.countOf(ownerRowId);
    const except = exceptOwnerRowId === undefined ? 0 : await store.countOf(exceptOwnerRowId);
    const heldBack = quarantined === false ? await store.count({ ...scope, quarantined: true }) : 0;
    return Math.max(0, all - except - heldBack);
  }

  async function listScope(scope: FileScope, offset: number, limit: number): Promise<Found> {
    const total = await countScope(scope);
    let before = Number.MAX_SAFE_INTEGER;
    for (let skip = offset; skip > 0; skip -= SKIPPED_AT_ONCE) {
      const reached = await store.skip(scope, before, Math.min(skip, SKIPPED_AT_ONCE));
      if (reached === undefined) return { total, marks: [] };
      before = reached;
      await setImmediate();
    }
    const rowIds = await store.listBelow(scope, before, limit);
    return { total, marks: await listMarks(reader, { rowIds }) };
  }

  /** Looks at every name, piece by piece. */
  async function search(scope: FileScope, text: string, offset: number, limit: number): Promise<Found> {
    const rowIds: number[] = [];
    let total = 0;
    for (let before = Number.MAX_SAFE_INTEGER; ; await setImmediate()) {
      const { looked, found, last } = await store.look({ ...scope, text }, before, NAMES_AT_ONCE);
      if (found > 0 && total + found > offset && rowIds.length < limit) {
        const hits = await store.listBelow({ ...scope, text }, before, found);
        rowIds.push(...hits.slice(Math.max(0, offset - total), offset - total + limit).slice(0, limit - rowIds.length));
      }
      total += found;
      if (looked < NAMES_AT_ONCE) return { total, marks: await listMarks(reader, { rowIds }) };
      before = last;
    }
  }

  async function look(request: FileListRequest): Promise<Found> {
    const { q = '', page, limit } = request;
    const offset = (page - 1) * limit;
    const scope = await scopeOf(request);
    if (scope === undefined) return nothing;
    const text = foldName(q.trim());
    if (text === '') return listScope(scope, offset, limit);
    const ids = await findByMark(reader, q.trim());
    if (ids.length === 0) return search(scope, text, offset, limit);
    const marks = await listMarks(reader, { ids });
    return { total: marks.length, marks: marks.slice(offset, offset + limit) };
  }

  return {
    list: async (request) => {
      const { total, marks } = await look(request);
      return {
        files: await toAdminFiles(marks),
        pagination: paginationOf(request, total),
      };
    },
    find: async (id) => (await toAdminFiles(await listMarks(reader, { ids: [id] })))[0],
  };
}
