import type { ApiPromise } from '../../api-promise.ts';
import type {
  Comment,
  FolderShareModeChange,
  ListCommentsQuery,
  ListRecipientsQuery,
  ListSharesQuery,
  ListedShare,
  MultiShare,
  NewFolderShare,
  NewMultiShare,
  NewRecipients,
  NewShare,
  Recipient,
  Recipients,
  ShareDescriptor,
  ShareModeChange,
  ShareNotifyChange,
  SlugAvailability,
  UnlockAudit,
  VisibilityChange,
  VisibilityResult,
} from '../../api.gen.ts';
import { pagedListOf, type PagedList } from '../../page.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';
import { callByKey, operationsByKey, type ShareKey } from './share-key.ts';

/**
 * Shares of the caller's files and folders. Reached as `client.shares`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Shares } from '@drive/sdk';
 *
 * const linkOf = async (shares: Shares, fileId: string) => (await shares.create(fileId)).shortUrl;
 * console.log(await linkOf(new DriveClient().shares, '0b8f6a1e-6f3f-4f57-9d0e-3b0f1f0f8f11'));
 * ```
 */
export class Shares {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Shares a file, or changes its share: omitted fields and the link stay the same.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * const share = await client.shares.create(id, { expiresInDays: 7 });
   * console.log(share.shortUrl);
   * ```
   */
  create(fileId: string, share: NewShare = {}, options?: RequestOptions): ApiPromise<ShareDescriptor> {
    return this.#transport.call('createFileShare', { params: { fileId }, body: share }, options);
  }

  /**
   * Shares a folder with its present and future contents, or changes its share. With `allowUpload`, visitors may add files.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/Photos');
   * const { shortUrl } = await client.shares.createForFolder(id, { password: 'open sesame', maxDownloads: 10 });
   * console.log(shortUrl);
   * ```
   */
  createForFolder(folderId: string, share: NewFolderShare = {}, options?: RequestOptions): ApiPromise<ShareDescriptor> {
    return this.#transport.call('createFolderShare', { params: { folderId }, body: share }, options);
  }

  /**
   * Shares 2 to 50 files with one link, all or none. They belong to one user or one team drive, which then owns the link.
   * Rejects with `AccessDeniedError` if the caller may not share one of them, or if they belong to several owners.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { items } = await client.files.list({ q: 'invoice' });
   * const share = await client.shares.createMulti({ fileIds: items.map(({ id }) => id), expiresInDays: 14 });
   * console.log(share.shareUrl);
   * ```
   */
  createMulti(share: NewMultiShare, options?: RequestOptions): ApiPromise<MultiShare> {
    return this.#transport.call('createMultiShare', { body: share }, options);
  }

  /**
   * Lists the caller's shares of every kind, newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const share of new DriveClient().shares.list()) console.log(share.name, share.downloadCount);
   * ```
   */
  list(query: ListSharesQuery = {}, options?: RequestOptions): PagedList<ListedShare> {
    return pagedListOf(this.#transport, 'listShares', 'shares', { query }, options);
  }

  /**
   * Reads a share with its item, slug and counts.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { shareToken } = await client.files.getByPath('/report.pdf');
   * if (shareToken !== null) console.log((await client.shares.get(shareToken)).viewCount);
   * ```
   */
  get(token: string, options?: RequestOptions): ApiPromise<ListedShare> {
    return this.#transport.call('getShare', { params: { token } }, options);
  }

  /**
   * Sets the mode. `PRIVATE` disables the link but keeps it. `maxDownloads` limits the downloads, `null` removes the
   * limit. `commentsEnabled` and `likesEnabled` allow feedback of visitors.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * await client.shares.setMode({ fileId: id }, 'PRIVATE');
   * await client.shares.setMode({ fileId: id }, { shareMode: 'SHARED', maxDownloads: 3, commentsEnabled: false });
   * ```
   */
  setMode(
    share: ShareKey,
    change: FolderShareModeChange | ShareModeChange['shareMode'],
    options?: RequestOptions,
  ): ApiPromise<ShareDescriptor> {
    const body = typeof change === 'string' ? { shareMode: change } : change;
    return callByKey(this.#transport, operationsByKey.setMode, share, { body }, options);
  }

  /**
   * Revokes the share of a token, or every link of a file or folder. Idempotent for files and folders.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/Photos');
   * await client.shares.revoke({ folderId: id });
   * ```
   */
  revoke(share: ShareKey, options?: RequestOptions): ApiPromise<void> {
    return callByKey(this.#transport, operationsByKey.revoke, share, {}, options);
  }

  /**
   * Sets the expiry in days from now. `null`: never.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { items } = await client.shares.list();
   * for (const { shareToken } of items) await client.shares.setExpiry({ token: shareToken }, null);
   * ```
   */
  setExpiry(share: ShareKey, expiresInDays: number | null, options?: RequestOptions): ApiPromise<ShareDescriptor> {
    return callByKey(this.#transport, operationsByKey.setExpiry, share, { body: { expiresInDays } }, options);
  }

  /**
   * Sets the email notifications of the owner.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * await client.shares.setNotify({ fileId: id }, { notifyOnDownload: true, notifyPerRecipient: true });
   * ```
   */
  setNotify(share: ShareKey, change: ShareNotifyChange, options?: RequestOptions): ApiPromise<ShareDescriptor> {
    return callByKey(this.#transport, operationsByKey.setNotify, share, { body: change }, options);
  }

  /**
   * Sets the password, from 4 characters to 72 bytes; `null` removes it. Visitors who had unlocked the share must do so
   * again.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * await client.shares.setPassword({ fileId: id }, 'open sesame');
   * ```
   */
  setPassword(share: ShareKey, password: string | null, options?: RequestOptions): ApiPromise<ShareDescriptor> {
    return callByKey(this.#transport, operationsByKey.setPassword, share, { body: { password } }, options);
  }

  /**
   * Sets the slug of the short link: 3 to 30 lower-case letters, digits and single hyphens; `null` removes it. Throws
   * `vanity_slug_taken` if it is in use. The previous short link keeps working.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * const { shortUrl } = await client.shares.setSlug({ fileId: id }, 'report-2026');
   * console.log(shortUrl);
   * ```
   */
  setSlug(share: ShareKey, slug: string | null, options?: RequestOptions): ApiPromise<ShareDescriptor> {
    return callByKey(this.#transport, operationsByKey.setSlug, share, { body: { slug } }, options);
  }

  /**
   * Lists the latest attempts to unlock the share.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/report.pdf');
   * const { failedLast24h, bruteForceAlert } = await client.shares.unlockEvents({ fileId: id });
   * console.log(failedLast24h, bruteForceAlert);
   * ```
   */
  unlockEvents(share: ShareKey, options?: RequestOptions): ApiPromise<UnlockAudit> {
    return callByKey(this.#transport, operationsByKey.unlockEvents, share, {}, options);
  }

  /**
   * Sets the visibility of up to 200 files: `PUBLIC` of the first link of each, which is created if there is none; `PRIVATE` ends all
   * of its links. A folder ID stands for the files directly in it. Items that could not be changed are in `failed`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id } = await client.files.getByPath('/Press');
   * const { updated, failed } = await client.shares.setVisibility({ ids: [id], mode: 'PUBLIC' });
   * console.log(updated.length, failed);
   * ```
   */
  setVisibility(change: VisibilityChange, options?: RequestOptions): ApiPromise<VisibilityResult> {
    return this.#transport.call('setVisibility', { body: change }, options);
  }

  /**
   * Checks whether a slug is available, and if not, why.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { available, reason } = await new DriveClient().shares.slugAvailable('report-2026');
   * console.log(available, reason);
   * ```
   */
  slugAvailable(slug: string, options?: RequestOptions): ApiPromise<SlugAvailability> {
    return this.#transport.call('getSlugAvailability', { query: { slug } }, options);
  }

  /**
   * Emails a share to up to 50 recipients, each with a personal link. An existing recipient is sent the same link
   * again. `mailDelivery` is `outbox` if the server has no mail server: it then sends nothing.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { shareToken } = await client.shares.create((await client.files.getByPath('/report.pdf')).id);
   * const { mailDelivery } = await client.shares.send(shareToken, { emails: ['ada@example.com'], message: 'Have a look.' });
   * if (mailDelivery === 'outbox') console.log('Nothing was sent: the server has no mail server.');
   * ```
   */
  send(token: string, mail: NewRecipients, options?: RequestOptions): ApiPromise<Recipients> {
    return this.#transport.call('sendShare', { params: { token }, body: mail }, options);
  }

  /**
   * Lists the recipients, newest first, with their visits and downloads.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [share] = (await client.shares.list()).items;
   * if (share !== undefined)
   *   for await (const { email, firstOpenedAt } of client.shares.listRecipients(share.shareToken)) console.log(email, firstOpenedAt);
   * ```
   */
  listRecipients(token: string, query: ListRecipientsQuery = {}, options?: RequestOptions): PagedList<Recipient> {
    return pagedListOf(this.#transport, 'listRecipients', 'recipients', { params: { token }, query }, options);
  }

  /**
   * Removes a recipient. Visits through the personal link are no longer attributed to them.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { shareToken } = await client.shares.create((await client.files.getByPath('/report.pdf')).id);
   * const { recipients: [wrong] } = await client.shares.send(shareToken, { emails: ['adda@example.com'] });
   * if (wrong !== undefined) await client.shares.removeRecipient(shareToken, wrong.id);
   * ```
   */
  removeRecipient(token: string, id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('removeRecipient', { params: { token, id } }, options);
  }

  /**
   * Lists comments on one of the caller's shares, newest first, even if the share is disabled.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const [share] = (await client.shares.list()).items;
   * if (share !== undefined)
   *   for await (const { authorName, body } of client.shares.listComments(share.shareToken)) console.log(authorName, body);
   * ```
   */
  listComments(token: string, query: ListCommentsQuery = {}, options?: RequestOptions): PagedList<Comment> {
    return pagedListOf(this.#transport, 'listComments', 'comments', { params: { token }, query }, options);
  }

  /**
   * Deletes any comment on one of the caller's shares.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { shareToken } = await client.shares.create((await client.files.getByPath('/report.pdf')).id);
   * const [newest] = (await client.shares.listComments(shareToken)).items;
   * if (newest !== undefined) await client.shares.deleteComment(shareToken, newest.id);
   * ```
   */
  deleteComment(token: string, id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('deleteComment', { params: { token, id } }, options);
  }
}
