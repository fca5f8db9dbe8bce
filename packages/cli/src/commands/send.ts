import type { Recipient } from '@drive/sdk';
import { connect } from '../connection/connect.ts';
import { formatCount } from '../output/format.ts';
import { explainShare, findOwnShare, parseShare, requireToken } from '../sharing/find-own-share.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Command } from './context.ts';

/** The most that one call mails to. */
const AT_ONCE = 50;

export const send: Command<[share: string, emails: string[], options: { message?: string }]> = async (
  context,
  argument,
  emails,
  { message },
) => {
  const named = parseShare(argument);
  const addresses = [...new Set(emails.map((email) => email.trim()))];
  // All of them, before the first gets a mail.
  const wrong = addresses.find((email) => !/^[^@\s]+@[^@\s]+$/.test(email));
  if (wrong !== undefined)
    throw new CliError('usage', `${wrong === '' ? 'an empty argument' : wrong} is no e-mail address`);
  const connection = await connect(context);
  const { output, signal } = context;
  const token = requireToken(await findOwnShare(connection, named, signal));
  let sent = 0;
  for (let start = 0; start < addresses.length; start += AT_ONCE) {
    const some = addresses.slice(start, start + AT_ONCE);
    let recipients: Recipient[];
    try {
      recipients = await connection.client.shares.send(
        token,
        { emails: some, ...(message === undefined ? {} : { message }) },
        { signal },
      );
    } catch (error) {
      if (sent > 0) output.warn(`only the first ${sent} of ${addresses.length} were mailed`);
      throw explainShare(error, named);
    }
    sent += some.length;
    for (const recipient of recipients) await output.record({ share: argument, ...recipient }, undefined);
  }
  output.note(
    `mailed to ${sent === 1 ? addresses[0] : formatCount(sent, 'recipient')}${sent === 1 ? '' : ', each a link of their own'}`,
  );
};
