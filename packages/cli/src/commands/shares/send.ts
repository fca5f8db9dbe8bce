import type { Recipients } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatCount } from '../../output/format.ts';
import { explainShare, findOwnShare, parseShare, requireToken, SHARE_ARGUMENT } from '../../sharing/find-own-share.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, RunAction } from '../context.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Email a personal link to each recipient. An existing recipient gets the same link again; `shares show` lists who opened it, and whom the mail server refused. If the server sends no emails, the links are printed.',
    )
    .argument('<share>', SHARE_ARGUMENT)
    .argument('<email...>', 'email addresses of the recipients')
    .option('--message <text>', 'Message to the recipients')
    .addHelpText(
      'after',
      '\nExample:\n  $ drive-cli send /report.pdf ada@example.com grace@example.com --message "As promised."',
    )
    .action(run(send));
}

/** A warning for a server without a mail server. */
export const notSent = (mails: string, links = 'the link'): string =>
  `${mails} written to outbox/ on the server, not sent, because DRIVE_SMTP_URL is not set there: pass ${links} on yourself`;

/** Limit of the API. */
const AT_ONCE = 50;

export const send: Action<[share: string, emails: string[], options: { message?: string }]> = async (
  context,
  argument,
  emails,
  { message },
) => {
  const named = parseShare(argument);
  const addresses = [...new Set(emails.map((email) => email.trim()))];
  // Check all before sending the first email.
  const wrong = addresses.find((email) => !/^[^@\s]+@[^@\s]+$/.test(email));
  if (wrong !== undefined)
    throw new CliError('usage', `${wrong === '' ? 'an empty argument' : wrong} is not an email address`);
  const connection = await connect(context);
  const { output, signal } = context;
  const token = requireToken(await findOwnShare(connection, named, signal));
  let sent = 0;
  let isSent = true;
  for (let start = 0; start < addresses.length; start += AT_ONCE) {
    const some = addresses.slice(start, start + AT_ONCE);
    let answer: Recipients;
    try {
      answer = await connection.client.shares.send(
        token,
        { emails: some, ...(message === undefined ? {} : { message }) },
        { signal },
      );
    } catch (error) {
      if (sent > 0) output.warn(`only the first ${sent} of ${addresses.length} were mailed`);
      throw explainShare(error, named);
    }
    sent += some.length;
    const { recipients, mailDelivery } = answer;
    isSent = mailDelivery !== 'outbox';
    for (const recipient of recipients) {
      const line = isSent ? undefined : `${recipient.email}\t${recipient.url}`;
      await output.record({ share: argument, ...recipient, mailDelivery }, line);
    }
  }
  const who = sent === 1 ? addresses[0] : formatCount(sent, 'recipient');
  if (isSent) output.note(`mailed to ${who}${sent === 1 ? '' : ', each with a personal link'}`);
  else if (sent === 1) output.warn(notSent('the email is', 'the personal link'));
  else output.warn(notSent('the emails are', 'the personal links'));
};
