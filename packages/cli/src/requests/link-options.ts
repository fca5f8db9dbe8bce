import { Option, type Command } from 'commander';
import type { Connecting } from '../connection/connect.ts';
import { readNewPassword, type PasswordOptions } from '../sharing/password.ts';
import { parseExpiry, usage } from '../shell/argument-parsers.ts';

/** Help text of commands with a password. */
export const PASSWORD_HELP = `
The password is asked for on a terminal and otherwise read from standard input; it is never the value of a flag.`;
/** Description of an argument that names a file request or proofing. */
export const LINK_ARGUMENT = 'link, token, id, or unique name';

/** Flags of `create`. */
export function addLinkOptions(command: Command): Command {
  return command
    .option('--message <text>', 'Message to visitors')
    .addOption(new Option('--expires <time>', 'Expiry: 7d, 2w, 1y, or never').argParser(usage(parseExpiry)))
    .option('--password', 'Ask for a password for the link')
    .addOption(
      new Option('--password-file <file>', 'File with the password, - for standard input').conflicts('password'),
    );
}

/** Flags of `set`, which can also remove a setting. */
export const addLinkChanges = (command: Command): Command =>
  addLinkOptions(command.option('--name <name>', 'New name'))
    .option('--no-message', 'Remove the message')
    .option('--no-password', 'Remove the password');

export interface LinkOptions extends PasswordOptions {
  /** Days; 0 means never. */
  readonly expires?: number;
  /** false removes it. */
  readonly message?: string | false;
}

/** Fields of the API. Settings without a flag are absent. */
interface LinkSettings {
  readonly expiresInDays?: number;
  readonly message?: string | null;
  readonly password?: string | null;
}

export async function readLinkOptions(context: Connecting, options: LinkOptions): Promise<LinkSettings> {
  const { expires, message } = options;
  const password = await readNewPassword(context, options);
  return {
    ...(expires === undefined ? {} : { expiresInDays: expires }),
    ...(message === undefined ? {} : { message: message === false ? null : message }),
    ...(password === undefined ? {} : { password }),
  };
}
