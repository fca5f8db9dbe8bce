import type { Database } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { PasswordHasher } from '../../platform/passwords/index.ts';
import { emailKey } from './account.ts';
import { findPasswordByEmailKey, type PasswordOfUser } from './user-store.ts';

export interface SignInDeps {
  readonly database: Database;
  readonly passwords: PasswordHasher;
}

/** The account that the password is of; the same `invalid_credentials` after the same work where there is none. */
export function createPasswordCheck({ database, passwords }: SignInDeps) {
  return async (email: string, password: string): Promise<PasswordOfUser> => {
    const user = await findPasswordByEmailKey(database.reader, emailKey(email));
    if (user === undefined) await passwords.dummyVerify(password);
    else if (await passwords.verify(password, user.passwordHash)) return user;
    throw new DomainError('invalid_credentials', 'The email address or the password is wrong.');
  };
}
