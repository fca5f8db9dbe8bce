import { isoTime, type Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Events } from '../../platform/events/index.ts';
import type { Log } from '../../platform/log.ts';
import { storageFaultOf } from '../../platform/storage-fault.ts';
import { DownloadPlaces, type DownloadSlot } from './download-places.ts';
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
  readonly log: Log;
}

/** What strangers do with a share, and what its owner hears of it. */
export interface Visits {
  /** Somebody looked at it; a recipient's first look may be mailed to the owner. */
  opened(share: OpenShare, recipient: RecipientRow | undefined): Promise<void>;
  /**
   * `share_limit_reached` where those that were counted and those under way are as many as the share allows. Transfers
   * of one `key` (pieces of one download) hold one place together, and none any more once it `isCounted`.
   */
  beginDownload(share: OpenShare, key: string, isCounted: () => Promise<boolean>): Promise<DownloadSlot>;
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

export function createVisits({ database, clock, events, mails, log }: VisitsDeps): Visits {
  const places = new DownloadPlaces();

  return {
    opened: async (share, recipient) => {
      try {
        await database.write(async (tx) => {
          await addView(tx, share.rowId);
          if (recipient === undefined) return;
          const isFirst = await setOpened(tx, recipient.rowId, clock.now());
          if (isFirst && share.notifyOnView) await mails.opened(tx, recipient.rowId);
        });
      } catch (error) {
        // Looking is reading: it goes on while the disk takes no writes.
        if (storageFaultOf(error) === undefined) throw error;
        log.warn('view of a share not counted', { error });
      }
    },

    beginDownload: async (share, key, isCounted) => {
      const readCount = async (): Promise<number> =>
        (await findShare(database.reader, { rowId: share.rowId }))?.downloadCount ?? 0;
      const slot = await places.begin(share, { key, isCounted, readCount });
      if (slot === undefined) throw shareLimitReached();
      return slot;
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
        await mails.downloaded(tx, recipient.rowId, file?.name ?? null);
    },
  };
}
