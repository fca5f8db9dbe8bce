import type { DriveClient, ShareDescriptor } from '@drive/sdk';
import { connect } from '../connection/connect.ts';
import type { Notify } from '../sharing/notify.ts';
import { explainShare, findOwnShare, parseShare, requireListed, type OwnShare } from '../sharing/find-own-share.ts';
import { readNewPassword, type PasswordOptions } from '../sharing/password.ts';
import { feedbackOf, limitOf } from '../sharing/wishes.ts';
import { CliError } from '../shell/cli-error.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import type { Command } from './context.ts';
import { exitCodeOfAll } from './exit-code-of-all.ts';
import { tellFailure } from './tell-failure.ts';

export interface SetOptions extends PasswordOptions {
  readonly public?: boolean;
  readonly link?: boolean;
  readonly private?: boolean;
  /** Days; 0 is for ever. */
  readonly expires?: number;
  readonly notify?: Notify;
  /** 0 lifts the limit. */
  readonly maxDownloads?: number;
  readonly comments?: boolean;
  readonly likes?: boolean;
  /** false takes it away. */
  readonly slug?: string | false;
}

export const setShares: Command<[shares: string[], options: SetOptions]> = async (context, args, options) => {
  const named = args.map(parseShare);
  if (Object.keys(options).length === 0) {
    throw new CliError('usage', 'what is to be changed?', { hint: 'see drive-cli shares set --help' });
  }
  if (typeof options.slug === 'string' && named.length > 1) throw new CliError('usage', '--slug is for one share');
  const connection = await connect(context);
  const { output, signal } = context;
  const password = await readNewPassword(context, options);
  const failed: ExitCode[] = [];
  for (const one of named) {
    try {
      const own = await findOwnShare(connection, one, signal);
      const share = await change(connection.client, own, { ...options, newPassword: password }, signal);
      await output.record({ share: one.argument, ...share }, share.shortUrl);
    } catch (error) {
      signal.throwIfAborted();
      const explained = explainShare(error, one);
      if (named.length === 1) throw explained;
      failed.push(await tellFailure(context, { share: one.argument }, explained));
    }
  }
  return exitCodeOfAll(failed, named.length);
};

type Change = SetOptions & { readonly newPassword: string | null | undefined };

/** What may be refused comes first, and what opens the share last: it is never open without what it is to be guarded by. */
async function change(
  client: DriveClient,
  own: OwnShare,
  options: Change,
  signal: AbortSignal,
): Promise<ShareDescriptor> {
  const { shares } = client;
  const { key } = own;
  const { slug, newPassword, expires, notify } = options;
  const wantedMode = modeOf(options);
  let share: ShareDescriptor | undefined;
  if (slug !== undefined) share = await shares.setSlug(key, slug === false ? null : slug, { signal });
  if (newPassword !== undefined && newPassword !== null) share = await shares.setPassword(key, newPassword, { signal });
  if (expires !== undefined) share = await shares.setExpiry(key, expires, { signal });
  if (notify !== undefined) share = await shares.setNotify(key, notify, { signal });
  const more = { ...limitOf(options), ...feedbackOf(options) };
  if (wantedMode !== undefined || Object.keys(more).length > 0) {
    const shareMode = wantedMode ?? (share ?? (await requireListed(client, own, signal))).shareMode;
    share = await shares.setMode(key, { shareMode, ...more }, { signal });
  }
  if (newPassword === null) share = await shares.setPassword(key, null, { signal });
  if (share === undefined) throw new CliError('usage', 'nothing was to be changed');
  return share;
}

function modeOf(options: SetOptions): ShareDescriptor['shareMode'] | undefined {
  if (options.public === true) return 'PUBLIC';
  if (options.link === true) return 'SHARED';
  return options.private === true ? 'PRIVATE' : undefined;
}
