import type { NewRecipients, Recipient } from '@drive/contract';
import type { Audit } from '../../platform/audit/index.ts';
import { optionalIsoTime, type Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import { paginationOf, rowsOf, type PageWish } from '../../platform/paging.ts';
import type { MailPermit, Mails } from '../../platform/mail/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { recipientIdOf } from './recipient-token.ts';
import type { ShareMails } from './share-mails.ts';
import { recordInvited, recordUninvited } from './share-records.ts';
import type { ShareRow } from './share-row.ts';
import {
  countRecipients,
  deleteRecipient,
  ensureRecipient,
  findRecipient,
  listRecipientRows,
  type RecipientRow,
} from './visitor-store.ts';

export interface RecipientsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly audit: Audit;
  readonly mails: Mails;
  readonly shareMails: ShareMails;
}

/** The people a share was mailed to, each with a link of their own. */
export interface Recipients {
  /**
   * Mails the link to each; who has one is sent the same again. `remember` is told the answer in the same transaction.
   * `too_many_requests` over the limits on mail.
   */
  send(
    share: ShareRow,
    request: NewRecipients,
    remember: (tx: Tx, answer: { recipients: Recipient[] }) => Promise<void>,
  ): Promise<{ recipients: Recipient[] }>;
  list(
    share: ShareRow,
    page: PageWish,
  ): Promise<{
    recipients: Recipient[];
    pagination: { currentPage: number; totalItems: number; totalPages: number };
  }>;
  /** `recipient_not_found` where it is none of the share's. */
  remove(share: ShareRow, id: string): Promise<void>;
  /** Who came by this `r`; undefined where it is nobody's. */
  findByToken(reader: Reader, share: ShareRow, r: string): Promise<RecipientRow | undefined>;
}

const toRecipient = (row: RecipientRow): Recipient => ({
  id: row.id,
  email: row.email,
  sentAt: optionalIsoTime(row.sentAt),
  firstOpenedAt: optionalIsoTime(row.firstOpenedAt),
  downloadCount: row.downloadCount,
});

export function createRecipients({
  database,
  clock,
  random,
  secrets,
  audit,
  mails,
  shareMails,
}: RecipientsDeps): Recipients {
  return {
    send: (share, { emails, message }, remember) => {
      const byKey = new Map(emails.map((email) => [email.toLowerCase(), email]));
      const send = (permit: MailPermit) =>
        database.write(async (tx) => {
          const recipients: Recipient[] = [];
          for (const [emailKey, email] of byKey) {
            const row = await ensureRecipient(tx, {
              id: random.uuid(),
              shareRowId: share.rowId,
              email,
              emailKey,
              createdAt: clock.now(),
            });
            await shareMails.invite(tx, permit, row.rowId, message ?? null);
            recipients.push(toRecipient(row));
          }
          await recordInvited(audit, tx, share, recipients.length);
          await remember(tx, { recipients });
          return { recipients };
        });
      return mails.count(share.ownerId, [...byKey.values()], send);
    },
    list: async (share, wish) => {
      const totalItems = await countRecipients(database.reader, share.rowId);
      const rows = await listRecipientRows(database.reader, share.rowId, rowsOf(wish));
      return {
        recipients: rows.map(toRecipient),
        pagination: paginationOf(wish, totalItems),
      };
    },
    remove: (share, id) =>
      database.write(async (tx) => {
        if (!(await deleteRecipient(tx, share.rowId, id)))
          throw new DomainError('recipient_not_found', 'This share was not mailed to anybody of this id.');
        await recordUninvited(audit, tx, share);
      }),
    findByToken: async (reader, share, r) => {
      const id = recipientIdOf(secrets, r);
      const row = id === undefined ? undefined : await findRecipient(reader, { id });
      return row?.shareRowId === share.rowId ? row : undefined;
    },
  };
}
