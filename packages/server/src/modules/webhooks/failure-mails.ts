import { limits } from '@drive/contract';
import type { Database, Tx } from '../../platform/db/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Accounts } from '../accounts/index.ts';
import { findWebhookByRowId } from './store.ts';
import type { WebhookJob } from './upkeep.ts';

/** A job written with what it tells of, tried again until a mail server has taken it. */
export interface FailureMails {
  /** To the owner: nothing is sent to a webhook any more. */
  disabled(tx: Tx, webhookRowId: number): Promise<void>;
}

export function createFailureMails(deps: {
  readonly database: Database;
  readonly mails: Mails;
  readonly accounts: Accounts;
  readonly config: { readonly baseUrl: string };
}): FailureMails {
  const { database, mails, accounts, config } = deps;
  const job = mails.defineNotice<WebhookJob>({
    type: 'webhooks.mail',
    render: async ({ webhookRowId }) => {
      const webhook = await findWebhookByRowId(database.reader, webhookRowId);
      const owner = webhook && (await accounts.findUser(database.reader, webhook.userId));
      // Deleted meanwhile: there is nothing to tell any more.
      if (webhook === undefined || owner === undefined) return undefined;
      const { host } = new URL(webhook.url);
      return {
        ownerId: owner.userId,
        to: owner.email,
        subject: `Your webhook to ${host} was disabled`,
        before: [
          `${limits.webhookFailures} deliveries in a row to ${webhook.url} failed, each after several attempts. Nothing more is sent there, and what was waiting was cancelled.`,
        ],
        link: { label: 'Open Drive', url: `${config.baseUrl}/` },
        after: [
          'The log of the webhook says what went wrong. Enable it again once the receiver works; what it missed can be sent once more from there.',
        ],
      };
    },
  });
  return { disabled: (tx, webhookRowId) => job.enqueue(tx, { webhookRowId }) };
}
