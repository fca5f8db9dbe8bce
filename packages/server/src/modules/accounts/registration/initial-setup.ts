import { deleteSetting, findSetting, replaceSetting } from '@drive/nodes';
import type { AuditActor } from '../../../platform/audit/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { NewPasswords } from '../passwords/new-passwords.ts';
import { emailKey } from '../users/account.ts';
import { findUserByEmailKey, hasUsers, type Account } from '../users/user-store.ts';
import type { NewUser, PreparedUser, Users } from './create-user.ts';

const invalidLink = (): DomainError =>
  new DomainError(
    'access_denied',
    'This set-up link is no longer valid. Look for a newer one in the output of the server.',
  );

export function createInitialSetup(
  deps: Pick<Ports, 'baseUrl' | 'database' | 'random' | 'secrets' | 'log' | 'audit' | 'node'> & {
    readonly users: Users;
    readonly newPasswords: NewPasswords;
    readonly onFirstAdmin?: ((admin: Account) => Promise<void>) | undefined;
  },
) {
  const { baseUrl, database, random, secrets, log, audit, node, users, newPasswords } = deps;
  /** The token of the link is the signature of a stored number, so that the link of one server works on all. */
  const isOpen = async (reader: Reader, token: string): Promise<boolean> => {
    const number = await findSetting(reader, 'setup');
    return number !== undefined && secrets.verify('one-time-link', `setup ${number}`, token);
  };

  const insert = async (tx: Tx, prepared: PreparedUser, actor?: AuditActor): Promise<Account> => {
    const admin = await prepared.insert(tx, { isVouched: true });
    await deleteSetting(tx, 'setup');
    await audit.record(tx, {
      action: 'account.registered',
      actor: actor ?? admin,
      userId: admin.userId,
      details: { by: 'set_up' },
    });
    return admin;
  };

  async function finish(admin: Account): Promise<void> {
    log.info('first account made', { userId: admin.id });
    try {
      await deps.onFirstAdmin?.(admin);
    } catch (error) {
      log.error('what follows the first account failed', { error });
    }
  }

  return {
    /**
     * The URL of the set-up page, valid until the next call while no other server is alive; undefined if there is an
     * account.
     */
    createLink: (): Promise<string | undefined> =>
      database.write(async (tx) => {
        await tx.lock('first-account');
        if (await hasUsers(tx)) return undefined;
        const hasOthers = (await node.listLive(tx)).length > 1;
        const number = (hasOthers ? await findSetting(tx, 'setup') : undefined) ?? random.token(32);
        await replaceSetting(tx, 'setup', number);
        return baseUrl.link(`/setup?token=${secrets.sign('one-time-link', `setup ${number}`)}`);
      }),

    hasLink: async (): Promise<boolean> => (await findSetting(database.reader, 'setup')) !== undefined,

    /** Throws `access_denied` if no set-up link is open. */
    requireLink: async (): Promise<void> => {
      if ((await findSetting(database.reader, 'setup')) === undefined) throw invalidLink();
    },

    isOpen: async (token: string): Promise<boolean> =>
      (await isOpen(database.reader, token)) && !(await hasUsers(database.reader)),

    setUp: async (token: string, user: NewUser, clientNetwork: string): Promise<Account> => {
      if (!(await isOpen(database.reader, token))) throw invalidLink();
      const prepared = await users.prepare({ ...user, isAdmin: true }, { kind: 'signIn', network: clientNetwork });
      const admin = await database.write(async (tx) => {
        await tx.lock('first-account');
        if (await hasUsers(tx)) throw invalidLink();
        return insert(tx, prepared);
      });
      await finish(admin);
      return admin;
    },

    /** At start, from DRIVE_ADMIN_EMAIL and DRIVE_ADMIN_PASSWORD: creates the administrator unless the account exists. */
    ensure: async (email: string, password: string): Promise<Account> => {
      const existing = await findUserByEmailKey(database.reader, emailKey(email));
      if (existing !== undefined) {
        // Does not change an existing account: a visitor may have registered the address while registration was open,
        // and an administrator may have disabled it on purpose.
        if (!existing.isAdmin) log.warn('the account of this setting is no administrator', { setting: 'ADMIN_EMAIL' });
        if (existing.disabledAt !== null)
          log.warn('the account of this setting is disabled', { setting: 'ADMIN_EMAIL' });
        // The account may have another password by now, so the server starts.
        if (newPasswords.findGuess(password, email) !== undefined)
          log.warn('the password of this setting is easily guessed', { setting: 'ADMIN_PASSWORD' });
        return existing;
      }
      const prepared = await users.prepare({ email, password, isAdmin: true }, { kind: 'operator' });
      const { admin, isFirst } = await database.write(async (tx) => {
        await tx.lock('first-account');
        // Another server on this database may have created the account since.
        const created = await findUserByEmailKey(tx, emailKey(email));
        if (created !== undefined) return { admin: created, isFirst: false };
        const isFirst = !(await hasUsers(tx));
        return { admin: await insert(tx, prepared, 'server'), isFirst };
      });
      if (isFirst) await finish(admin);
      return admin;
    },
  };
}
