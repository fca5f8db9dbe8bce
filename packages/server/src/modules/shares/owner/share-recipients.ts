import { optionalIsoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import {
  emailKey,
  type NewRecipients,
  type Recipient,
  type RecipientPage,
  type Recipients as SentTo,
} from '@drive/contract';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { MailPermit, Mails } from '../../../platform/mail/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { personalUrl } from '../share-descriptor.ts';
import type { ShareRow } from '../share-store.ts';
import {
  countRecipients,
  deleteRecipient,
  ensureRecipient,
  listRecipientRows,
  type RecipientRow,
} from './recipient-store.ts';
import { auditOf } from './share-changes.ts';
import type { ShareMails } from './share-mails.ts';

export interface Recipients {
  /** A known recipient gets the same link again. `remember` runs in the same transaction. Throws `too_many_requests`. */
  send(share: ShareRow, request: NewRecipients, remember: (tx: Tx, answer: SentTo) => Promise<void>): Promise<SentTo>;
  list(share: ShareRow, page: PageRequest): Promise<RecipientPage>;
  remove(share: ShareRow, id: string): Promise<void>;
}

export function createRecipients({
  database,
  clock,
  random,
  secrets,
  baseUrl,
  audit,
  mails,
  shareMails,
}: Pick<Ports, 'database' | 'clock' | 'random' | 'secrets' | 'baseUrl' | 'audit'> & {
  readonly mails: Mails;
  readonly shareMails: ShareMails;
}): Recipients {
  const toRecipient = (share: ShareRow, row: RecipientRow): Recipient => ({
    id: row.id,
    email: row.email,
    url: personalUrl({ baseUrl, secrets }, share, row),
    sentAt: optionalIsoTime(row.sentAt),
    failedAt: optionalIsoTime(row.failedAt),
    error: row.error,
    firstOpenedAt: optionalIsoTime(row.firstOpenedAt),
    downloadCount: row.downloadCount,
  });

  return {
    send: (share, { emails, message }, remember) => {
      const byKey = new Map(emails.map((email) => [emailKey(email), email]));
      const send = (permit: MailPermit) =>
        database.write(async (tx) => {
          const recipients: Recipient[] = [];
          for (const [key, email] of byKey) {
            const row = await ensureRecipient(tx, {
              id: random.uuid(),
              shareRowId: share.rowId,
              email,
              emailKey: key,
              createdAt: clock.now(),
            });
            await shareMails.invite(tx, permit, row.rowId, message ?? null);
            recipients.push(toRecipient(share, row));
          }
          await audit.record(tx, {
            action: 'share.recipients_added',
            ...auditOf(share),
            details: { count: recipients.length },
          });
          const answer = { recipients, mailDelivery: mails.delivery };
          await remember(tx, answer);
          return answer;
        });
      return mails.count(share.ownerId, [...byKey.values()], send);
    },
    list: async (share, page) => {
      const totalItems = await countRecipients(database.reader, share.rowId);
      const { rows, nextCursor } = await readPage(
        page,
        (slice) => listRecipientRows(database.reader, share.rowId, slice),
        ({ rowId }) => [rowId],
      );
      return {
        recipients: rows.map((row) => toRecipient(share, row)),
        pagination: paginationOf(page, totalItems, nextCursor),
      };
    },
    remove: (share, id) =>
      database.write(async (tx) => {
        if (!(await deleteRecipient(tx, share.rowId, id)))
          throw new DomainError('recipient_not_found', 'This share has no recipient with this id.');
        await audit.record(tx, { action: 'share.recipient_removed', ...auditOf(share) });
      }),
  };
}
