import type { ApiPromise } from '../../api-promise.ts';
import type {
  CaptchaChallenge,
  FoundShare,
  NewAnonymousBatch,
  NewAnonymousUpload,
  NewPaste,
  Paste,
  PublicConfig,
  SearchPublicQuery,
  UploadReservation,
  UploadReservations,
} from '../../api.gen.ts';
import { DriveError } from '../../error.ts';
import { loadPart } from '../../load-part.ts';
import { pagedListOf, type PagedList } from '../../page.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';
import type { AnonymousBatchOptions, AnonymousFile, AnonymousUploadOptions } from '../../upload/anonymous.ts';
import { blobSource } from '../../upload/byte-source.ts';
import { nameIn, readSource, type ReadSource, type UploadSource } from '../../upload/upload-source.ts';
import type { UploadResult } from '../../upload/upload-types.ts';
import { OpenedCollection } from './opened-collection.ts';
import { OpenedPaste } from './opened-paste.ts';
import { OpenedProofing } from './opened-proofing.ts';
import { OpenedShare } from './opened-share.ts';
import { resolveLink, type ShareLink, type OpenOptions } from './share-link.ts';
import { parseVisitLink, type VisitOptions } from './visit-link.ts';

/**
 * One file of a batch.
 *
 * @example
 * ```ts
 * import { DriveClient, type AnonymousSource } from '@drive/sdk';
 *
 * const files: AnonymousSource[] = [{ source: new Blob(['hello']), name: 'hello.txt' }];
 * await new DriveClient().public.uploadBatch(files);
 * ```
 */
export interface AnonymousSource {
  /** The bytes. */
  readonly source: UploadSource;
  /** Required unless the source is a File. */
  readonly name?: string | undefined;
  /** Default: the type of the source, or else of the file name. */
  readonly contentType?: string | undefined;
}

/**
 * Endpoints that need no credential; none is sent. Reached as `client.public`.
 *
 * @example
 * ```ts
 * import { DriveClient, type PublicResource } from '@drive/sdk';
 *
 * const titleOf = async (resource: PublicResource, link: string) => (await resource.open(link)).info.name;
 * console.log(await titleOf(new DriveClient().public, 'https://drive.example.com/s/holidays'));
 * ```
 */
export class PublicResource {
  readonly #transport: Transport;
  readonly #signed: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport.forVisitor();
    this.#signed = transport;
  }

  /**
   * Returns limits and policies of the server.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { registration, freeUserMaxBytes } = await new DriveClient().public.config();
   * console.log(registration, freeUserMaxBytes);
   * ```
   */
  config(options?: RequestOptions): ApiPromise<PublicConfig> {
    return this.#transport.call('getPublicConfig', {}, options);
  }

  /**
   * Opens a share by its token on the client's server, or by a long or short URL of any server. Sends no API key. A
   * locked share is unlocked with `password`; without one, check `info.locked` and call `unlock`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays', { password: 'open sesame' });
   * for await (const item of share.list()) console.log(item.name);
   * ```
   */
  async open(link: string, options: OpenOptions = {}): Promise<OpenedShare> {
    return await OpenedShare.open(this.#signed, await resolveLink(this.#transport.settings, link, options), options);
  }

  /**
   * Returns server and token of a share link. Resolving a short link does not count as a visit.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { token } = await client.public.resolveLink('https://drive.example.com/s/report-2026');
   * await client.shares.setExpiry({ token }, 7);
   * ```
   */
  async resolveLink(link: string, options: RequestOptions = {}): Promise<ShareLink> {
    return await resolveLink(this.#transport.settings, link, options);
  }

  /**
   * Opens a file request by its token on the client's server, or by a URL of any server. Sends no API key.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const link = 'https://drive.example.com/collect/q3J8mZ0sT1vW5xY7zA2bC4';
   * const request = await new DriveClient().public.openCollection(link);
   * await request.upload(new Blob(['hello']), { name: 'hello.txt', uploaderName: 'Ada' });
   * ```
   */
  async openCollection(link: string, options: VisitOptions = {}): Promise<OpenedCollection> {
    const found = parseVisitLink(this.#transport.settings.baseUrl, 'collect', link);
    return await OpenedCollection.open(this.#transport, found, options);
  }

  /**
   * Opens a proofing, to select from its files.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const link = 'https://drive.example.com/proof/q3J8mZ0sT1vW5xY7zA2bC4';
   * const proofing = await new DriveClient().public.openProofing(link);
   * const [first] = proofing.info.files ?? [];
   * if (first !== undefined) await proofing.submit({ fileIds: [first.id], clientName: 'Ada' });
   * ```
   */
  async openProofing(link: string, options: VisitOptions = {}): Promise<OpenedProofing> {
    const found = parseVisitLink(this.#transport.settings.baseUrl, 'proof', link);
    return await OpenedProofing.open(this.#transport, found, options);
  }

  /**
   * Opens a paste. Does not burn it.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const paste = await new DriveClient().public.openPaste('https://drive.example.com/p/q3J8mZ0sT1vW5xY7zA2bC4');
   * console.log(paste.info.burnAfterReading === true ? (await paste.reveal()).content : paste.info.content);
   * ```
   */
  async openPaste(link: string, options: VisitOptions = {}): Promise<OpenedPaste> {
    const found = parseVisitLink(this.#transport.settings.baseUrl, 'p', link);
    return await OpenedPaste.open(this.#transport.forVisitor(found.baseUrl), found, options);
  }

  /**
   * Creates a paste without an account. It cannot be listed or changed later.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { url } = await new DriveClient().public.createPaste({ content: 'hello', expiresInDays: 7 });
   * console.log(url);
   * ```
   */
  createPaste(paste: NewPaste, options?: RequestOptions): ApiPromise<Paste> {
    return this.#transport.call('createPaste', { body: paste }, options);
  }

  /**
   * Searches public shares without a password.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { name, shareUrl } of new DriveClient().public.search({ q: 'minutes' })) console.log(name, shareUrl);
   * ```
   */
  search(query: SearchPublicQuery = {}, options?: RequestOptions): PagedList<FoundShare> {
    return pagedListOf(this.#transport, 'searchPublic', 'items', { query }, options);
  }

  /**
   * Uploads a file without an account and shares it. The result contains the link.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { shortUrl } = await new DriveClient().public.upload(new Blob(['hello']), { name: 'hello.txt' });
   * console.log(shortUrl);
   * ```
   */
  async upload(source: UploadSource, options: AnonymousUploadOptions = {}): Promise<UploadResult> {
    const { name, contentType, ...batch } = options;
    const [result] = await this.uploadBatch([{ source, name, contentType }], batch);
    if (result === undefined) throw new DriveError('unexpected_answer', 'The server reserved too few uploads.');
    return result;
  }

  /**
   * Uploads files without an account, each with its own link, a few at a time. All are reserved in one call, or none.
   * If one upload fails, the call throws and cancels the uploads that are not complete. Results are in the order of the
   * files.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const sources = [new File(['a'], 'a.txt'), new File(['b'], 'b.txt')].map((source) => ({ source }));
   * for (const { fileName, shortUrl } of await new DriveClient().public.uploadBatch(sources)) console.log(fileName, shortUrl);
   * ```
   */
  async uploadBatch(files: readonly AnonymousSource[], options: AnonymousBatchOptions = {}): Promise<UploadResult[]> {
    const { uploadAnonymously } = await loadPart(import('../../upload/anonymous.ts'));
    return await this.#withRead(files, options.signal, (read) => uploadAnonymously(this.#transport, read, options));
  }

  /**
   * Reserves an upload without an account, like {@link PublicResource.upload}. Send the bytes with
   * `client.uploads.put`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient({ apiKey: null });
   * const file = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };
   * const session = await client.public.createUpload(file);
   * await client.uploads.put(session, new Blob(['hello']));
   * ```
   */
  createUpload(upload: NewAnonymousUpload, options?: RequestOptions): ApiPromise<UploadReservation> {
    return this.#transport.call('createAnonymousUpload', { body: upload }, options);
  }

  /**
   * Reserves several uploads without an account, all or none, in order.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient({ apiKey: null });
   * const file = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };
   * for (const session of (await client.public.createUploadBatch({ files: [file] })).files)
   *   await client.uploads.put(session, new Blob(['hello']));
   * ```
   */
  createUploadBatch(batch: NewAnonymousBatch, options?: RequestOptions): ApiPromise<UploadReservations> {
    return this.#transport.call('createAnonymousBatch', { body: batch }, options);
  }

  /**
   * Returns a proof-of-work challenge for servers whose captcha is altcha (see `client.public.config()`). Solve it with
   * altcha's widget or library; the solution is a `captchaToken` for one use.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { parameters, signature } = await new DriveClient().public.captchaChallenge();
   * console.log(parameters.algorithm, parameters.cost, signature);
   * ```
   */
  captchaChallenge(options?: RequestOptions): ApiPromise<CaptchaChallenge> {
    return this.#transport.call('getCaptchaChallenge', {}, options);
  }

  /** Buffers streams, calls `use` with the files, and deletes the buffers afterwards. */
  async #withRead<T>(
    files: readonly AnonymousSource[],
    signal: AbortSignal | undefined,
    use: (files: readonly AnonymousFile[]) => Promise<T>,
  ): Promise<T> {
    const named = files.map(({ source, name }) => nameIn(source, name));
    const read: ReadSource[] = [];
    try {
      for (const { source } of files) read.push(await readSource(source, signal));
      return await use(
        read.map(({ blob }, index) => ({
          source: blobSource(blob, this.#transport.settings.network),
          name: named[index] ?? '',
          contentType: files[index]?.contentType,
        })),
      );
    } finally {
      for (const { discard } of read) await discard();
    }
  }
}
