import { isoTime } from '@drive/base';
import type { JobType } from '@drive/jobs';
import { t } from '@drive/pages';
import type { Tx } from '../../platform/db/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { KeepToken, KeptAccount } from './keep-token.ts';

interface Requested extends KeptAccount {
  readonly to: string;
}
interface Deleted {
  readonly to: string;
  /** The language of the account, which is gone when the email is sent. */
  readonly language: string | null;
}

export class DeletionMails {
  readonly #requested: JobType<Requested>;
  readonly #deleted: JobType<Deleted>;

  constructor({
    mails,
    accounts,
    baseUrl,
    instance,
    token,
  }: Pick<Ports, 'baseUrl' | 'instance'> & {
    readonly mails: Mails;
    readonly accounts: Pick<Accounts, 'findUserById'>;
    readonly token: KeepToken;
  }) {
    const service = () => instance.name;
    this.#requested = mails.defineSecurity<Requested, Requested>({
      type: 'account-deletion.requested-mail',
      load: async (mail, reader) => {
        const user = await accounts.findUserById(reader, mail.id);
        return user?.deletesAt === mail.deletesAt ? mail : undefined;
      },
      render: ({ to, ...kept }) => ({
        subject: t('Your account is deleted on {date}', { date: dateOf(kept.deletesAt) }),
        before: [
          t(
            'Your account {account} on {service} was deleted. Nobody can sign in, and its links and keys no longer work. On {date}, everything in it is deleted for good.',
            { account: to, service: service(), date: dateOf(kept.deletesAt) },
          ),
          t('If you want to keep it, or if it was not you, keep the account before then, and set a new password.'),
        ],
        link: { label: t('Keep the account'), url: baseUrl.link(`/keep-account?token=${token.write(kept)}`) },
      }),
    });
    this.#deleted = mails.defineSecurity<Deleted, Deleted>({
      type: 'account-deletion.deleted-mail',
      load: (mail) => Promise.resolve(mail),
      render: ({ to }) => ({
        subject: t('Your account was deleted'),
        before: [
          t('Your account {account} on {service} and everything in it were deleted for good.', {
            account: to,
            service: service(),
          }),
        ],
      }),
    });
  }

  requested(tx: Tx, mail: Requested): Promise<void> {
    return this.#requested.enqueue(tx, mail);
  }

  deleted(tx: Tx, mail: Deleted): Promise<void> {
    return this.#deleted.enqueue(tx, mail);
  }
}

/** The day in UTC: `2026-05-01`. */
const dateOf = (at: number): string => isoTime(at).slice(0, 10);
