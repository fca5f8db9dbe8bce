import type { IncomingMessage } from 'node:http';
import { dayMs, isoTime, KeyedGatherer, storageFaultOf } from '@drive/base';
import { splitEmail } from '@drive/contract';
import type { Tx } from '../../../platform/db/index.ts';
import type { NewEvent } from '../../../platform/events/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { OpenShare } from '../open-share.ts';
import { addRecipientDownload, findRecipient, setOpened, type RecipientRow } from '../owner/recipient-store.ts';
import type { ShareMails } from '../owner/share-mails.ts';
import { countDownloads, countViews, markNotified } from '../share-store.ts';
import type { CountDownload, DownloadSlot, DownloadSlots } from './download-slots.ts';
import { endedTransfers, mayRetry, type Transfer } from './transfer-store.ts';

export interface Visits {
  /** Counts a view. The owner may be notified of a recipient's first view. */
  opened(share: OpenShare, recipient: RecipientRow | undefined): Promise<void>;
  /** Throws `share_limit_reached` if the URL has delivered its bytes or no download of the share is left. */
  beginDownload(share: OpenShare, transfer: Transfer, count: CountDownload): Promise<DownloadSlot>;
  /** Whether bytes of the transfer's URL may be requested again, although the URL has expired or no download is left. */
  mayRetry(key: Transfer['key']): Promise<boolean>;
  /** Counts complete downloads, publishes their events and may notify the owner. */
  downloaded(tx: Tx, share: OpenShare, downloads: readonly SharedDownload[]): Promise<void>;
}

/** The country (ISO 3166-1) that a request of a visitor comes from; null: not known, as without a table of countries. */
export type CountryOf = (request: IncomingMessage) => Promise<string | null>;

export interface SharedDownload {
  readonly recipientRowId: number | null;
  /** null for a ZIP, and for files with a ticket. */
  readonly file: { readonly id: string; readonly name: string } | null;
  /** Country of the visitor (ISO 3166-1), if there is a table of countries; null: not known. */
  readonly country?: string | null;
  /** What an email to the owner says was downloaded. Default: the file, or a ZIP. */
  readonly named?: string;
}

/** Maximum duration of a response that began before its URL expired. */
const transferMs = 7 * dayMs;
/** Views that one transaction counts. */
const MAX_TOGETHER = 64;

type ViewOfRecipient = { readonly recipient: RecipientRow; readonly isNotified: boolean };

type ShareVisitsDeps = Pick<Ports, 'database' | 'clock' | 'log' | 'events' | 'jobs'> & {
  readonly slots: DownloadSlots;
  readonly mails: ShareMails;
};

export class ShareVisits implements Visits {
  readonly #deps: ShareVisitsDeps;
  /** By share, so that a transaction changes a much visited one once for many views. */
  readonly #views: KeyedGatherer<ViewOfRecipient | undefined>;

  constructor(deps: ShareVisitsDeps) {
    this.#deps = deps;
    this.#views = new KeyedGatherer({
      write: (opened, shareRowId) => this.#countViews(shareRowId, opened),
      maxBatch: MAX_TOGETHER,
    });
    deps.jobs.sweep('shares.transfers', dayMs, (now) => endedTransfers(now - transferMs));
  }

  async opened(share: OpenShare, recipient: RecipientRow | undefined): Promise<void> {
    try {
      await this.#views.add(share.rowId, recipient && { recipient, isNotified: share.notifyOnView });
    } catch (error) {
      // A share can be read while the disk accepts no writes.
      if (storageFaultOf(error) === undefined) throw error;
      this.#deps.log.warn('view of a share not counted', { error });
    }
  }

  beginDownload(share: OpenShare, transfer: Transfer, count: CountDownload): Promise<DownloadSlot> {
    return this.#deps.slots.begin(share, transfer, count);
  }

  mayRetry(key: Transfer['key']): Promise<boolean> {
    const { database, clock } = this.#deps;
    return mayRetry(database.reader, key, clock.now());
  }

  async downloaded(tx: Tx, share: OpenShare, downloads: readonly SharedDownload[]): Promise<void> {
    const { clock, events, mails } = this.#deps;
    await countDownloads(tx, { shareRowId: share.rowId, times: downloads.length });
    for (const { recipientRowId, file, country = null, named = file?.name ?? null } of downloads) {
      const recipient = recipientRowId === null ? undefined : await findRecipient(tx, { rowId: recipientRowId });
      events.publish(tx, downloadEvent(share, recipient, { file, country }, clock.now()));
      if (recipient === undefined) continue;
      await addRecipientDownload(tx, recipient.rowId);
      if (!share.notifyOnDownload) continue;
      if (share.notifyPerRecipient || (await markNotified(tx, share.rowId, clock.now())))
        await mails.downloaded(tx, recipient.rowId, named);
    }
  }

  #countViews(shareRowId: number, opened: readonly (ViewOfRecipient | undefined)[]): Promise<void> {
    const { database, clock, mails } = this.#deps;
    return database.write(async (tx) => {
      await countViews(tx, { shareRowId, times: opened.length });
      for (const view of opened) {
        if (view === undefined) continue;
        const isFirst = await setOpened(tx, view.recipient.rowId, clock.now());
        if (isFirst && view.isNotified) await mails.opened(tx, view.recipient.rowId);
      }
    });
  }
}

function downloadEvent(
  { ownerId: userId, token, name, itemId }: OpenShare,
  recipient: RecipientRow | undefined,
  { file, country }: Pick<SharedDownload, 'file' | 'country'>,
  now: number,
): NewEvent {
  const data = { share_token: token, share_name: name, ...(country === null ? {} : { country }) };
  const id = file?.id ?? itemId;
  const item = id === null ? {} : { item: { id, name: file?.name ?? name } };
  const occurredAt = isoTime(now);
  if (recipient === undefined)
    return {
      type: 'share.download.anonymous',
      userId,
      data: { ...data, file_id: file?.id ?? null, file_name: file?.name ?? null, occurred_at: occurredAt },
      ...item,
    };
  const domain = splitEmail(recipient.email).domain.toLowerCase();
  const ofRecipient = { ...data, recipient_email_domain: domain, occurred_at: occurredAt };
  return { type: 'share.download', userId, data: ofRecipient, recipient: recipient.email, ...item };
}
