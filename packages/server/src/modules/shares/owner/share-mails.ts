import { isoTime } from '@drive/base';
import { t } from '@drive/pages';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import type { MailContent, MailPermit, Mails } from '../../../platform/mail/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Accounts, LinkHolder } from '../../accounts/index.ts';
import type { Files } from '../../files/index.ts';
import { personalUrl, shareUrl } from '../share-descriptor.ts';
import { findShare, listShareFiles, type ShareRow } from '../share-store.ts';
import { findRecipient, setFailed, setSent } from './recipient-store.ts';

/** Each is a job written in the transaction of its cause, and is retried. */
export interface ShareMails {
  invite(tx: Tx, permit: MailPermit, recipientRowId: number, message: string | null): Promise<void>;
  /** Emails the owner that a recipient has opened the share for the first time. */
  opened(tx: Tx, recipientRowId: number): Promise<void>;
  /** Emails the owner that a recipient has downloaded a file; null: a ZIP. */
  downloaded(tx: Tx, recipientRowId: number, fileName: string | null): Promise<void>;
}

interface Invitation {
  readonly recipientRowId: number;
  readonly message: string | null;
}

type OwnerNotice = {
  /** users.row_id of who is told. Jobs of earlier versions have none: the owner. */
  readonly userId?: number;
} & (
  | { readonly kind: 'opened'; readonly recipientRowId: number; readonly at: number }
  | {
      readonly kind: 'downloaded';
      readonly recipientRowId: number;
      readonly at: number;
      readonly fileName: string | null;
    }
);

const subjectCharacters = 60;
/** Maximum characters of the answer of a mail server. */
const mostReasonCharacters = 500;

/** For subjects, which mail clients cut off. */
const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length <= subjectCharacters ? text : `${characters.slice(0, subjectCharacters - 1).join('')}…`;
};

/** What was shared, as emails call it. */
const nameOf = (shared: string | number | undefined): string =>
  typeof shared === 'number' ? t('{count} files', { count: shared }) : (shared ?? t('a file'));

/** In a team drive, who made the link is a person; the drive is none. */
async function findSender(
  accounts: Accounts,
  reader: Reader,
  { ownerId, createdBy }: ShareRow,
  { plan, name }: LinkHolder,
): Promise<string | null> {
  const sender = await accounts.findUser(reader, plan === null ? (createdBy ?? 0) : ownerId);
  return sender?.name ?? sender?.email ?? name;
}

/** What a recipient did, with the names as `show` writes them. */
function describeNotice(notice: OwnerNotice, visitor: string, name: string, show: (text: string) => string): string {
  const values = { visitor, name: show(name) };
  if (notice.kind === 'opened') return t('{visitor} opened {name}', values);
  if (notice.fileName === null) return t('{visitor} downloaded a ZIP of {name}', values);
  const file = show(notice.fileName);
  return notice.fileName === name
    ? t('{visitor} downloaded {name}', values)
    : t('{visitor} downloaded {file} from {name}', { ...values, file });
}

export function createShareMails({
  database,
  clock,
  secrets,
  baseUrl,
  mails,
  accounts,
  files,
}: Pick<Ports, 'database' | 'clock' | 'secrets' | 'baseUrl'> & {
  readonly mails: Mails;
  readonly accounts: Accounts;
  readonly files: Files;
}): ShareMails {
  /** The name of the item, or the number of files. */
  const sharedOf = async (share: ShareRow, reader: Reader): Promise<string | number | undefined> =>
    share.itemId === null
      ? (await listShareFiles(reader, share.rowId)).length
      : (await files.findFile(reader, share.itemId))?.name;

  /** undefined once the share or the recipient is gone: the email is then dropped. */
  const detailsOf = async (recipientRowId: number, reader: Reader) => {
    const recipient = await findRecipient(reader, { rowId: recipientRowId });
    const share = recipient && (await findShare(reader, { rowId: recipient.shareRowId }));
    if (recipient === undefined || share === undefined) return undefined;
    return { recipient, share, shared: await sharedOf(share, reader), link: shareUrl(baseUrl, share) };
  };

  const loadInvitation = async ({ recipientRowId, message }: Invitation, reader: Reader) => {
    const details = await detailsOf(recipientRowId, reader);
    const holder = details && (await accounts.findLinkHolder(reader, details.share.ownerId));
    if (details === undefined || holder === undefined) return undefined;
    const from = (await findSender(accounts, reader, details.share, holder)) ?? '';
    return { ...details, from, to: details.recipient.email, message };
  };

  type LoadedInvitation = NonNullable<Awaited<ReturnType<typeof loadInvitation>>>;
  const renderInvitation = ({ recipient, share, from, shared, message }: LoadedInvitation): MailContent => {
    const name = nameOf(shared);
    return {
      subject: t('{from} shared {name} with you', { from: shortened(from), name: shortened(name) }),
      before: [t('{from} shared {name} with you.', { from, name }), ...(message === null ? [] : [message])],
      link: { label: t('Open'), url: personalUrl({ baseUrl, secrets }, share, recipient) },
      after: [
        t('This link is personal: views and downloads through it count as yours.'),
        ...(share.passwordHash === null ? [] : [t('It is protected by a password. Ask {from} for it.', { from })]),
        ...(share.expiresAt === null
          ? []
          : [t('It expires on {date}.', { date: isoTime(share.expiresAt).slice(0, 10) })]),
      ],
      ...(mails.delivery === 'smtp' && {
        sent: () => database.write((tx) => setSent(tx, recipient.rowId, clock.now())),
        failed: (reason) =>
          database.write((tx) => setFailed(tx, recipient.rowId, clock.now(), reason.slice(0, mostReasonCharacters))),
      }),
    };
  };

  const invitations = mails.defineRequested({
    type: 'shares.invite-mail',
    load: loadInvitation,
    render: renderInvitation,
  });

  const notices = mails.defineNotice({
    type: 'shares.mail',
    load: async (notice: OwnerNotice, reader) => {
      const details = await detailsOf(notice.recipientRowId, reader);
      const owner = details && (await accounts.findUser(reader, notice.userId ?? details.share.ownerId));
      return details === undefined || owner === undefined ? undefined : { ...details, owner, notice };
    },
    render: ({ recipient, shared, link, notice }) => {
      const when = isoTime(notice.at).replace('T', ' ').slice(0, 16);
      const name = nameOf(shared);
      const describe = (show: (text: string) => string): string => describeNotice(notice, recipient.email, name, show);
      return {
        subject: describe(shortened),
        before: [t('{event} on {when} UTC.', { event: describe(String), when })],
        link: { label: t('See the share'), url: link },
        after: [
          t('You get this email because notifications are on for this share. You can turn them off in its settings.'),
        ],
      };
    },
  });

  /** Those whom the link concerns. */
  const tell = async (tx: Tx, notice: OwnerNotice): Promise<void> => {
    const recipient = await findRecipient(tx, { rowId: notice.recipientRowId });
    const share = recipient && (await findShare(tx, { rowId: recipient.shareRowId }));
    for (const userId of share === undefined ? [] : await accounts.listResponsible(tx, share))
      await notices.enqueue(tx, { ...notice, userId });
  };

  return {
    invite: (tx, permit, recipientRowId, message) => invitations.enqueue(tx, permit, { recipientRowId, message }),
    opened: (tx, recipientRowId) => tell(tx, { kind: 'opened', recipientRowId, at: clock.now() }),
    downloaded: (tx, recipientRowId, fileName) =>
      tell(tx, { kind: 'downloaded', recipientRowId, at: clock.now(), fileName }),
  };
}
