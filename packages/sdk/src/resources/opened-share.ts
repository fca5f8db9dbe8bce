import type { ApiPromise } from '../api-promise.ts';
import type {
  ArchiveUrl,
  Comment,
  CreatedComment,
  DownloadUrl,
  Item,
  Liked,
  NewComment,
  Operations,
  PublicShare,
} from '../api.gen.ts';
import { pagedListOf, type PagedList } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';
import { incoming, readBlob, type BlobDownloadOptions } from './download-bytes.ts';
import { fetchBytes } from './fetch-bytes.ts';
import type { ShareLink } from './share-link.ts';

/**
 * How to open a link.
 *
 * @example
 * ```ts
 * import { DriveClient, type OpenOptions } from '@drive/sdk';
 *
 * const options: OpenOptions = { password: 'open sesame' };
 * const share = await new DriveClient().public.open('https://drive.example.com/s/report-2026', options);
 * console.log(share.info.name);
 * ```
 */
export interface OpenOptions extends RequestOptions {
  /** Used where the share is locked; without one it stays so. */
  readonly password?: string | undefined;
  /** The `r` of a link that was mailed to somebody. Default: the one in the link. */
  readonly recipient?: string | undefined;
  /** Who likes and comments, where that is no account: the `visitorToken` of an earlier opening. */
  readonly visitorToken?: string | undefined;
}

/**
 * A share as a stranger has it, from `client.public.open`. It keeps what unlocked it, and whose personal link it is.
 *
 * @example
 * ```ts
 * import { DriveClient, type OpenedShare } from '@drive/sdk';
 *
 * const share: OpenedShare = await new DriveClient().public.open('https://drive.example.com/s/holidays');
 * if (share.info.locked) await share.unlock('open sesame');
 * for await (const item of share.list()) console.log(item.name, item.size);
 * ```
 */
export class OpenedShare {
  /** Where it is. */
  readonly link: ShareLink;
  readonly #transport: Transport;
  /** For what is said in somebody's name. */
  readonly #signed: Transport;
  #unlockToken: string | undefined;
  #visitorToken: string | undefined;
  #info: PublicShare;

  private constructor(transports: Transports, link: ShareLink, info: PublicShare, visitorToken: string | undefined) {
    this.link = link;
    this.#transport = transports.stranger;
    this.#signed = transports.signed;
    this.#visitorToken = visitorToken;
    this.#info = info;
  }

  /**
   * No key goes along: the link decides, and the server may be anybody's. Only likes and comments are the caller's, at the
   * caller's own server.
   *
   * @internal
   */
  static async open(opener: Transport, link: ShareLink, { password, ...options }: OpenOptions): Promise<OpenedShare> {
    const { baseUrl, token } = link;
    const { recipient = link.recipient, visitorToken } = options;
    const stranger = opener.forVisitor(baseUrl);
    const transports = { stranger, signed: baseUrl === opener.settings.baseUrl ? opener : stranger };
    const headers = { ...recipientHeader(recipient), ...visitorHeader(visitorToken), ...options.headers };
    const info = await stranger.call('resolveShare', { params: { token }, query: {} }, { ...options, headers });
    const share = new OpenedShare(transports, { baseUrl, token, recipient }, info, visitorToken);
    if (info.locked && password !== undefined) await share.unlock(password, options);
    return share;
  }

  /** What is shared. While it is locked only its kind and when it ends. */
  get info(): PublicShare {
    return this.#info;
  }

  /** What tells the server that the share is unlocked, and whose personal link it is: for requests of your own. */
  get headers(): Readonly<Record<string, string>> {
    const unlock = this.#unlockToken === undefined ? {} : { 'x-share-unlock': this.#unlockToken };
    return { ...unlock, ...recipientHeader(this.link.recipient), ...visitorHeader(this.#visitorToken) };
  }

  /** Who has liked and commented here without an account: keep it, to take that back another time. */
  get visitorToken(): string | undefined {
    return this.#visitorToken;
  }

  /**
   * Opens a locked share: `share_password_incorrect`, or after five attempts `too_many_requests`, which tells in
   * `retryAfter` how long the link waits.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/report-2026');
   * const { name, size } = await share.unlock('open sesame');
   * console.log(name, size);
   * ```
   */
  async unlock(password: string, options: RequestOptions = {}): Promise<PublicShare> {
    const params = { token: this.link.token };
    const grant = await this.#transport.call('unlockShare', { params, body: { password } }, this.#with(options));
    this.#unlockToken = grant.unlockToken;
    return (this.#info = await this.#transport.call('resolveShare', { params, query: {} }, this.#with(options)));
  }

  /**
   * What is in a shared folder, or in a folder in it by its `parentId`, or the files that are shared together.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * for await (const item of share.list({ sort: '-size' })) console.log(item.type, item.name);
   * ```
   */
  list(query: Omit<Operations['listShareFiles']['query'], 'r'> = {}, options: RequestOptions = {}): PagedList<Item> {
    const params = { token: this.link.token };
    return pagedListOf(
      query.page,
      (page) => this.#transport.call('listShareFiles', { params, query: { ...query, page } }, this.#with(options)),
      ({ files }) => files,
    );
  }

  /**
   * A signed address of a file's bytes, good for a quarter of an hour unless the server says otherwise. The file need not
   * be named where only one is shared. Each address that is fetched to the end counts as one download.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/report-2026');
   * const { downloadUrl } = await share.downloadUrl(undefined, { inline: true });
   * console.log(downloadUrl);
   * ```
   */
  downloadUrl(
    fileId?: string,
    query: { inline?: boolean } = {},
    options: RequestOptions = {},
  ): ApiPromise<DownloadUrl> {
    const input = {
      params: { token: this.link.token },
      query: { ...query, ...(fileId === undefined ? {} : { fileId }) },
    };
    return this.#transport.call('getShareDownloadUrl', input, this.#with(options));
  }

  /**
   * A file's bytes, as the platform's own Response. To a path, with resuming and a check of the SHA-256:
   * `downloadSharedFile` in `@drive/sdk/node`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/notes', { password: 'open sesame' });
   * console.log(await (await share.download()).text());
   * ```
   */
  async download(fileId?: string, options: RequestOptions = {}): Promise<Response> {
    const { downloadUrl } = await this.downloadUrl(fileId, {}, { ...options, headers: undefined });
    return await fetchBytes(this.#transport, downloadUrl, options);
  }

  /**
   * A file's bytes as a Blob: goes on by itself where the connection breaks off, and is checked against the SHA-256.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/report-2026');
   * console.log((await share.downloadBlob()).size);
   * ```
   */
  async downloadBlob(fileId?: string, options: BlobDownloadOptions = {}): Promise<Blob> {
    const { signal } = options;
    const getUrl = async (): Promise<string> => (await this.downloadUrl(fileId, {}, { signal })).downloadUrl;
    return await readBlob(incoming(this.#transport, getUrl, options));
  }

  /**
   * A ZIP of all that is shared, folders and all, or of some files of it: its address, which is good for one download
   * within ten minutes. To a path: `downloadArchive` in `@drive/sdk/node`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * const { downloadUrl, fileCount } = await share.archive();
   * console.log(downloadUrl, fileCount);
   * ```
   */
  archive(fileIds?: readonly string[], options: RequestOptions = {}): ApiPromise<ArchiveUrl> {
    const body = fileIds === undefined ? {} : { fileIds: [...fileIds] };
    const input = { params: { token: this.link.token }, query: {}, body };
    return this.#transport.call('createShareArchive', input, this.#with(options));
  }

  /**
   * Likes it: in the name of the client's account where the link is one of its server, else as a visitor. Liking it again
   * changes nothing. `access_denied` where likes are switched off.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * const { likeCount } = await share.like();
   * console.log(likeCount);
   * ```
   */
  async like(options: RequestOptions = {}): Promise<Liked> {
    return this.#learn(await this.#signed.call('likeShare', { params: this.#params }, this.#with(options)));
  }

  /**
   * Takes the like back; fine where there is none.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * await share.like();
   * await share.unlike();
   * ```
   */
  unlike(options: RequestOptions = {}): ApiPromise<void> {
    return this.#signed.call('unlikeShare', { params: this.#params }, this.#with(options));
  }

  /**
   * What others have to say of it, the newest first. `access_denied` where comments are switched off.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * for await (const { authorName, body } of share.listComments()) console.log(authorName ?? 'Somebody', body);
   * ```
   */
  listComments(query: Operations['listComments']['query'] = {}, options: RequestOptions = {}): PagedList<Comment> {
    return pagedListOf(
      query.page,
      (page) =>
        this.#signed.call('listComments', { params: this.#params, query: { ...query, page } }, this.#with(options)),
      ({ comments }) => comments,
    );
  }

  /**
   * Comments on it, in plain text of up to 2000 characters. An account has its own name; a visitor has the `authorName`
   * given here, or none.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * const { id } = await share.comment({ body: 'What a view!', authorName: 'Ada' });
   * console.log(id, share.visitorToken);
   * ```
   */
  async comment(comment: NewComment, options: RequestOptions = {}): Promise<CreatedComment> {
    const input = { params: this.#params, body: comment };
    return this.#learn(await this.#signed.call('createComment', input, this.#with(options)));
  }

  /**
   * Deletes a comment of one's own, or any where the share is one's own.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * for await (const { id, byMe } of share.listComments()) if (byMe) await share.deleteComment(id);
   * ```
   */
  deleteComment(id: string, options: RequestOptions = {}): ApiPromise<void> {
    return this.#signed.call('deleteComment', { params: { ...this.#params, id } }, this.#with(options));
  }

  get #params(): { readonly token: string } {
    return { token: this.link.token };
  }

  #learn<Answer extends { readonly visitorToken: string | null }>(answer: Answer): Answer {
    this.#visitorToken = answer.visitorToken ?? this.#visitorToken;
    return answer;
  }

  #with(options: RequestOptions): RequestOptions {
    return { ...options, headers: { ...this.headers, ...options.headers } };
  }
}

interface Transports {
  readonly stranger: Transport;
  readonly signed: Transport;
}

const visitorHeader = (visitorToken: string | undefined): Record<string, string> =>
  visitorToken === undefined ? {} : { 'x-share-visitor': visitorToken };

const recipientHeader = (recipient: string | undefined): Record<string, string> =>
  recipient === undefined ? {} : { 'x-share-recipient': recipient };
