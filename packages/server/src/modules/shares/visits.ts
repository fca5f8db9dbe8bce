import { dayMs, isoTime, type Clock } from '../../platform/clock.ts';
import { deleteInBatches, type Database, type Tx } from '../../platform/db/index.ts';
import type { Events } from '../../platform/events/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log.ts';
import { storageFaultOf } from '../../platform/storage-fault.ts';
import { DownloadSlots, type DownloadSlot } from './download-slots.ts';
import type { OpenShare } from './open-share.ts';
import type { ShareMails } from './share-mails.ts';
import { deleteEndedTransfers, type Transfer } from './transfer-store.ts';
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
  readonly jobs: Jobs;
  readonly log: Log;
  readonly mails: ShareMails;
}

/** What strangers do with a share, and what its owner hears of it. */
export interface Visits {
  /** Somebody looked at it; a recipient's first look may be mailed to the owner. */
  opened(share: OpenShare, recipient: RecipientRow | undefined): Promise<void>;
  /** Throws `share_limit_reached` if the URL has delivered its bytes or no download of the share is left. */
  beginDownload(share: OpenShare, transfer: Transfer): Promise<DownloadSlot>;
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

/** A response that began before its URL expired may take this long. */
const transferMs = 7 * dayMs;

export function createVisits(deps: VisitsDeps): Visits {
  const { database, clock, events, jobs, log, mails } = deps;
  const slots = new DownloadSlots(deps);

  jobs.every('shares.transfers', dayMs, ({ signal }) => {
    const before = clock.now() - transferMs;
    return deleteInBatches(database, signal, (tx, limit) => deleteEndedTransfers(tx, before, limit));
  });

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

    beginDownload: (share, transfer) => slots.begin(share, transfer),

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
