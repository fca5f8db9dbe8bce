import { isoTime, type Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Events } from '../../platform/events/index.ts';
import { shareLimitReached, type OpenShare } from './open-share.ts';
import type { ShareMails } from './share-mails.ts';
import { findShare } from './store.ts';
import {
  addDownload,
  addRecipientDownload,
  addView,
  findRecipient,
  markNotified,
  setOpened,
  type RecipientRow,
} from './visitor-store.ts';

export interface VisitsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly mails: ShareMails;
}

/** A download under way: it holds a place among those that the share allows. */
export interface DownloadSlot {
  /** Gives the place back, whether or not the download was counted. Fine to repeat. */
  release(): void;
}

/** What strangers do with a share, and what its owner hears of it. */
export interface Visits {
  /** Somebody looked at it; a recipient's first look may be mailed to the owner. */
  opened(share: OpenShare, recipient: RecipientRow | undefined): Promise<void>;
  /**
   * `share_limit_reached` where those that were counted and those under way are as many as the share allows. Transfers
   * of one `key` (pieces of one download) hold one place together.
   */
  beginDownload(share: OpenShare, key: string): Promise<DownloadSlot>;
  /** Counts a download whose last byte went out: an event, and perhaps a mail to the owner. `file` is null for a ZIP. */
  downloaded(
    tx: Tx,
    share: OpenShare,
    download: {
      readonly recipientRowId: number | null;
      readonly file: { readonly id: string; readonly name: string } | null;
    },
  ): Promise<void>;
}

export function createVisits({ database, clock, events, mails }: VisitsDeps): Visits {
  /** By share and by download: how many transfers of it are under way. */
  const underWay = new Map<number, Map<string, number>>();

  const begin = (shareRowId: number, key: string): DownloadSlot => {
    const downloads = underWay.get(shareRowId) ?? new Map<string, number>();
    underWay.set(shareRowId, downloads);
    downloads.set(key, (downloads.get(key) ?? 0) + 1);
    let isReleased = false;
    return {
      release: () => {
        if (isReleased) return;
        isReleased = true;
        const transfers = (downloads.get(key) ?? 0) - 1;
        if (transfers > 0) downloads.set(key, transfers);
        else downloads.delete(key);
        if (downloads.size === 0) underWay.delete(shareRowId);
      },
    };
  };

  return {
    opened: (share, recipient) =>
      database.write(async (tx) => {
        await addView(tx, share.rowId);
        if (recipient === undefined) return;
        const isFirst = await setOpened(tx, recipient.rowId, clock.now());
        if (isFirst && share.notifyOnView) await mails.opened(tx, recipient.rowId);
      }),

    beginDownload: async (share, key) => {
      // The place is taken before the count is read, so that of two at once neither overlooks the other.
      const slot = begin(share.rowId, key);
      if (share.maxDownloads === null) return slot;
      const now = await findShare(database.reader, { rowId: share.rowId });
      const taken = (now?.downloadCount ?? 0) + (underWay.get(share.rowId)?.size ?? 0);
      if (now !== undefined && taken <= share.maxDownloads) return slot;
      slot.release();
      throw shareLimitReached();
    },

    downloaded: async (tx, share, { recipientRowId, file }) => {
      await addDownload(tx, share.rowId);
      const recipient = recipientRowId === null ? undefined : await findRecipient(tx, { rowId: recipientRowId });
      const occurredAt = isoTime(clock.now());
      if (recipient === undefined) {
        await events.publish(tx, {
          type: 'share.download.anonymous',
          userId: share.ownerId,
          data: {
            share_token: share.token,
            share_name: share.name,
            file_id: file?.id ?? null,
            file_name: file?.name ?? null,
            occurred_at: occurredAt,
          },
        });
        return;
      }
      await addRecipientDownload(tx, recipient.rowId);
      await events.publish(tx, {
        type: 'share.download',
        userId: share.ownerId,
        data: {
          share_token: share.token,
          share_name: share.name,
          recipient_email_domain: recipient.email.slice(recipient.email.lastIndexOf('@') + 1).toLowerCase(),
          occurred_at: occurredAt,
        },
      });
      if (!share.notifyOnDownload) return;
      if (share.notifyPerRecipient || (await markNotified(tx, share.rowId, clock.now())))
        await mails.downloaded(tx, recipient.rowId, file?.name ?? 'a ZIP of it');
    },
  };
}
