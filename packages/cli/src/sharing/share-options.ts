import type { NewShare } from '@drive/sdk';
import { Option, type Command } from 'commander';
import type { Connecting } from '../connection/connect.ts';
import { parseExpiry, parseLimit, usage } from '../shell/argument-parsers.ts';
import { CliError } from '../shell/cli-error.ts';
import { readNewPassword, type PasswordOptions } from './password.ts';
import { parseSlug } from './slug.ts';

/** Email notifications to the owner of a share. */
export interface Notify {
  readonly notifyOnDownload: boolean;
  readonly notifyOnView: boolean;
  readonly notifyPerRecipient: boolean;
}

/** `view,download`, `every-download`, or `none`. */
export function parseNotify(text: string): Notify {
  const names = text.split(',');
  const known = new Set(['view', 'download', 'every-download', 'none']);
  if (names.some((name) => !known.has(name)) || (names.includes('none') && names.length > 1)) {
    throw new CliError('usage', 'Use none, or a comma-separated list of view, download and every-download.');
  }
  const everyDownload = names.includes('every-download');
  return {
    notifyOnDownload: everyDownload || names.includes('download'),
    notifyOnView: names.includes('view'),
    notifyPerRecipient: everyDownload,
  };
}

/** Help text of commands that accept these flags. */
export const SHARE_HELP = `
The password is asked for on a terminal and otherwise read from standard input; it is never the value of a flag, which other
users could see. --notify sends you an email when a recipient first opens the link (view), when the first recipient
downloads (download), or on every download by a recipient (every-download).`;

/** Options of every command that creates share links. */
export function addShareOptions(command: Command): Command {
  return addSharedSettings(
    command.option('--public', 'List the link publicly and allow search engines; default: unlisted'),
  );
}

/** The flag for a slug. */
export const slugOption = (description: string): Option =>
  new Option('--slug <word>', description).argParser(usage(parseSlug));

/** Flags of `share`, `upload` and `shares set`. */
export function addSharedSettings(command: Command): Command {
  return command
    .addOption(new Option('--expires <time>', 'Expiry: 7d, 2w, 1y, or never').argParser(usage(parseExpiry)))
    .option('--password', 'Ask for a password for the link')
    .addOption(
      new Option('--password-file <file>', 'File with the password, - for standard input').conflicts('password'),
    )
    .option('--no-password', 'Remove the password')
    .addOption(
      new Option(
        '--notify <what>',
        'Email notifications: view, download, every-download (comma-separated), or none',
      ).argParser(usage(parseNotify)),
    )
    .addOption(
      new Option('--max-downloads <count>', 'Maximum number of downloads, or none for no limit').argParser(parseLimit),
    )
    .option('--comments', 'Allow comments')
    .option('--no-comments', 'Disallow and hide comments')
    .option('--likes', 'Allow likes')
    .option('--no-likes', 'Disallow and hide likes');
}

/** Flags of all commands that create share links. */
export interface ShareOptions extends PasswordOptions {
  readonly public?: boolean;
  /** Days; 0 means never. */
  readonly expires?: number;
  readonly notify?: Notify;
  /** 0 removes the limit. */
  readonly maxDownloads?: number;
  readonly comments?: boolean;
  readonly likes?: boolean;
}

/** Asks for a password if required. Sharing again cannot remove a password, so the caller must do it. */
export async function readShareOptions(
  context: Connecting,
  options: ShareOptions,
): Promise<{ readonly settings: NewShare; readonly clearsPassword: boolean }> {
  const password = await readNewPassword(context, options);
  const settings: NewShare = {
    ...(options.public === true ? { shareMode: 'PUBLIC' } : {}),
    ...(options.expires === undefined ? {} : { expiresInDays: options.expires }),
    ...limitOf(options),
    ...feedbackOf(options),
    ...(typeof password === 'string' ? { password } : {}),
    ...options.notify,
  };
  return { settings, clearsPassword: password === null };
}

/** Converts the limit for the API. */
export const limitOf = ({ maxDownloads }: Pick<ShareOptions, 'maxDownloads'>): Pick<NewShare, 'maxDownloads'> =>
  maxDownloads === undefined ? {} : { maxDownloads: maxDownloads === 0 ? null : maxDownloads };

export const feedbackOf = ({
  comments,
  likes,
}: Pick<ShareOptions, 'comments' | 'likes'>): Pick<NewShare, 'commentsEnabled' | 'likesEnabled'> => ({
  ...(comments === undefined ? {} : { commentsEnabled: comments }),
  ...(likes === undefined ? {} : { likesEnabled: likes }),
});
