import { limits } from '@drive/contract';
import type { JobType } from '@drive/jobs';
import { t } from '@drive/pages';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { WebhookJob } from './webhook-cleanup.ts';
import { findWebhookByRowId } from './webhook-store.ts';

/** Email to the owner of a webhook that was disabled after too many failures. */
export function createDisabledMail({
  mails,
  accounts,
  baseUrl,
  instance,
}: Pick<Ports, 'baseUrl' | 'instance'> & { readonly mails: Mails; readonly accounts: Accounts }): JobType<WebhookJob> {
  return mails.defineNotice({
    type: 'webhooks.mail',
    isAlwaysSent: true,
    load: async ({ webhookRowId }: WebhookJob, reader) => {
      const webhook = await findWebhookByRowId(reader, webhookRowId);
      // Of a team drive, one of its managers.
      const [userId = 0] =
        webhook === undefined
          ? []
          : await accounts.listResponsible(reader, { ownerId: webhook.userId, createdBy: null, itemId: null });
      const owner = await accounts.findUser(reader, userId);
      return webhook && owner && { owner, url: webhook.url };
    },
    render: ({ url }) => ({
      subject: t('Your webhook to {host} was disabled', { host: new URL(url).host }),
      before: [
        t(
          '{n} deliveries in a row to {url} failed, each after several attempts. {service} no longer sends events there, and deliveries that were waiting were cancelled.',
          { n: limits.webhookFailures, url, service: instance.name },
        ),
      ],
      link: { label: t('Open {service}', { service: instance.name }), url: baseUrl.link('/') },
      after: [
        t(
          'The delivery log of the webhook shows the errors. Enable the webhook again when its receiver works; you can redeliver what it missed from the log.',
        ),
      ],
    }),
  });
}
