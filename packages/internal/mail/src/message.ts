import type { Clock, Random } from '@drive/base';
import { cleanLine } from '@drive/contract';
import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mailer.ts';

export interface MessageDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** `Drive <drive@example.com>`, or the bare address. */
  readonly from: string;
}

/** The address in `Drive <drive@example.com>`, or the bare address. */
export const addressOf = (from: string): string =>
  from
    .slice(from.lastIndexOf('<') + 1)
    .replace('>', '')
    .trim();

/** The message for nodemailer. No field of a mail can add a header or a recipient. */
export function toMessage(mail: Mail, { clock, random, from }: MessageDeps): SendMailOptions {
  const [, domain = 'localhost'] = addressOf(from).split(/@(?=[^@]*$)/);
  return {
    from,
    // An object, because a text would be parsed as a list of addresses.
    to: { name: '', address: requireAddress(mail.to) },
    subject: cleanLine(mail.subject),
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    date: new Date(clock.now()),
    messageId: `<${random.uuid()}@${domain}>`,
    headers: {
      // Prevents automatic replies.
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function requireAddress(address: string): string {
  if (/[\u0000-\u0020\u007f,;<>]/.test(address) || !address.includes('@')) throw new Error('not a mail address');
  return address;
}
