import type { ServerResponse } from 'node:http';
import { BoundedMap, dayMs, hourMs, KeyedGatherer } from '@drive/base';
import type { Delivery } from '@drive/http-api';
import type { ByteRange } from '@drive/node-http';
import type { Tx } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { SignedUrl, Files } from '../files/index.ts';
import { type CountryOf, deliveryKey, type OpenShare, type Shares, type Ticket } from '../shares/index.ts';
import { deleteCountedBefore, insertCounted } from './counted-download-store.ts';
import { deliveryOf } from './delivery.ts';
import type { Target } from './download-target.ts';

export type CountingDeps = Pick<Ports, 'database' | 'jobs' | 'log'> & {
  readonly files: Files;
  readonly shares: Shares;
  readonly countryOf: CountryOf;
};

/** How long a signed URL stays counted after it has expired: a transfer that began before may still be running. */
const keptMs = 7 * dayMs;
const maxKnown = 10_000;
/** Downloads that one transaction counts, each with its event. */
const MAX_TOGETHER = 64;

/** The files of a ticket have many URLs, each of which may be replaced by another one. */
const keyOf = ({ nonce, ticket, fileId }: SignedUrl): string => (ticket === '' ? nonce : deliveryKey(ticket, fileId));

const ticketOf = ({ url, country = null }: Pick<Target, 'url' | 'country'>): Ticket => ({
  id: url.ticket,
  recipientRowId: url.recipientRowId,
  country,
});

/** Counts a download once for each signed URL, or each file of a ticket, and publishes its event. */
export class DownloadCounting {
  readonly #deps: CountingDeps;
  /** A cache of the table, for the many ranges of a video. */
  readonly #known = new BoundedMap<true>(maxKnown);
  /** By share, so that a transaction changes a much visited one once for many downloads. */
  readonly #unlimited: KeyedGatherer<Target>;

  constructor(deps: CountingDeps) {
    this.#deps = deps;
    this.#unlimited = new KeyedGatherer<Target>({
      write: (sent) => deps.database.write((tx) => this.#write(tx, sent)),
      maxBatch: MAX_TOGETHER,
    });
    deps.jobs.sweep('downloads.sweep', hourMs, (now) => deleteCountedBefore(now - keptMs));
  }

  /** Call before the head of the response is written; without a range it has all bytes. Throws `share_limit_reached`. */
  begin(target: Target, range: ByteRange | undefined, response: ServerResponse): Delivery | Promise<Delivery> {
    const { file, share } = target;
    const hasLastByte = range === undefined || range.end === file.sizeBytes - 1;
    if (share === undefined)
      return { complete: async () => (hasLastByte ? this.#logged(() => this.#countTogether(target)) : undefined) };
    const bytes = range === undefined ? file.sizeBytes : range.end - range.start + 1;
    return this.#beginShared({ ...target, share }, { bytes, hasLastByte }, response);
  }

  /** Whether bytes of the URL may be requested again, although it has expired or its share has no download left. */
  mayRetry(url: SignedUrl): Promise<boolean> {
    return this.#deps.shares.visits.mayRetry(keyOf(url));
  }

  /** Downloads of one share, or of files without a share. A download that was counted before counts as none. */
  async #write(tx: Tx, sent: readonly Target[]): Promise<void> {
    const { database, files, shares } = this.#deps;
    const urls = sent.map(({ url }) => ({ nonce: keyOf(url), expiresAt: url.expiresAt }));
    const fresh = await insertCounted(tx, database.dialect, urls);
    const counted = sent.filter(({ url }) => fresh.delete(keyOf(url)));
    const byFile = Map.groupBy(counted, ({ file }) => file.rowId);
    for (const [rowId, downloads] of [...byFile].toSorted(([a], [b]) => a - b))
      await files.countDownload(tx, rowId, downloads.length);
    const share = counted[0]?.share;
    if (share === undefined) return;
    const { single = [], ticket = [] } = Object.groupBy(counted, ({ url }) =>
      url.ticket === '' ? 'single' : 'ticket',
    );
    // Before the row of the share is locked: other servers may be taking the same tickets.
    const taken = await shares.tickets.take(tx, share, ticket.map(ticketOf));
    const downloads = single.map(({ url, file, country = null }) => ({
      recipientRowId: url.recipientRowId,
      file,
      country,
    }));
    if (taken.length + downloads.length > 0) await shares.visits.downloaded(tx, share, [...downloads, ...taken]);
  }

  async #countTogether(target: Target): Promise<void> {
    const { url, share } = target;
    if (this.#known.has(keyOf(url))) return;
    if (share === undefined) await this.#deps.database.write((tx) => this.#write(tx, [target]));
    else await this.#unlimited.add(share.rowId, target);
    this.#known.set(keyOf(url), true);
  }

  /** The bytes were sent: the response must not fail now. */
  async #logged(count: () => Promise<void>): Promise<void> {
    try {
      await count();
    } catch (error) {
      this.#deps.log.error('download not counted', { error });
    }
  }

  async #beginShared(
    { share, ...target }: Target & { readonly share: OpenShare },
    { bytes, hasLastByte }: { readonly bytes: number; readonly hasLastByte: boolean },
    response: ServerResponse,
  ): Promise<Delivery> {
    const { shares, countryOf } = this.#deps;
    const { url, file } = target;
    const counted = { ...target, share, country: await countryOf(response.req) };
    const ticketId = url.ticket === '' ? undefined : url.ticket;
    if (ticketId !== undefined && share.maxDownloads !== null)
      await shares.tickets.requireTaken(share, ticketOf(counted));
    const transfer = { key: keyOf(url), bytes, totalBytes: file.sizeBytes, expiresAt: url.expiresAt, ticketId };
    const slot = await shares.visits.beginDownload(share, transfer, {
      within: (tx) => this.#write(tx, [counted]),
      together: () => this.#countTogether(counted),
    });
    const delivery = deliveryOf(slot, hasLastByte, response);
    return { ...delivery, complete: () => this.#logged(() => delivery.complete()) };
  }
}
