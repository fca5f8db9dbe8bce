import type { Connecting } from '../connection/connect.ts';
import { readNewPassword, type PasswordOptions } from '../sharing/password.ts';

/** What the flags say of any link that others come by. */
export interface LinkOptions extends PasswordOptions {
  /** Days; 0 is for ever. */
  readonly expires?: number;
  /** false takes it away. */
  readonly message?: string | false;
}

/** As the server takes them; what no flag names is not in it. */
export interface LinkWishes {
  readonly expiresInDays?: number;
  readonly message?: string | null;
  readonly password?: string | null;
}

export async function readLinkWishes(context: Connecting, options: LinkOptions): Promise<LinkWishes> {
  const { expires, message } = options;
  const password = await readNewPassword(context, options);
  return {
    ...(expires === undefined ? {} : { expiresInDays: expires }),
    ...(message === undefined ? {} : { message: message === false ? null : message }),
    ...(password === undefined ? {} : { password }),
  };
}

/** A limit as the server takes it: 0 lifts it. */
export const limitOf = (limit: number): number | null => (limit === 0 ? null : limit);
