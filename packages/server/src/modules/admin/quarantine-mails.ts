import type { JobType } from '@drive/jobs';
import { t } from '@drive/pages';
import type { Mails } from '../../platform/mail/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';

interface QuarantineMail {
  readonly fileId: string;
  readonly quarantined: boolean;
  readonly reason: string | null;
  /** Name of the virus, if a scan put the file in quarantine and no administrator did. */
  readonly virus?: string;
}

interface VirusMail {
  readonly fileId: string;
  readonly virus: string;
  /** users.row_id of an administrator. */
  readonly adminId: number;
}

interface MailsDeps {
  readonly mails: Mails;
  readonly accounts: Accounts;
  readonly files: Files;
}

/** Email to the owner of a file that was quarantined or released. Files without an owner send none. */
export const createQuarantineMail = ({ mails, accounts, files }: MailsDeps): JobType<QuarantineMail> =>
  mails.defineNotice({
    type: 'admin.quarantine-mail',
    isAlwaysSent: true,
    load: async ({ fileId, quarantined, reason, virus }: QuarantineMail, reader) => {
      const file = await files.findFile(reader, fileId);
      // Nothing is sent if the file was deleted, or its state changed back, before this job ran.
      if (file === undefined || file.quarantined !== quarantined || file.name === '') return undefined;
      const owner = await accounts.findUser(reader, file.ownerId);
      return owner && { owner, name: file.name, quarantined, reason, virus };
    },
    render: ({ name, quarantined, reason, virus }) => {
      if (!quarantined)
        return {
          subject: t('Your file was released'),
          before: [t('{name} is no longer quarantined. Links to it work again.', { name })],
        };
      const consequence = t('You can still download it; links to it are closed until an administrator releases it.');
      if (virus !== undefined)
        return {
          subject: t('A virus was found in your file'),
          before: [
            `${t('This server scanned {name} and found the virus {virus}.', { name, virus })} ${consequence}`,
            t('Delete the file, or ask an administrator to release it if you know that it is harmless.'),
          ],
        };
      return {
        subject: t('Your file was quarantined'),
        before: [
          `${t('An administrator of this server quarantined {name}.', { name })} ${consequence}`,
          ...(reason === null ? [] : [t('Reason: {reason}', { reason })]),
        ],
      };
    },
  });

/** Email to an administrator about a file in which a scan found a virus. */
export const createVirusMail = ({ mails, accounts, files }: MailsDeps): JobType<VirusMail> =>
  mails.defineNotice({
    type: 'admin.virus-mail',
    isAlwaysSent: true,
    load: async ({ fileId, virus, adminId }: VirusMail, reader) => {
      const file = await files.findFile(reader, fileId);
      const owner = await accounts.findUser(reader, adminId);
      if (file === undefined || !file.quarantined || file.name === '' || owner?.isAdmin !== true) return undefined;
      const uploader = await accounts.findUser(reader, file.ownerId);
      return { owner, id: fileId, name: file.name, virus, uploader: uploader?.email };
    },
    render: ({ id, name, virus, uploader }) => ({
      subject: t('A virus was found in {name}', { name }),
      before: [
        uploader === undefined
          ? t('A scan found the virus {virus} in {name}, which was uploaded without an account.', { virus, name })
          : t('A scan found the virus {virus} in {name}, a file of {uploader}.', { virus, name, uploader }),
        t('The file is in quarantine: all links to it are closed. Its owner was notified and can still download it.'),
        t(
          'To open the links again because the file is harmless, release it: its ID is {id}. The same content is then not quarantined again.',
          { id },
        ),
      ],
    }),
  });
