import type { ApiPromise } from '../../api-promise.ts';
import type {
  ArchiveUrl,
  Comment,
  CopyResult,
  CreatedComment,
  DownloadUrl,
  Item,
  Liked,
  ListCommentsQuery,
  ListShareFilesQuery,
  NewComment,
  NewReport,
  NewShareUpload,
  PublicShare,
  SharedCopy,
  ShareTicket,
  UploadReservation,
} from '../../api.gen.ts';
import { DriveError } from '../../error.ts';
import { loadPart } from '../../load-part.ts';
import { type PagedList, pagedListOf } from '../../page.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';
import { blobSource } from '../../upload/byte-source.ts';
import type { CollectedUpload, SharedUploadOptions } from '../../upload/collected.ts';
import { nameIn, readSource, type UploadSource } from '../../upload/upload-source.ts';
import { type CopyAnswer, copyOf, type CopyOptions } from '../copy-items.ts';
import { type BlobDownloadOptions, fetchBytes, incoming, readBlob } from '../download-bytes.ts';
import { OpenedLink } from './opened-link.ts';
import { recipientHeader, ticketHeader, visitorHeader, type OpenOptions, type ShareLink } from './share-link.ts';

/**
 * A share opened by a visitor, from `client.public.open`.
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
export class OpenedShare extends OpenedLink<PublicShare, ShareLink> {
  /** For calls made in the name of the client's account. */
  readonly #signed: Transport;
  #visitorToken: string | undefined;
  #ticket: string | undefined;

  private constructor(transport: Transport, signed: Transport, link: ShareLink, { visitorToken, ticket }: OpenOptions) {
    super('Share', transport, link);
    this.#signed = signed;
    this.#visitorToken = visitorToken;
    this.#ticket = ticket;
  }

  /**
   * Sends no API key, because the link may lead to any server. Only likes and comments are sent in the caller's name, and
   * only to the client's own server.
   *
   * @internal
   */
  static async open(opener: Transport, link: ShareLink, options: OpenOptions): Promise<OpenedShare> {
    const { baseUrl, token } = link;
    const { recipient = link.recipient, visitorToken, ticket, ...loading } = options;
    const visitor = opener.forVisitor(baseUrl);
    const signed = baseUrl === opener.settings.baseUrl ? opener : visitor;
    const share = new OpenedShare(visitor, signed, { baseUrl, token, recipient }, { visitorToken, ticket });
    return await share.load(loading);
  }

  /** Headers with the unlock token, the recipient, the visitor and the ticket, for your own requests. */
  override get headers(): Readonly<Record<string, string>> {
    return {
      ...super.headers,
      ...recipientHeader(this.link.recipient),
      ...visitorHeader(this.#visitorToken),
      ...ticketHeader(this.#ticket),
    };
  }

  /** Identifies this visitor's likes and comments. Store it to be able to remove them later. */
  get visitorToken(): string | undefined {
    return this.#visitorToken;
  }

  /** The ticket that calls are made with. */
  get ticket(): string | undefined {
    return this.#ticket;
  }

  /**
   * Makes later calls with a ticket of {@link OpenedShare.createTicket}, or with none.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * share.useTicket((await share.createTicket()).ticket);
   * ```
   */
  useTicket(ticket: string | undefined): void {
    this.#ticket = ticket;
  }

  /**
   * Takes one download of the share, in any number of files: with `useTicket` each file can be downloaded once, and an
   * interrupted one again, for a day. Throws `share_limit_reached` if no download is left. `downloadFolder` of
   * `@drive/sdk/node` uses a ticket automatically.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * const { ticket, expiresAt } = await share.createTicket();
   * share.useTicket(ticket);
   * for await (const { id, type } of share.list()) if (type === 'file') await share.downloadBlob(id);
   * console.log('counted once, resumable until', expiresAt);
   * ```
   */
  createTicket(options: RequestOptions = {}): ApiPromise<ShareTicket> {
    return this.transport.call('createShareTicket', { params: this.params, query: {} }, this.withHeaders(options));
  }

  /**
   * Lists the shared folder, one of its subfolders by `parentId`, or the files of a multi-share.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * for await (const item of share.list({ sort: '-size' })) console.log(item.type, item.name);
   * ```
   */
  list(query: Omit<ListShareFilesQuery, 'r'> = {}, options: RequestOptions = {}): PagedList<Item> {
    return pagedListOf(this.transport, 'listShareFiles', 'files', { params: this.params, query }, () =>
      this.withHeaders(options),
    );
  }

  /**
   * Creates a signed URL of a file. It expires after 15 minutes, unless the server is configured otherwise. `fileId` is
   * optional if one file is shared. Each complete download counts once; with a ticket, all files together do.
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
      params: this.params,
      query: { ...query, ...(fileId === undefined ? {} : { fileId }) },
    };
    return this.transport.call('getShareDownloadUrl', input, this.withHeaders(options));
  }

  /**
   * Fetches a file as a `Response`. `downloadSharedFile` of `@drive/sdk/node` writes to a path, resumes, and verifies
   * the SHA-256.
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
    return await fetchBytes(this.transport, downloadUrl, options);
  }

  /**
   * Downloads a file as a Blob. Resumes after a lost connection and verifies the SHA-256.
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
    return await readBlob(incoming(this.transport, getUrl, options));
  }

  /**
   * Creates a ZIP of everything shared, with folders, or of some files, as a signed URL for one download within ten
   * minutes. `downloadArchive` of `@drive/sdk/node` writes it to a path.
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
    const input = { params: this.params, query: {}, body };
    return this.transport.call('createShareArchive', input, this.withHeaders(options));
  }

  /**
   * Copies everything shared, or some of its files, to the drive of the client's account, without downloading: into its root, the
   * folder `parentId`, or the root of the team drive `driveId`. Counts as one download of the share, and waits for the end of large
   * copies. Items that could not be copied are in `failed`. Throws `invalid_argument` if the share is on another server than the client's.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * const { copied, failed } = await share.save();
   * console.log(copied.map(({ name }) => name), failed.length);
   * ```
   */
  async save({ fileIds, parentId, driveId }: SharedCopy = {}, options: CopyOptions = {}): Promise<CopyResult> {
    if (this.#signed === this.transport)
      throw new DriveError('invalid_argument', 'The share is on another server than the account.');
    const { onProgress: _, ...request } = options;
    const body = {
      ...(fileIds == null ? {} : { fileIds: [...fileIds] }),
      ...(parentId == null ? {} : { parentId }),
      ...(driveId == null ? {} : { driveId }),
    };
    const input = { params: this.params, query: {}, body };
    const answer: CopyAnswer = await this.#signed.call('saveShare', input, this.withHeaders(request));
    return copyOf(this.#signed, answer, options);
  }

  /**
   * Likes the share: as the client's account if the share is on its server, otherwise as a visitor. Idempotent. Throws
   * `access_denied` if likes are disabled.
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
    return this.#remember(await this.#signed.call('likeShare', { params: this.params }, this.withHeaders(options)));
  }

  /**
   * Removes the like. Idempotent.
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
    return this.#signed.call('unlikeShare', { params: this.params }, this.withHeaders(options));
  }

  /**
   * Reports to the administrators of the server that something is wrong with the share, or with the file `fileId` in it. Its
   * owner is not notified.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * await share.report({ reason: 'malware', message: 'The installer is infected.' });
   * ```
   */
  report(report: NewReport, options: RequestOptions = {}): ApiPromise<void> {
    return this.transport.call('reportShare', { params: this.params, body: report }, this.withHeaders(options));
  }

  /**
   * Lists comments, newest first. Throws `access_denied` if comments are disabled.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * for await (const { authorName, body } of share.listComments()) console.log(authorName ?? 'Somebody', body);
   * ```
   */
  listComments(query: ListCommentsQuery = {}, options: RequestOptions = {}): PagedList<Comment> {
    return pagedListOf(this.#signed, 'listComments', 'comments', { params: this.params, query }, () =>
      this.withHeaders(options),
    );
  }

  /**
   * Adds a comment in plain text of up to 2000 characters. Accounts comment under their own name, visitors under the
   * optional `authorName`.
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
    const input = { params: this.params, body: comment };
    return this.#remember(await this.#signed.call('createComment', input, this.withHeaders(options)));
  }

  /**
   * Deletes a comment of the caller, or any comment if the caller owns the share.
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
    return this.#signed.call('deleteComment', { params: { ...this.params, id } }, this.withHeaders(options));
  }

  /**
   * Adds a file to a shared folder that accepts files (`info.allowUpload`): with one PUT, or from 100 MiB on resumably.
   * Throws `access_denied`, `file_type_not_allowed`, `payload_too_large` or `collection_full` before sending any bytes.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
   * await share.upload(new File(['hello'], 'hello.txt'), { uploaderName: 'Ada' });
   * ```
   */
  async upload(source: UploadSource, { parentId, ...options }: SharedUploadOptions = {}): Promise<CollectedUpload> {
    const name = nameIn(source, options.name);
    const { blob, discard } = await readSource(source, options.signal);
    try {
      const { uploadCollected } = await loadPart(import('../../upload/collected.ts'));
      const bytes = blobSource(blob, this.transport.settings.network);
      return await uploadCollected(this.transport, bytes, { ...options, name }, (upload, calling) =>
        this.createUpload({ ...upload, parentId }, calling),
      );
    } finally {
      await discard();
    }
  }

  /**
   * Reserves an upload, like {@link OpenedShare.upload}. Send the bytes with `client.uploads.put`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient({ apiKey: null });
   * const share = await client.public.open('https://drive.example.com/s/holidays');
   * const file = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };
   * await client.uploads.put(await share.createUpload(file), new Blob(['hello']));
   * ```
   */
  createUpload(upload: NewShareUpload, options: RequestOptions = {}): ApiPromise<UploadReservation> {
    return this.transport.call('createShareUpload', { params: this.params, body: upload }, this.withHeaders(options));
  }

  #remember<Answer extends { readonly visitorToken: string | null }>(answer: Answer): Answer {
    this.#visitorToken = answer.visitorToken ?? this.#visitorToken;
    return answer;
  }
}
