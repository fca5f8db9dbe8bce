import type { Caller } from '../../../platform/access/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { findPassword, noPassword } from '../users/user-store.ts';
import type { Sessions } from './sessions.ts';

/** Requires the password of the caller again. A recent sign-in serves users who have none. Throws `invalid_credentials`. */
export type RequirePassword = (caller: Caller, password: string | undefined) => Promise<void>;

export const createRequirePassword =
  ({
    database,
    passwords,
    sessions,
  }: Pick<Ports, 'database' | 'passwords'> & { readonly sessions: Pick<Sessions, 'isRecent'> }): RequirePassword =>
  async (caller, password) => {
    const { userId } = caller;
    const hash = await findPassword(database.reader, userId);
    if (hash === noPassword && (await sessions.isRecent(caller))) return;
    if (hash === undefined || !(await passwords.verify(password ?? '', hash, { kind: 'user', userId })))
      throw new DomainError('invalid_credentials', 'The password is wrong.');
  };
