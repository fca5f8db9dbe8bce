import { dayMs, hourMs, isoTime, secondMs } from '@drive/base';
import { limits, type ShareTicket } from '@drive/contract';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Files } from '../../files/index.ts';
import { isUsedUp, shareLimitReached, type OpenShare } from '../open-share.ts';
import type { ShareRow } from '../share-store.ts';
import { urlUsedUp, type DownloadSlots } from './download-slots.ts';
import type { SharedDownload, Visits } from './share-visits.ts';
import { endedTickets, hasTicket, insertTicket } from './ticket-store.ts';
import { isDelivered } from './transfer-store.ts';

/** One download of a share, which its visitor takes file by file: each file once, all together counted once. */
export interface Ticket {
  readonly id: string;
  /** share_recipients.row_id of the visitor who got it by a personal link. */
  readonly recipientRowId: number | null;
  /** Country of the visitor who uses it; null: not known. */
  readonly country?: string | null;
}

const ticketMs = limits.shareTicketHours * hourMs;
/** Longest duration of a response whose URL a ticket was used for. */
const transferMs = 7 * dayMs;
const idCharacters = 16;

export type ShareTicketsDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'secrets' | 'jobs'> & {
  readonly slots: DownloadSlots;
  readonly visits: Pick<Visits, 'downloaded'>;
  readonly files: Pick<Files, 'countDownload'>;
};

/** Who takes a download of a share. */
export type TicketHolder = Pick<Ticket, 'recipientRowId' | 'country'>;

/**
 * Tickets are signed, not stored. Only that one has taken its download of the share is a row: at once if the share limits
 * downloads, otherwise with its first file.
 */
export class ShareTickets {
  readonly #deps: ShareTicketsDeps;

  constructor(deps: ShareTicketsDeps) {
    this.#deps = deps;
    deps.jobs.sweep('shares.tickets', dayMs, (now) => endedTickets(now - transferMs));
  }

  /** Throws `share_limit_reached`. `remember` runs in the transaction that takes the download. */
  async create(
    share: OpenShare,
    holder: TicketHolder,
    remember: (tx: Tx, answer: ShareTicket) => Promise<void>,
  ): Promise<ShareTicket> {
    const { database, clock, random, secrets } = this.#deps;
    const { recipientRowId } = holder;
    const ticket = { id: random.token(idCharacters), ...holder };
    // Tokens have full seconds.
    const expiresAt = Math.floor((clock.now() + ticketMs) / secondMs) * secondMs;
    const text = [ticket.id, ...[...placeOf(share), recipientRowId ?? 0, expiresAt / secondMs].map(base36)].join('.');
    const answer = { ticket: `${text}.${secrets.sign('share-ticket', text)}`, expiresAt: isoTime(expiresAt) };
    await database.write(async (tx) => {
      if (share.maxDownloads !== null) await this.#takeOne(tx, share, ticket);
      await remember(tx, answer);
    });
    return answer;
  }

  /** undefined if it is not a ticket for this share and its present password, or has expired. */
  find(share: ShareRow, token: string | undefined): Ticket | undefined {
    if (token === undefined) return undefined;
    const end = token.lastIndexOf('.');
    const text = token.slice(0, end);
    if (end === -1 || !this.#deps.secrets.verify('share-ticket', text, token.slice(end + 1))) return undefined;
    const [id = '', ...rest] = text.split('.');
    const [rowId, passwordVersion, recipient = 0, expiry = 0] = rest.map((part) => Number.parseInt(part, 36));
    const [wantedRowId, wantedVersion] = placeOf(share);
    if (rowId !== wantedRowId || passwordVersion !== wantedVersion || expiry * secondMs <= this.#deps.clock.now())
      return undefined;
    return { id, recipientRowId: recipient === 0 ? null : recipient };
  }

  /** Throws `share_limit_reached` if the ticket has delivered the file, before a visitor starts a download that would fail. */
  async requireUndelivered(share: ShareRow, { id }: Ticket, fileId: string): Promise<void> {
    if (share.maxDownloads === null) return;
    const { database, clock } = this.#deps;
    if (await isDelivered(database.reader, deliveryKey(id, fileId), clock.now())) throw urlUsedUp({ ticketId: id });
  }

  /** Throws `share_limit_reached` if the share has no download left, and the request has no ticket that took one. */
  requireOpen(share: ShareRow, token: string | undefined): void {
    if (isUsedUp(share) && this.find(share, token) === undefined) throw shareLimitReached();
  }

  /** Throws `access_denied` for an invalid ticket: without one the file would count as a download of its own. */
  requireValid(share: ShareRow, token: string | undefined): void {
    if (token === undefined || this.find(share, token) !== undefined) return;
    throw new DomainError('access_denied', 'This ticket has expired, or is not one for this link. Create another one.');
  }

  /** Takes the download of a ticket that was issued before its share had a limit. Throws `share_limit_reached`. */
  async requireTaken(share: OpenShare, ticket: Ticket): Promise<void> {
    const { database } = this.#deps;
    if (await hasTicket(database.reader, ticket.id)) return;
    await database.write((tx) => this.#takeOne(tx, share, ticket));
  }

  /** Returns the downloads that the tickets take with their first file; those that have taken theirs before take none. */
  async take(tx: Tx, share: OpenShare, tickets: readonly Ticket[]): Promise<SharedDownload[]> {
    const expiresAt = this.#deps.clock.now() + ticketMs;
    const downloads: SharedDownload[] = [];
    // In one order, so that two transactions with the same tickets do not wait for each other.
    for (const { id, recipientRowId, country = null } of tickets.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      if (await insertTicket(tx, { id, shareRowId: share.rowId, expiresAt }))
        downloads.push({ recipientRowId, file: null, country, named: share.name });
    return downloads;
  }

  /** Takes and counts a download of everything at once, of which nothing is sent. Throws `share_limit_reached`. */
  async takeWhole(tx: Tx, share: OpenShare, holder: TicketHolder): Promise<void> {
    const { random, slots, visits, files } = this.#deps;
    const id = random.token(idCharacters);
    const taken = await this.take(tx, share, [{ id, ...holder }]);
    await slots.requireLeft(tx, share, id);
    if (share.kind !== 'file') return visits.downloaded(tx, share, taken);
    // The row of the file before that of the share, as downloads lock them.
    await files.countDownload(tx, share.item.rowId);
    const file = { id: share.item.id, name: share.item.name };
    await visits.downloaded(
      tx,
      share,
      taken.map((download) => ({ ...download, file })),
    );
  }

  async #takeOne(tx: Tx, share: OpenShare, ticket: Ticket): Promise<void> {
    const { slots, visits } = this.#deps;
    const downloads = await this.take(tx, share, [ticket]);
    if (downloads.length === 0) return;
    await slots.requireLeft(tx, share, ticket.id);
    await visits.downloaded(tx, share, downloads);
  }
}

/** The key of the transfers of a file by its URLs from a ticket. */
export const deliveryKey = (ticketId: string, fileId: string): string => `${ticketId} ${fileId}`;

/** What a ticket belongs to: it ends with the share, and when the password changes. */
const placeOf = ({ rowId, passwordVersion }: ShareRow): [number, number] => [rowId, passwordVersion];

const base36 = (number: number): string => number.toString(36);
