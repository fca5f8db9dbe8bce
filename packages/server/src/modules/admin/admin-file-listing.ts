import { setImmediate } from 'node:timers/promises';
import { optionalIsoTime, type PageRequest, type PageSlice, paginationOf, readPage } from '@drive/base';
import { foldName, type AdminFile, type AdminFilePage } from '@drive/contract';
import { createTally, type Reader } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import {
  countStoredFiles,
  createAdminFileStore,
  findByIdentifier,
  findOwnerRowId,
  listFound,
  type FileScope,
  type FoundFile,
} from './admin-file-store.ts';

export interface AdminFileQuery extends PageRequest {
  readonly anonymous?: boolean | undefined;
  readonly quarantined?: boolean | undefined;
  readonly ownerId?: string | undefined;
  /** Part of a file name, or a complete file id, share token or short code. */
  readonly q?: string | undefined;
}

/** Rows that one statement reads or skips: a few milliseconds, and other requests run between two statements. */
const SEARCH_BATCH = 2000;
const SKIP_BATCH = 20_000;

interface Found {
  readonly total: number;
  readonly files: readonly FoundFile[];
}

type AdminFilesDeps = Pick<Ports, 'database' | 'clock'> & { readonly accounts: Accounts; readonly files: Files };

/** Lists and searches the files of all users, newest first. */
export class AdminFiles {
  readonly #deps: AdminFilesDeps;
  readonly #reader: Reader;
  readonly #store: ReturnType<typeof createAdminFileStore>;
  readonly #countAll: () => Promise<{ readonly files: number }>;

  constructor(deps: AdminFilesDeps) {
    this.#deps = deps;
    this.#reader = deps.database.reader;
    this.#store = createAdminFileStore(deps.database.dialect, deps.database.reader);
    this.#countAll = createTally(deps.clock, (after, limit) => countStoredFiles(this.#reader, after, limit));
  }

  async list(query: AdminFileQuery): Promise<AdminFilePage> {
    let total = 0;
    const { rows, nextCursor } = await readPage(
      query,
      async (slice) => {
        const found = await this.#search(query, slice);
        total = found.total;
        return found.files;
      },
      ({ rowId }) => [rowId],
    );
    return { files: await this.#toAdminFiles(rows), pagination: paginationOf(query, total, nextCursor) };
  }

  /** undefined if there is no such file. */
  async find(id: string): Promise<AdminFile | undefined> {
    return (await this.#toAdminFiles(await listFound(this.#reader, { ids: [id] })))[0];
  }

  /** The ones that exist. */
  async findMany(ids: readonly string[]): Promise<readonly AdminFile[]> {
    return this.#toAdminFiles(await listFound(this.#reader, { ids: [...new Set(ids)] }));
  }

  async #toAdminFiles(found: readonly FoundFile[]): Promise<AdminFile[]> {
    const { files } = this.#deps;
    const rows = await files.listFiles(
      this.#reader,
      found.map(({ id }) => id),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return found.flatMap(({ id, owner, driveId, quarantineReason, quarantinedAt }) => {
      const row = byId.get(id);
      if (row === undefined || row.isFolder || row.state === 'purging' || row.state === 'purged') return [];
      const { shareToken: _, publicUrl: __, ...item } = files.toItem({ ...row, thumbnailKey: null });
      return [
        {
          ...item,
          owner,
          driveId,
          inTrash: row.state !== 'alive',
          quarantinedAt: optionalIsoTime(quarantinedAt),
          quarantineReason,
        },
      ];
    });
  }

  /** undefined if no file can match. */
  async #scopeOf({ anonymous, quarantined, ownerId }: AdminFileQuery): Promise<FileScope | undefined> {
    const systemUser = anonymous === undefined ? undefined : await this.#deps.accounts.findAnonymousOwner(this.#reader);
    const owner = ownerId === undefined ? undefined : await findOwnerRowId(this.#reader, ownerId);
    if (ownerId !== undefined && owner === undefined) return undefined;
    if (anonymous === true && (systemUser === undefined || (owner !== undefined && owner !== systemUser)))
      return undefined;
    if (anonymous === false && owner !== undefined && owner === systemUser) return undefined;
    const isOthers = anonymous === false && owner === undefined;
    return {
      ownerRowId: anonymous === true ? systemUser : owner,
      exceptOwnerRowId: isOthers ? systemUser : undefined,
      quarantined,
    };
  }

  /** Counts from the maintained sums of each owner; counts rows only for quarantined files, which are few. */
  async #countScope({ quarantined, ...scope }: FileScope): Promise<number> {
    if (quarantined === true) return this.#store.count({ ...scope, quarantined });
    const { ownerRowId, exceptOwnerRowId } = scope;
    const all = ownerRowId === undefined ? (await this.#countAll()).files : await this.#store.countOf(ownerRowId);
    const except = exceptOwnerRowId === undefined ? 0 : await this.#store.countOf(exceptOwnerRowId);
    const quarantinedCount = quarantined === false ? await this.#store.count({ ...scope, quarantined: true }) : 0;
    return Math.max(0, all - except - quarantinedCount);
  }

  async #listScope(scope: FileScope, slice: PageSlice): Promise<Found> {
    const total = await this.#countScope(scope);
    let before = rowIdBefore(slice);
    for (let skip = slice.offset; skip > 0; skip -= SKIP_BATCH) {
      const reached = await this.#store.skip(scope, before, Math.min(skip, SKIP_BATCH));
      if (reached === undefined) return { total, files: [] };
      before = reached;
      await setImmediate();
    }
    const rowIds = await this.#store.listBelow(scope, before, slice.limit);
    return { total, files: await listFound(this.#reader, { rowIds }) };
  }

  /** Compares every name of the scope, one batch at a time, to count all matches. */
  async #searchNames(scope: FileScope, text: string, slice: PageSlice): Promise<Found> {
    const { offset, limit } = slice;
    const end = rowIdBefore(slice);
    const rowIds: number[] = [];
    let total = 0;
    for (let before = Number.MAX_SAFE_INTEGER; ; await setImmediate()) {
      const { rows, found, last } = await this.#store.countMatches({ ...scope, text }, before, SEARCH_BATCH);
      if (found > 0 && total + found > offset && last < end && rowIds.length < limit) {
        const hits = (await this.#store.listBelow({ ...scope, text }, Math.min(before, end), found)).filter(
          (rowId) => rowId >= last,
        );
        rowIds.push(...hits.slice(Math.max(0, offset - total)).slice(0, limit - rowIds.length));
      }
      total += found;
      if (rows < SEARCH_BATCH) return { total, files: await listFound(this.#reader, { rowIds }) };
      before = last;
    }
  }

  async #search(query: AdminFileQuery, slice: PageSlice): Promise<Found> {
    const { q = '' } = query;
    const scope = await this.#scopeOf(query);
    if (scope === undefined) return { total: 0, files: [] };
    const text = foldName(q.trim());
    if (text === '') return this.#listScope(scope, slice);
    const ids = await findByIdentifier(this.#reader, q.trim());
    if (ids.length === 0) return this.#searchNames(scope, text, slice);
    const found = await listFound(this.#reader, { ids });
    const rest = found.filter(({ rowId }) => rowId < rowIdBefore(slice));
    return { total: found.length, files: rest.slice(slice.offset, slice.offset + slice.limit) };
  }
}

/** Row id that the rows of a page are below. */
const rowIdBefore = ({ after }: PageSlice): number =>
  after === undefined ? Number.MAX_SAFE_INTEGER : Number(after[0]);
