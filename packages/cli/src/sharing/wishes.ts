import type { NewShare } from '@drive/sdk';
import type { Connecting } from '../connection/connect.ts';
import type { Notify } from './notify.ts';
import { readNewPassword, type PasswordOptions } from './password.ts';

/** What the flags of all commands that share something say of the share. */
export interface ShareOptions extends PasswordOptions {
  readonly public?: boolean;
  /** Days; 0 is for ever. */
  readonly expires?: number;
  readonly notify?: Notify;
  /** 0 lifts the limit. */
  readonly maxDownloads?: number;
  readonly comments?: boolean;
  readonly likes?: boolean;
}

/** Asks for a password where one is wanted. That a share shall lose its password is nothing that sharing it again can say. */
export async function readWishes(
  context: Connecting,
  options: ShareOptions,
): Promise<{ readonly wishes: NewShare; readonly clearsPassword: boolean }> {
  const password = await readNewPassword(context, options);
  const wishes: NewShare = {
    ...(options.public === true ? { shareMode: 'PUBLIC' } : {}),
    ...(options.expires === undefined ? {} : { expiresInDays: options.expires }),
    ...limitOf(options),
    ...feedbackOf(options),
    ...(typeof password === 'string' ? { password } : {}),
    ...options.notify,
  };
  return { wishes, clearsPassword: password === null };
}

/** The limit as the server takes it. */
export const limitOf = ({ maxDownloads }: Pick<ShareOptions, 'maxDownloads'>): Pick<NewShare, 'maxDownloads'> =>
  maxDownloads === undefined ? {} : { maxDownloads: maxDownloads === 0 ? null : maxDownloads };

/** What those who come may leave behind. */
export const feedbackOf = ({
  comments,
  likes,
}: Pick<ShareOptions, 'comments' | 'likes'>): Pick<NewShare, 'commentsEnabled' | 'likesEnabled'> => ({
  ...(comments === undefined ? {} : { commentsEnabled: comments }),
  ...(likes === undefined ? {} : { likesEnabled: likes }),
});
