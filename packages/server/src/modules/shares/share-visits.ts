import { dayMs, isoTime } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { storageFaultOf } from '../../platform/storage-fault.ts';
import { DownloadSlots, type DownloadSlot, type DownloadSlotsDeps } from './download-slots.ts';
import type { OpenShare } from './open-share.ts';
import { addRecipientDownload, findRecipient, setOpened, type RecipientRow } from './recipient-store.ts';
import type { ShareMails } from './share-mails.ts';
import { countDownload, countView, markNotified } from './share-store.ts';
import { endedTransfers, type Transfer } from './transfer-store.ts';

export interface Visits {
  /** Counts a view. The owner may be notified of a recipient's first view. */
  opened(share: OpenShare, recipient: RecipientRow | undefined): Promise<void>;
  /** Throws `share_limit_reached` if the URL has delivered its bytes or no download of the share is left. */
  beginDownload(share: OpenShare, transfer: Transfer): Promise<DownloadSlot>;
  /** Counts a complete download, publishes its event and may notify the owner. `file` is null for a ZIP. */
  downloaded(
    tx: Tx,
    share: OpenShare,
    download: {
      readonly recipientRowId: number | null;
      readonly file: { readonly id: string; readonly name: string } | null;
    },
  ): Promise<void>;
}

/** Maximum duration of a response that began before its URL expired. */
const transferMs = 7 * dayMs;

export function createVisits(
  deps: DownloadSlotsDeps & Pick<Ports, 'events' | 'jobs'> & { readonly mails: ShareMails },
): Visits {
  const { database, clock, events, jobs, log, mails } = deps;
  const slots = new DownloadSlots(deps);

  jobs.sweep('shares.transfers', dayMs, (now) => endedTransfers(now - transferMs));

  return {
    opened: async (share, recipient) => {
      try {
        await database.write(async (tx) => {
          await countView(tx, { shareRowId: share.rowId });
          if (recipient === undefined) return;
          const isFirst = await setOpened(tx, recipient.rowId, clock.now());
          if (isFirst && share.notifyOnView) await mails.opened(tx, recipient.rowId);
        });
      } catch (error) {
        // A share can be read while the disk accepts no writes.
        if (storageFaultOf(error) === undefined) throw error;
        log.warn('view of a share not counted', { error });
      }
    },

    beginDownload: (share, transfer) => slots.begin(share, transfer),

    downloaded: async (tx, share, { recipientRowId, file }) => {
      await countDownload(tx, { shareRowId: share.rowId });
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
