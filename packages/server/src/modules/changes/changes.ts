import type { ServerResponse } from 'node:http';
import { dayMs, isoTime, secondMs } from '@drive/base';
import { limits, type ChangePage } from '@drive/contract';
import { type Caller, type Viewer } from '../../platform/access/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Files } from '../files/index.ts';
import type { FindTree, LiveReaders, WatchedTree } from '../live/index.ts';
import {
  isCurrentFeedCursor,
  mayBeFeedCursor,
  readFeedCursor,
  writeFeedCursor,
  type FeedPlace,
} from './change-cursor.ts';
import { findLastChange } from './change-store.ts';
import { HeldRequest } from './held-request.ts';
import { cursorExpired, feedPlace, type FeedPart, isExpired, readFeed } from './read-feed.ts';

/** Changes outside its folder after which a reader gets a new cursor with an empty answer, so that they are not read again. */
const mostSkipped = 1000;
/** The age of a cursor after which an empty answer has a new one. A quiet drive would let it expire. */
const renewedAfterMs = dayMs;

export interface ChangesDeps extends Pick<Ports, 'database' | 'clock' | 'secrets'> {
  readonly files: Pick<Files, 'findGiven' | 'listCurrent' | 'views'>;
  readonly live: LiveReaders;
  readonly findTree: FindTree;
  readonly config: {
    /** How long changes are kept, and cursors are good. */
    readonly keptMs: number;
  };
}

export interface ChangesQuery {
  /** items.id; undefined: the caller's own root. */
  readonly folderId?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** Seconds. */
  readonly wait: number;
}

/** The changes of the items of a user, or of a tree that they reach, in the order in which they were committed. */
export class Changes {
  readonly #deps: ChangesDeps;

  constructor(deps: ChangesDeps) {
    this.#deps = deps;
  }

  /** The end of the feed. */
  async latest(caller: Caller, folderId?: string): Promise<{ readonly cursor: string }> {
    const { database, clock, secrets, findTree } = this.#deps;
    const tree = await findTree(caller, folderId ?? null);
    const now = clock.now();
    const last = await findLastChange(database.reader, tree.ownerId, this.#oldest());
    return { cursor: writeFeedCursor(secrets, feedPlace(feedOf(tree), now, last ?? null)) };
  }

  /**
   * Holds the request until there is a change, unless `wait` is 0. Throws `cursor_expired`, `too_many_requests`, and
   * `folder_not_found`, also once the folder of another owner is closed to the caller.
   */
  async list(caller: Caller, query: ChangesQuery, response: ServerResponse): Promise<ChangePage> {
    const tree = await this.#deps.findTree(caller, query.folderId ?? null);
    const place = query.cursor === undefined ? feedPlace(feedOf(tree), this.#oldest()) : this.#open(tree, query.cursor);
    const part =
      query.wait === 0 ? await this.#read(place, query.limit) : await this.#hold(caller, tree, place, query, response);
    return this.#answer(caller, part, this.#isSame(query.cursor, place, part) ? query.cursor : undefined);
  }

  async #hold(
    caller: Caller,
    tree: WatchedTree,
    place: FeedPlace,
    { limit, wait, folderId }: ChangesQuery,
    response: ServerResponse,
  ): Promise<FeedPart> {
    const { live, findTree } = this.#deps;
    const held = new HeldRequest(caller, tree, response, wait * secondMs);
    try {
      const remove = live.add(held, { kind: 'requests that wait for changes', most: limits.heldRequests });
      try {
        for (;;) {
          const isLast = held.isOver || live.isStopped;
          const part = await this.#read(place, limit);
          if (isLast || part.seen.length > 0 || part.hasMore) return part;
          await held.signal.wait();
          if (await live.isValid(held)) continue;
          if (!tree.isOwn) await findTree(caller, folderId ?? null);
          throw credentialEnded();
        }
      } finally {
        remove();
      }
    } finally {
      held.release();
    }
  }

  #read(place: FeedPlace, limit: number): Promise<FeedPart> {
    const { database, clock } = this.#deps;
    return readFeed(database.reader, place, { limit, oldest: this.#oldest(), now: clock.now() });
  }

  #oldest(): number {
    return this.#deps.clock.now() - this.#deps.config.keptMs;
  }

  /** The place in the tree that a cursor names. */
  #open(tree: WatchedTree, cursor: string): FeedPlace {
    const place = readFeedCursor(this.#deps.secrets, cursor);
    if (place === undefined) throw mayBeFeedCursor(cursor) ? cursorExpired() : malformedCursor();
    const { userId, folderId } = feedOf(tree);
    const isOwn = place.userId === userId && place.folderId === folderId;
    if (!isOwn || isExpired(place, { oldest: this.#oldest(), now: this.#deps.clock.now() })) throw cursorExpired();
    return place;
  }

  /** Whether the cursor that the reader has is as good as a new one. */
  #isSame(cursor: string | undefined, place: FeedPlace, { seen, hasMore, skipped }: FeedPart): boolean {
    const { clock, secrets } = this.#deps;
    if (cursor === undefined || !isCurrentFeedCursor(secrets, cursor)) return false;
    const isYoung = place.time > clock.now() - renewedAfterMs;
    return isYoung && seen.length === 0 && !hasMore && skipped < mostSkipped;
  }

  async #answer(
    viewer: Viewer,
    { seen, place, hasMore }: FeedPart,
    sameCursor: string | undefined,
  ): Promise<ChangePage> {
    const { database, files, secrets } = this.#deps;
    const ids = seen.map(({ row }) => row.itemId);
    const current = await files.listCurrent(database.reader, place.userId, { ids, folderId: place.folderId });
    const rows = [...current.values()];
    const given = await files.findGiven(database.reader, viewer.userId, place.userId, rows);
    const shown = await files.views.showAll(
      database.reader,
      viewer,
      rows.map((row) => ({ ...row, given: given.get(row.rowId) ?? null })),
    );
    const items = new Map(shown.map((item) => [item.id, item]));
    const changes = seen.map(({ type, row }) => {
      return {
        type,
        itemId: row.itemId,
        itemType: row.type.startsWith('folder.') ? ('folder' as const) : ('file' as const),
        at: isoTime(row.createdAt),
        item: items.get(row.itemId) ?? null,
      };
    });
    return { changes, cursor: sameCursor ?? writeFeedCursor(secrets, place), hasMore };
  }
}

const feedOf = ({ ownerId, folderId }: WatchedTree): Pick<FeedPlace, 'userId' | 'folderId'> => ({
  userId: ownerId,
  folderId,
});

const credentialEnded = (): DomainError =>
  new DomainError('authentication_required', 'The key or session of this request has ended. Sign in again.');

function malformedCursor(): DomainError {
  const message = 'must be the cursor of an earlier answer; omit it to begin with the oldest change';
  return new DomainError('validation_failed', `cursor ${message}.`, {
    issues: [{ field: 'cursor', message, code: 'invalid' }],
  });
}
