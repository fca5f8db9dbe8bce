import { type Mail, type MailLook, renderEmail } from '@drive/mail';
import { inLanguage, t } from '@drive/pages';

/** The email that shows whether the server can send any. `language` is a tag; null: none is chosen. */
export const renderTestMail = (to: string, look: MailLook, language: string | null = null): Mail =>
  inLanguage(language, (code) =>
    renderEmail(
      {
        to,
        language: code,
        subject: t('Test email of {service}', { service: look.instance.name }),
        before: [t('The Drive server at {url} can send emails.', { url: look.baseUrl.href })],
      },
      look,
    ),
  );
