import type { ApiPromise } from '../api-promise.ts';
import type { Change, ChangeCursor, ChangePage, ListChangesQuery } from '../api.gen.ts';
import type { FollowingChanges } from '../events/follow-changes.ts';
import { loadPart } from '../load-part.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

/**
 * A change, and the cursor to go on from once it is processed. The server gives cursors for pages: whoever goes on from a
 * change in the middle of a page gets the page from its beginning, so that nothing is missed.
 *
 * @example
 * ```ts
 * import { DriveClient, type WatchedChange } from '@drive/sdk';
 *
 * const nameOf = ({ item, itemId }: WatchedChange): string => item?.name ?? itemId;
 * for await (const change of new DriveClient().changes.read()) console.log(change.type, nameOf(change));
 * ```
 */
export interface WatchedChange extends Change {
  /** Store it when the change is processed. `''`: no page is processed yet, and reading begins anew. */
  readonly cursor: string;
}

/**
 * Whose changes. Default: those of the caller's own files and folders.
 *
 * @example
 * ```ts
 * import { type ChangesIn, DriveClient } from '@drive/sdk';
 *
 * const client = new DriveClient();
 * for (const { id, name } of (await client.drives.list()).drives) {
 *   const where: ChangesIn = { driveId: id };
 *   for await (const { type, itemId } of client.changes.read(where)) console.log(name, type, itemId);
 * }
 * ```
 */
export interface ChangesIn {
  /** ID of a folder: only what is below it, also in the tree of another owner. */
  readonly folderId?: string | undefined;
  /** ID of a team drive. Without `folderId`. */
  readonly driveId?: string | undefined;
}

/**
 * Where to begin reading changes.
 *
 * @example
 * ```ts
 * import { DriveClient, type ReadChangesOptions } from '@drive/sdk';
 *
 * const client = new DriveClient();
 * const options: ReadChangesOptions = { cursor: (await client.changes.latest()).cursor };
 * for await (const { type, itemId } of client.changes.read(options)) console.log(type, itemId);
 * ```
 */
export interface ReadChangesOptions extends ChangesIn {
  /** Cursor of the last change that was processed. Default: the oldest change that the server keeps. */
  readonly cursor?: string | undefined;
  /** Ends the loop without an error. */
  readonly signal?: AbortSignal | undefined;
  /** Changes of one request, at most 1,000. Default 200. */
  readonly limit?: number | undefined;
  /** Maximum number of consecutive failed attempts. Default: the client's `maxRetries`. */
  readonly maxRetries?: number | undefined;
}

/**
 * How to follow changes.
 *
 * @example
 * ```ts
 * import { DriveClient, type WatchChangesOptions } from '@drive/sdk';
 *
 * const options: WatchChangesOptions = { signal: AbortSignal.timeout(60_000), onDisconnect: ({ message }) => console.error(message) };
 * for await (const { type, itemId } of new DriveClient().changes.watch(options)) console.log(type, itemId);
 * ```
 */
export interface WatchChangesOptions extends Omit<ReadChangesOptions, 'maxRetries'> {
  /** Seconds that the server may hold a request, at most 50. Give fewer behind a proxy that is less patient. Default 50. */
  readonly wait?: number | undefined;
  /**
   * Maximum number of consecutive failed attempts. Default: the client's `maxRetries` for the first one, unlimited
   * afterwards.
   */
  readonly maxRetries?: number | undefined;
  /** Called when the server no longer answers, before trying again. No change is missed. */
  readonly onDisconnect?: ((error: Error) => void) | undefined;
}

/**
 * Changes of the caller's files and folders, in order. Reached as `client.changes`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Changes } from '@drive/sdk';
 *
 * const show = async (changes: Changes): Promise<void> => {
 *   for await (const { type, itemId } of changes.read()) console.log(type, itemId);
 * };
 * await show(new DriveClient().changes);
 * ```
 */
export class Changes {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Returns one page of the changes after `cursor`. With `wait`, waits up to so many seconds for one. Throws
   * `CursorExpiredError` if the cursor is too old, or not of this user and this folder.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { changes, cursor, hasMore } = await new DriveClient().changes.list({ limit: 1000 });
   * console.log(changes.length, cursor, hasMore);
   * ```
   */
  list(query: ListChangesQuery = {}, options: RequestOptions = {}): ApiPromise<ChangePage> {
    const { timeout = this.#transport.settings.timeout } = options;
    const patient = { ...options, timeout: timeout + (query.wait ?? 0) * 1000 };
    return this.#transport.call('listChanges', { query }, patient);
  }

  /**
   * Returns the cursor after the last change, also of a team drive or a folder. To copy a drive, get it first, then the tree, then read
   * the changes after it.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { cursor } = await client.changes.latest();
   * const names = new Map<string, string>();
   * for await (const { id, name } of client.files.tree()) names.set(id, name);
   * for await (const { itemId, item } of client.changes.read({ cursor })) names.set(itemId, item?.name ?? '');
   * ```
   */
  latest(options: RequestOptions & ChangesIn = {}): ApiPromise<ChangeCursor> {
    const { folderId, driveId, ...rest } = options;
    return this.#transport.call('getLatestChange', { query: { folderId, driveId } }, rest);
  }

  /**
   * Iterates over the changes after `cursor` up to the last one. Throws `CursorExpiredError` as `list` does.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { type, itemId, cursor } of new DriveClient().changes.read()) console.log(type, itemId, cursor);
   * ```
   */
  read(options: ReadChangesOptions = {}): AsyncIterable<WatchedChange> {
    const { cursor, signal, limit, maxRetries, folderId, driveId } = options;
    return this.#follow(
      { folderId, driveId },
      {
        cursor,
        signal,
        limit,
        maxRetries: maxRetries ?? this.#transport.settings.maxRetries,
        firstRetries: maxRetries ?? this.#transport.settings.maxRetries,
      },
    );
  }

  /**
   * Iterates over the changes after `cursor` and those to come, until the loop ends or the signal is aborted. Goes on after a
   * lost connection. Ends with `CursorExpiredError` if the cursor is too old: read the tree anew.
   *
   * @example
   * ```ts
   * import { CursorExpiredError, DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * try {
   *   for await (const { type, item, cursor } of client.changes.watch()) console.log(type, item?.name, cursor);
   * } catch (error) {
   *   if (!(error instanceof CursorExpiredError)) throw error;
   *   console.error('Read the tree anew.');
   * }
   * ```
   */
  watch(options: WatchChangesOptions = {}): AsyncIterable<WatchedChange> {
    const { cursor, signal, limit, wait = 50, maxRetries, onDisconnect, folderId, driveId } = options;
    return this.#follow(
      { folderId, driveId },
      {
        cursor,
        signal,
        limit,
        wait,
        maxRetries: maxRetries ?? Number.POSITIVE_INFINITY,
        firstRetries: maxRetries ?? this.#transport.settings.maxRetries,
        onDisconnect,
      },
    );
  }

  async *#follow({ folderId, driveId }: ChangesIn, following: FollowingChanges): AsyncGenerator<WatchedChange> {
    const { followChanges } = await loadPart(import('../events/follow-changes.ts'));
    yield* followChanges((query, request) => this.list({ ...query, folderId, driveId }, request), following);
  }
}
