import { keysOfCursor, toCursor } from '@drive/base';
import { activityTypes, itemActivityTypes, type ActivityPage, type ActivityType } from '@drive/contract';
import { mayDo, mayUse, requireMay, rootOf, type Caller } from '../../platform/access/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { driveNotFound, fileNotFound, type AccessTarget, type Files } from '../files/index.ts';
import { findDriveRoot, findTops, listActivityRows, listPlaces, type PlaceRow } from './activity-store.ts';
import { happenedIn, isSeen, toActivity, type Sight } from './describe-activity.ts';

export interface ActivityLogDeps extends Pick<Ports, 'database' | 'clock'> {
  readonly files: Pick<Files, 'findAccessTarget'>;
  readonly config: {
    /** How long it is shown. */
    readonly keptMs: number;
  };
}

export interface ActivityRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Only downloads through this link. */
  readonly shareToken?: string | undefined;
}

/** Events that one statement reads to find those of a folder, and one request at most: its page can then be shorter. */
const batchOfFolder = 500;
const mostRead = 5000;

interface Scope extends Sight {
  /** owners.row_id */
  readonly ownerId: number;
  /** items.id; null: the complete tree. */
  readonly itemId: string | null;
  readonly isFolder: boolean;
}

/** Who did what: the events of a tree, as somebody sees them who reaches the tree or a part of it. */
export class ActivityLog {
  readonly #deps: ActivityLogDeps;

  constructor(deps: ActivityLogDeps) {
    this.#deps = deps;
  }

  /** Throws `file_not_found`. */
  async ofItem(caller: Caller, id: string, request: ActivityRequest): Promise<ActivityPage> {
    const { database, files } = this.#deps;
    const target = await files.findAccessTarget(database.reader, caller.userId, id);
    requireMay(caller.userId, target, 'read', fileNotFound);
    return this.#list(await this.#scopeOf(caller, target), request);
  }

  /** The own drive of the caller, or a team drive by its id. Throws `drive_not_found`. */
  async ofDrive(caller: Caller, driveId: string | undefined, request: ActivityRequest): Promise<ActivityPage> {
    const { database, files } = this.#deps;
    if (driveId === undefined) return this.#list(this.#ownScope(caller), request);
    if (rootOf(caller) !== null) throw driveNotFound();
    const rootId = await findDriveRoot(database.reader, driveId);
    const target =
      rootId === undefined ? undefined : await files.findAccessTarget(database.reader, caller.userId, rootId);
    requireMay(caller.userId, target, 'read', driveNotFound);
    return this.#list(await this.#scopeOf(caller, target), request);
  }

  #ownScope(caller: Caller): Scope {
    const { userId: ownerId } = caller;
    const rootId = rootOf(caller);
    const tops = rootId === null ? null : [rootId];
    return { ownerId, itemId: null, isFolder: true, tops, seesLinks: mayUse(caller, linksNeed) };
  }

  async #scopeOf(caller: Caller, target: AccessTarget): Promise<Scope> {
    const rootId = rootOf(caller);
    return {
      ownerId: target.ownerId,
      itemId: target.isRoot ? null : target.id,
      isFolder: target.isFolder,
      tops: rootId === null ? await this.#topsOf(target) : [rootId],
      seesLinks: mayDo(caller.userId, target, 'manage') && mayUse(caller, linksNeed),
    };
  }

  async #topsOf({ given }: AccessTarget): Promise<Sight['tops']> {
    if (given === null) return null;
    const { ids, hasRoot } = await findTops(this.#deps.database.reader, given.onRowIds);
    return hasRoot ? null : ids;
  }

  async #list(scope: Scope, request: ActivityRequest): Promise<ActivityPage> {
    const { database, clock, config } = this.#deps;
    const since = clock.now() - config.keptMs;
    const { rowIds, nextCursor } = await this.#select(scope, request, since);
    const rows = rowIds.length === 0 ? [] : await listActivityRows(database.reader, rowIds, since);
    return { activity: rows.flatMap((row) => toActivity(row, scope) ?? []), pagination: { nextCursor } };
  }

  async #select(
    scope: Scope,
    { limit, cursor, shareToken }: ActivityRequest,
    since: number,
  ): Promise<{ readonly rowIds: number[]; readonly nextCursor: string | null }> {
    const { reader } = this.#deps.database;
    const { ownerId, itemId, isFolder, seesLinks } = scope;
    if (shareToken !== undefined && !seesLinks) return { rowIds: [], nextCursor: null };
    const types = shareToken === undefined ? (seesLinks ? activityTypes : itemActivityTypes) : downloadTypes;
    const isSearched = shareToken !== undefined || scope.tops !== null || (isFolder && itemId !== null);
    const batch = (isSearched ? Math.max(limit, batchOfFolder) : limit) + 1;
    const rowIds: number[] = [];
    let before = cursor === undefined ? undefined : Number(keysOfCursor(cursor)[0]);
    for (let read = 0; read < mostRead;) {
      const named = isFolder ? null : itemId;
      const rows = await listPlaces(reader, {
        ownerId,
        itemId: named,
        types,
        before,
        since,
        limit: batch,
        withData: shareToken !== undefined,
      });
      for (const row of rows) {
        if (rowIds.length === limit) return { rowIds, nextCursor: toCursor([before ?? 0]) };
        if (isIn(scope, row) && (shareToken === undefined || isThrough(row, shareToken))) rowIds.push(row.rowId);
        before = row.rowId;
      }
      read += rows.length;
      if (rows.length < batch) return { rowIds, nextCursor: null };
    }
    return { rowIds, nextCursor: toCursor([before ?? 0]) };
  }
}

/** What a key needs to see links: names and addresses of visitors are no names of files. */
const linksNeed = { scope: 'shares', folderKeys: {} } as const;

const downloadTypes = ['share.download', 'share.download.anonymous'] as const satisfies readonly ActivityType[];

const isThrough = ({ data }: PlaceRow, token: string): boolean =>
  (JSON.parse(data ?? '{}') as { readonly share_token?: string }).share_token === token;

const isIn = (scope: Scope, row: PlaceRow): boolean =>
  (scope.itemId === null || happenedIn(row, scope.itemId)) && isSeen(scope, row);
