import { join } from 'node:path';
import { createBaseUrl, messageOf } from '@drive/base';
import { Email } from '@drive/contract';
import type { LoadedSettings } from '../config.ts';
import { renderTestMail } from '../platform/mail/index.ts';
import { baseUrlOf } from './local-base-url.ts';
import { openLog, openPorts, prepareDataDirectory } from './open-ports.ts';

/** Sends an email in this process, so that a wrong setting or a refusal of the mail server is printed at once. */
export async function sendTestMail(operator: LoadedSettings, address: string): Promise<void> {
  if (!Email.safeParse(address).success) throw new MailTestError(`"${address}" is not an email address`);
  await prepareDataDirectory(operator.config);
  const { ports, settings, close } = await openPorts(operator, openLog(operator.config));
  const { config } = settings;
  try {
    await ports.mailer.send(
      renderTestMail(address, { instance: ports.instance, baseUrl: createBaseUrl(baseUrlOf(config)) }),
    );
  } catch (error) {
    const reason = messageOf(error);
    throw new MailTestError(`the email was not sent: ${reason}. Check DRIVE_SMTP_URL and DRIVE_MAIL_FROM.`);
  } finally {
    await close();
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
