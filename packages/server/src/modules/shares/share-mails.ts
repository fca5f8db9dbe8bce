import { isoTime, minuteMs, secondMs, type Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { writeLetter, type Letter, type Mailer } from '../../platform/mail/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { shareUrl } from './descriptor.ts';
import { recipientToken } from './recipient-token.ts';
import type { ShareRow } from './share-row.ts';
import { findShare, listShareFiles } from './store.ts';
import { findRecipient, setSent } from './visitor-store.ts';

export interface ShareMailsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly config: { readonly baseUrl: string };
}

/** Mails about shares. Each is a job written with what it tells of, and is tried again until a mail server has taken it. */
export interface ShareMails {
  /** To a recipient: the share, by a link of their own. */
  invite(tx: Tx, recipientRowId: number, message: string | null): Promise<void>;
  /** To the owner: a recipient has opened the share for the first time. */
  opened(tx: Tx, recipientRowId: number): Promise<void>;
  /** To the owner: a recipient has downloaded a file; null: a ZIP. */
  downloaded(tx: Tx, recipientRowId: number, fileName: string | null): Promise<void>;
}

type MailJob =
  | { readonly kind: 'invite'; readonly recipientRowId: number; readonly message: string | null }
  | { readonly kind: 'opened'; readonly recipientRowId: number; readonly at: number }
  | {
      readonly kind: 'downloaded';
      readonly recipientRowId: number;
      readonly at: number;
      readonly fileName: string | null;
    };

const retryDelaysMs = [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 240 * minuteMs];

const subjectCharacters = 60;

/** For a subject, of which a mailbox shows no more than the beginning. */
const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length <= subjectCharacters ? text : `${characters.slice(0, subjectCharacters - 1).join('')}…`;
};

export function createShareMails(deps: ShareMailsDeps): ShareMails {
  const { database, clock, secrets, mailer, accounts, files, config } = deps;

  const nameOf = async (share: ShareRow): Promise<string> => {
    if (share.itemId === null) {
      const { length } = await listShareFiles(database.reader, share.rowId);
      return length === 1 ? '1 file' : `${length} files`;
    }
    return (await files.findFile(database.reader, share.itemId))?.name ?? 'a file';
  };

  const letterOf = async (mail: MailJob): Promise<Letter | undefined> => {
    const recipient = await findRecipient(database.reader, { rowId: mail.recipientRowId });
    const share = recipient && (await findShare(database.reader, { rowId: recipient.shareRowId }));
    const owner = share && (await accounts.findUser(database.reader, share.ownerId));
    // Taken back meanwhile, or the person was removed: there is nothing to tell any more.
    if (recipient === undefined || share === undefined || owner === undefined) return undefined;
    const name = await nameOf(share);
    const link = shareUrl(config.baseUrl, share);
    if (mail.kind === 'invite') {
      const from = owner.name ?? owner.email;
      return {
        to: recipient.email,
        subject: `${shortened(from)} shared ${shortened(name)} with you`,
        before: [`${from} shared ${name} with you.`, ...(mail.message === null ? [] : [mail.message])],
        link: { label: 'Open', url: `${link}?r=${recipientToken(secrets, recipient.id)}` },
        after: [
          'This link is yours: who opens it is taken for you.',
          ...(share.passwordHash === null ? [] : ['It asks for a password, which you get from whoever shared it.']),
          ...(share.expiresAt === null ? [] : [`It ends on ${isoTime(share.expiresAt).slice(0, 10)}.`]),
        ],
      };
    }
    const when = isoTime(mail.at).replace('T', ' ').slice(0, 16);
    const tell = (show: (text: string) => string): string => {
      if (mail.kind === 'opened') return `opened ${show(name)}`;
      if (mail.fileName === null) return `downloaded a ZIP of ${show(name)}`;
      return `downloaded ${show(mail.fileName)}${mail.fileName === name ? '' : ` from ${show(name)}`}`;
    };
    return {
      to: owner.email,
      subject: `${recipient.email} ${tell(shortened)}`,
      before: [`${recipient.email} ${tell(String)} on ${when} UTC.`],
      link: { label: 'See the share', url: link },
      after: ['You get this mail because the share is set to tell you. You can change that in its settings.'],
    };
  };

  const job = deps.jobs.define<MailJob>({
    type: 'shares.mail',
    retryDelayMs: (attempt) => retryDelaysMs[attempt - 1],
    run: async (mail) => {
      const letter = await letterOf(mail);
      if (letter === undefined) return;
      await mailer.send(writeLetter(letter));
      if (mail.kind === 'invite') await database.write((tx) => setSent(tx, mail.recipientRowId, clock.now()));
    },
  });

  return {
    invite: (tx, recipientRowId, message) => job.enqueue(tx, { kind: 'invite', recipientRowId, message }),
    opened: (tx, recipientRowId) => job.enqueue(tx, { kind: 'opened', recipientRowId, at: clock.now() }),
    downloaded: (tx, recipientRowId, fileName) =>
      job.enqueue(tx, { kind: 'downloaded', recipientRowId, at: clock.now(), fileName }),
  };
}
