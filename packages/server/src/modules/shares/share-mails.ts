import { isoTime, type Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { MailPermit, Mails, RenderedNotice } from '../../platform/mail/index.ts';
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
  readonly mails: Mails;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly config: { readonly baseUrl: string };
}

/** Mails about shares. Each is a job written with what it tells of, and is tried again until a mail server has taken it. */
export interface ShareMails {
  /** To a recipient: the share, by a link of their own. */
  invite(tx: Tx, permit: MailPermit, recipientRowId: number, message: string | null): Promise<void>;
  /** To the owner: a recipient has opened the share for the first time. */
  opened(tx: Tx, recipientRowId: number): Promise<void>;
  /** To the owner: a recipient has downloaded a file; null: a ZIP. */
  downloaded(tx: Tx, recipientRowId: number, fileName: string | null): Promise<void>;
}

interface Invitation {
  readonly recipientRowId: number;
  readonly message: string | null;
}

type OwnerNotice =
  // Jobs that a version without `shares.invite-mail` has written.
  | ({ readonly kind: 'invite' } & Invitation)
  | { readonly kind: 'opened'; readonly recipientRowId: number; readonly at: number }
  | {
      readonly kind: 'downloaded';
      readonly recipientRowId: number;
      readonly at: number;
      readonly fileName: string | null;
    };

const subjectCharacters = 60;

/** For a subject, of which a mailbox shows no more than the beginning. */
const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length <= subjectCharacters ? text : `${characters.slice(0, subjectCharacters - 1).join('')}…`;
};

export function createShareMails(deps: ShareMailsDeps): ShareMails {
  const { database, clock, secrets, mails, accounts, files, config } = deps;

  const nameOf = async (share: ShareRow): Promise<string> => {
    if (share.itemId === null) {
      const { length } = await listShareFiles(database.reader, share.rowId);
      return length === 1 ? '1 file' : `${length} files`;
    }
    return (await files.findFile(database.reader, share.itemId))?.name ?? 'a file';
  };

  /** undefined once the share or the recipient is gone: there is nothing left to say. */
  const subjectOf = async (recipientRowId: number) => {
    const recipient = await findRecipient(database.reader, { rowId: recipientRowId });
    const share = recipient && (await findShare(database.reader, { rowId: recipient.shareRowId }));
    const owner = share && (await accounts.findUser(database.reader, share.ownerId));
    if (recipient === undefined || share === undefined || owner === undefined) return undefined;
    return { recipient, share, owner, name: await nameOf(share), link: shareUrl(config.baseUrl, share) };
  };

  const renderInvitation = async ({ recipientRowId, message }: Invitation): Promise<RenderedNotice | undefined> => {
    const about = await subjectOf(recipientRowId);
    if (about === undefined) return undefined;
    const { recipient, share, owner, name, link } = about;
    const from = owner.name ?? owner.email;
    return {
      ownerId: owner.userId,
      to: recipient.email,
      subject: `${shortened(from)} shared ${shortened(name)} with you`,
      before: [`${from} shared ${name} with you.`, ...(message === null ? [] : [message])],
      link: { label: 'Open', url: `${link}?r=${recipientToken(secrets, recipient.id)}` },
      after: [
        'This link is yours: who opens it is taken for you.',
        ...(share.passwordHash === null ? [] : ['It asks for a password, which you get from whoever shared it.']),
        ...(share.expiresAt === null ? [] : [`It ends on ${isoTime(share.expiresAt).slice(0, 10)}.`]),
      ],
      sent: () => database.write((tx) => setSent(tx, recipientRowId, clock.now())),
    };
  };

  const invitations = mails.defineRequested<Invitation>({ type: 'shares.invite-mail', render: renderInvitation });

  const notices = mails.defineNotice<OwnerNotice>({
    type: 'shares.mail',
    render: async (notice): Promise<RenderedNotice | undefined> => {
      if (notice.kind === 'invite') return renderInvitation(notice);
      const about = await subjectOf(notice.recipientRowId);
      if (about === undefined) return undefined;
      const { recipient, owner, name, link } = about;
      const when = isoTime(notice.at).replace('T', ' ').slice(0, 16);
      const tell = (show: (text: string) => string): string => {
        if (notice.kind === 'opened') return `opened ${show(name)}`;
        if (notice.fileName === null) return `downloaded a ZIP of ${show(name)}`;
        return `downloaded ${show(notice.fileName)}${notice.fileName === name ? '' : ` from ${show(name)}`}`;
      };
      return {
        ownerId: owner.userId,
        to: owner.email,
        subject: `${recipient.email} ${tell(shortened)}`,
        before: [`${recipient.email} ${tell(String)} on ${when} UTC.`],
        link: { label: 'See the share', url: link },
        after: ['You get this mail because the share is set to tell you. You can change that in its settings.'],
      };
    },
  });

  return {
    invite: (tx, permit, recipientRowId, message) => invitations.enqueue(tx, permit, { recipientRowId, message }),
    opened: (tx, recipientRowId) => notices.enqueue(tx, { kind: 'opened', recipientRowId, at: clock.now() }),
    downloaded: (tx, recipientRowId, fileName) =>
      notices.enqueue(tx, { kind: 'downloaded', recipientRowId, at: clock.now(), fileName }),
  };
}
