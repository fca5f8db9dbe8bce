import type { HashRequester } from '@drive/passwords';
import type { Caller } from '../../../platform/access/index.ts';
import type { AuditActor } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { deleteSessionsOf } from '../sign-in/session-store.ts';
import { emailKey } from '../users/account.ts';
import { findEmail, findPassword, findUserByEmailKey, updatePassword, type Account } from '../users/user-store.ts';
import type { NewPasswords } from './new-passwords.ts';
import { deleteResetsOf } from './password-reset-store.ts';

/**
 * Revokes the API keys of an account, and the devices that wait for theirs (users.row_id), in the transaction that sets
 * its password.
 */
export type RevokeKeys = (tx: Tx, userId: number, actor: AuditActor) => Promise<void>;

export type Passwords = ReturnType<typeof createPasswords>;

export function createPasswords(
  deps: Pick<Ports, 'database' | 'passwords' | 'audit'> & {
    readonly newPasswords: NewPasswords;
    readonly revokeKeys: RevokeKeys;
    readonly vouching: { reset(tx: Tx, userId: number): Promise<void> };
  },
) {
  const { database, passwords, audit, newPasswords, revokeKeys, vouching } = deps;
  return {
    /** Ends every session except the caller's. */
    change: async (caller: Caller, currentPassword: string, newPassword: string): Promise<void> => {
      const wrong = (): DomainError => new DomainError('invalid_credentials', 'The current password is wrong.');
      const requester: HashRequester = { kind: 'user', userId: caller.userId };
      const current = await findPassword(database.reader, caller.userId);
      if (current === undefined || !(await passwords.verify(currentPassword, current, requester))) throw wrong();
      const email = (await findEmail(database.reader, caller.userId)) ?? '';
      const passwordHash = await newPasswords.hash({ text: newPassword, email, field: 'newPassword' }, requester);
      await database.write(async (tx) => {
        // Fails if a concurrent request changed the password while this one hashed.
        if (!(await updatePassword(tx, caller.userId, passwordHash, { passwordHash: current }))) throw wrong();
        const own = caller.kind === 'session' ? { rowId: caller.credentialId } : undefined;
        await deleteSessionsOf(tx, caller.userId, own);
        await deleteResetsOf(tx, caller.userId);
        await audit.record(tx, { action: 'password.changed', actor: caller });
      });
    },

    /**
     * For operators. Ends every session and revokes every API key, and vouches for the account as a link to its address does. Returns
     * undefined if no account has the address.
     */
    set: async (email: string, password: string): Promise<Account | undefined> => {
      const account = await findUserByEmailKey(database.reader, emailKey(email));
      if (account === undefined) return undefined;
      const { userId } = account;
      const wanted = { text: password, email: account.email, field: 'password' } as const;
      const passwordHash = await newPasswords.hash(wanted, { kind: 'operator' });
      await database.write(async (tx) => {
        await updatePassword(tx, userId, passwordHash);
        await deleteSessionsOf(tx, userId);
        await deleteResetsOf(tx, userId);
        await revokeKeys(tx, userId, 'console');
        await vouching.reset(tx, userId);
        await audit.record(tx, { action: 'password.set', actor: 'console', userId });
      });
      return account;
    },
  };
}
