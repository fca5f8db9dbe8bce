import { DriveError, isDriveError } from '../error.ts';
import type { RequestOptions } from '../request-options.ts';
import type { OpenedShare } from '../resources/public/opened-share.ts';
import { ticketHeader } from '../resources/public/share-link.ts';
import { transportOf } from '../transport.ts';

/**
 * Options of {@link SharedUrls}.
 *
 * @example
 * ```ts
 * import { readFile, writeFile } from 'node:fs/promises';
 * import type { SharedUrlsOptions } from '@drive/sdk/node';
 *
 * const options: SharedUrlsOptions = {
 *   ticket: await readFile('ticket', 'utf8').catch(() => undefined),
 *   onTicket: (ticket) => writeFile('ticket', ticket, { mode: 0o600 }),
 * };
 * console.log(options.ticket);
 * ```
 */
export interface SharedUrlsOptions {
  /**
   * The ticket of an earlier call, which is resumed. Another download is taken if it has expired, and for a file that it has
   * delivered. `null`: each file counts as a download.
   */
  readonly ticket?: string | null | undefined;
  /** Called with a new ticket before it is used. Store it, readable by the user only, to resume within the same download. */
  readonly onTicket?: ((ticket: string) => Promise<void> | void) | undefined;
}

/**
 * Signed URLs of the files of a share. All of them are one download of the share: a ticket is created with the first. URLs come
 * from the download links of the share's page, because calls of the API are limited per minute, and a folder may contain
 * thousands of files.
 *
 * @example
 * ```ts
 * import { DriveClient } from '@drive/sdk';
 * import { downloadToPath, SharedUrls } from '@drive/sdk/node';
 *
 * const share = await new DriveClient().public.open('https://drive.example.com/s/holidays');
 * const urls = new SharedUrls(share);
 * for await (const { id, name, type } of share.list())
 *   if (type === 'file') await downloadToPath(() => urls.urlOf(id), name);
 * ```
 */
export class SharedUrls {
  readonly #share: OpenedShare;
  readonly #options: SharedUrlsOptions;
  /** Resolves to undefined if each file counts as a download. */
  #ticket: Promise<string | undefined> | undefined;
  /** The ticket of an earlier call. */
  readonly #resumed: Promise<string> | undefined;
  /** New tickets by the ticket that each replaced. */
  readonly #replaced = new WeakMap<Promise<string | undefined>, Promise<string | undefined>>();
  #isTaken: boolean;

  constructor(share: OpenedShare, options: SharedUrlsOptions = {}) {
    this.#share = share;
    this.#options = options;
    const known = options.ticket === undefined ? share.ticket : (options.ticket ?? undefined);
    this.#isTaken = known !== undefined;
    if (known !== undefined) this.#resumed = Promise.resolve(known);
    this.#ticket = options.ticket === null ? Promise.resolve(undefined) : this.#resumed;
  }

  /** Whether a download of the share is taken, by this or an earlier call. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /**
   * Returns a new signed URL of a file. `fileId` is optional if one file is shared. Throws `share_limit_reached` if the share has
   * no download left, or if the file was delivered.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   * import { SharedUrls } from '@drive/sdk/node';
   *
   * const share = await new DriveClient().public.open('https://drive.example.com/s/report-2026');
   * console.log(await new SharedUrls(share).urlOf());
   * ```
   */
  async urlOf(fileId?: string, options: RequestOptions = {}): Promise<string> {
    const used = (this.#ticket ??= this.#take(options));
    const ticket = await used;
    try {
      return await this.#sign(fileId, ticket, options);
    } catch (error) {
      if (ticket === undefined) throw error;
      const isDelivered = used === this.#resumed && isDriveError(error, 'share_limit_reached');
      // Access is denied to a ticket that has expired, and to one of the password before.
      if (!isDelivered && !isDriveError(error, 'access_denied')) throw error;
      return await this.#sign(fileId, await this.#replace(used, isDelivered, options), options);
    }
  }

  /** Takes the first download. */
  #take(options: RequestOptions): Promise<string | undefined> {
    return this.#create(options).catch((error: unknown) => {
      // The next call tries again.
      this.#ticket = undefined;
      throw error;
    });
  }

  /** Takes another download for concurrent calls with the same ticket. */
  #replace(
    used: Promise<string | undefined>,
    stillDelivers: boolean,
    options: RequestOptions,
  ): Promise<string | undefined> {
    const known = this.#replaced.get(used);
    if (known !== undefined) return known;
    if (!stillDelivers) this.#isTaken = false;
    const next = this.#create(options);
    this.#replaced.set(used, next);
    next.then(
      () => {
        this.#ticket = next;
      },
      (error: unknown) => {
        if (!isDriveError(error, 'share_limit_reached')) this.#replaced.delete(used);
      },
    );
    return next;
  }

  async #create(options: RequestOptions): Promise<string | undefined> {
    try {
      const { ticket } = await this.#share.createTicket(options);
      this.#isTaken = true;
      await this.#options.onTicket?.(ticket);
      return ticket;
    } catch (error) {
      // A server without tickets counts each file.
      if (error instanceof DriveError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  async #sign(fileId: string | undefined, ticket: string | undefined, options: RequestOptions): Promise<string> {
    const { link, headers: own } = this.#share;
    const { 'x-share-ticket': _, ...others } = own;
    const headers = { ...others, ...ticketHeader(ticket) };
    const { fetch } = transportOf(this.#share).settings.network;
    const page = `${link.baseUrl}/share/${link.token}/download${fileId === undefined ? '' : `?file=${fileId}`}`;
    const { signal } = options;
    const answer = await fetch(page, {
      headers: { ...headers, accept: 'application/json' },
      redirect: 'manual',
      ...(signal === undefined ? {} : { signal }),
    }).catch(() => undefined);
    await answer?.body?.cancel();
    const location = answer?.status === 302 ? answer.headers.get('location') : null;
    if (location !== null) return new URL(location, page).href;
    // The API explains a refusal by the page.
    const { downloadUrl } = await this.#share.downloadUrl(fileId, {}, { ...options, headers });
    return downloadUrl;
  }
}
