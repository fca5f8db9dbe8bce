import { join } from 'node:path';
import { createBaseUrl, messageOf } from '@drive/base';
import { openInstance } from '@drive/branding';
import { Email } from '@drive/contract';
import type { Config } from '../config.ts';
import { renderTestMail } from '../platform/mail/index.ts';
import { baseUrlOf } from './local-base-url.ts';
import { openMailer, prepareDataDirectory } from './open-ports.ts';

/** Sends an email in this process, so that a wrong setting or a refusal of the mail server is printed at once. */
export async function sendTestMail(config: Config, address: string): Promise<void> {
  if (!Email.safeParse(address).success) throw new MailTestError(`"${address}" is not an email address`);
  await prepareDataDirectory(config);
  try {
    await openMailer(config).send(
      renderTestMail(address, { instance: openInstance(config), baseUrl: createBaseUrl(baseUrlOf(config)) }),
    );
  } catch (error) {
    const reason = messageOf(error);
    throw new MailTestError(`the email was not sent: ${reason}. Check DRIVE_SMTP_URL and DRIVE_MAIL_FROM.`);
  }
  process.stdout.write(
    config.smtpUrl === undefined
      ? `written to ${join(config.dataDir, 'outbox')}, not sent: DRIVE_SMTP_URL is not set\n`
      : `the mail server accepted the email to ${address}\n`,
  );
}

export class MailTestError extends Error {
  override readonly name = 'MailTestError';
}
