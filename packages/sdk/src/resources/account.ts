import type { ApiPromise } from '../api-promise.ts';
import type {
  AccountDeletion,
  AccountDeletionPreview,
  AccountDeletionRequest,
  ArchiveUrl,
  ListSessionPageQuery,
  ListStoredFilesQuery,
  Session,
  StorageUse,
  StoredFile,
  User,
  UserChange,
} from '../api.gen.ts';
import { type NextPage, pagedListOf, type PagedList } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
import { Identities } from './sign-in/identities.ts';
import { waitForOperation, type WaitOptions } from './wait-for-operation.ts';

/**
 * The caller's own account. Reached as `client.account`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Account } from '@drive/sdk';
 *
 * const nameOf = async (account: Account): Promise<string> => (await account.me()).email;
 * console.log(await nameOf(new DriveClient().account));
 * ```
 */
export class Account {
  /** Accounts at the issuer of single sign-on. */
  readonly identities: Identities;
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.identities = new Identities(transport);
  }

  /**
   * Returns the caller's account and its storage use.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const me = await new DriveClient().account.me();
   * console.log(me.email, me.usedBytes, me.quotaBytes);
   * ```
   */
  me(options?: RequestOptions): ApiPromise<User> {
    return this.#transport.call('getMe', {}, options);
  }

  /**
   * Changes the account.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * await new DriveClient().account.update({ name: 'Ada Lovelace' });
   * ```
   */
  update(change: UserChange, options?: RequestOptions): ApiPromise<User> {
    return this.#transport.call('updateMe', { body: change }, options);
  }

  /**
   * Counts files and bytes by kind of content, in the trash, and of previous versions.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { kinds, trash } = await new DriveClient().account.storageUse();
   * for (const { contentKind, files, bytes } of kinds) console.log(contentKind, files, bytes);
   * console.log('trash', trash.bytes);
   * ```
   */
  storageUse(options?: RequestOptions): ApiPromise<StorageUse> {
    return this.#transport.call('getStorageUse', {}, options);
  }

  /**
   * Lists the files that use the most storage, with their paths: by the bytes of their versions, or (`by: 'size'`) the largest from
   * 1 MiB on.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * for await (const { path, versions, versionBytes } of client.account.storedFiles({ by: 'versions' }))
   *   console.log(path, versions, versionBytes);
   * ```
   */
  storedFiles(query: ListStoredFilesQuery = {}, options?: RequestOptions): PagedList<StoredFile, NextPage> {
    return pagedListOf(this.#transport, 'listStoredFiles', 'files', { query }, options);
  }

  /**
   * Shows what the deletion of the account ends for others, and for which team drives it needs a choice. Changes nothing.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { ends, drives, obstacle } = await new DriveClient().account.deletionPreview();
   * console.log(ends.links, 'links', drives.length, 'team drives', obstacle);
   * ```
   */
  deletionPreview(options?: RequestOptions): ApiPromise<AccountDeletionPreview> {
    return this.#transport.call('previewAccountDeletion', {}, options);
  }

  /**
   * Deletes the account of a session, which API keys cannot. It is disabled at once, and can be kept by the link in an email until
   * `deletesAt`. Throws `invalid_credentials`, `reauthentication_required`, `last_admin`, and `last_manager` unless `drives` says
   * what becomes of each team drive that nobody else manages.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const deleteMine = async (client: DriveClient, password: string): Promise<string> => {
   *   const { drives } = await client.account.deletionPreview();
   *   const choices = drives.map(({ id, members }) => ({ driveId: id, managerId: members[0]?.id ?? null }));
   *   return (await client.account.delete({ password, drives: choices })).deletesAt;
   * };
   * console.log(deleteMine);
   * ```
   */
  delete(request: AccountDeletionRequest, options?: RequestOptions): ApiPromise<AccountDeletion> {
    return this.#transport.call('deleteAccount', { body: request }, options);
  }

  /**
   * Makes a ZIP of all that the caller has: files and folders that are not in the trash, and links, activity and settings as JSON.
   * Waits for it and returns the URL of one download. A key gets what its scopes allow.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { downloadUrl, fileCount } = await new DriveClient().account.export();
   * console.log(fileCount, downloadUrl);
   * ```
   */
  async export(options: WaitOptions = {}): Promise<ArchiveUrl> {
    const { onProgress: _, ...request } = options;
    const { operationId } = await this.#transport.call('exportMe', {}, request);
    const { result } = await waitForOperation(this.#transport, operationId, options);
    return result as ArchiveUrl;
  }

  /**
   * Lists the active sessions, newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const sessions = await new DriveClient().account.sessions();
   * console.log(sessions.length);
   * ```
   */
  sessions(options?: RequestOptions): ApiPromise<Session[]> {
    return this.#transport.call('listSessions', {}, options);
  }

  /**
   * Lists the active sessions in pages, newest first. Awaited it is a page, iterated all sessions.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { userAgent, lastUsedAt } of new DriveClient().account.listSessions()) console.log(lastUsedAt, userAgent);
   * ```
   */
  listSessions(query: ListSessionPageQuery = {}, options?: RequestOptions): PagedList<Session> {
    return pagedListOf(this.#transport, 'listSessionPage', 'sessions', { query }, options);
  }

  /**
   * Ends a session.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * for (const session of await client.account.sessions()) if (!session.current) await client.account.endSession(session.id);
   * ```
   */
  endSession(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('revokeSession', { params: { id } }, options);
  }
}
