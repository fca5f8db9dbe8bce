import type { Audit, AuditActor } from '../../platform/audit/index.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { emailKey, type Account } from './account.ts';
import { findUserByEmailKey, hasUsers } from './user-store.ts';
import type { NewUser, PreparedUser, Users } from './users.ts';

export interface InitialSetupDeps {
  readonly database: Database;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly audit: Audit;
  readonly users: Users;
  readonly baseUrl: string;
  readonly onFirstAdmin: ((admin: Account) => Promise<void>) | undefined;
}

const refused = (): DomainError =>
  new DomainError(
    'access_denied',
    'This set-up link is not valid any more. Look for a newer one where the server runs.',
  );

export type InitialSetup = ReturnType<typeof createInitialSetup>;

/** How a server without accounts gets its first one. */
export function createInitialSetup(deps: InitialSetupDeps) {
  const { database, random, secrets, log, audit, users, baseUrl } = deps;
  /** In memory only: a restart makes the old link worthless. */
  let tokenHash: string | undefined;

  const hashOf = (token: string): string => secrets.sign('one-time-link', `setup ${token}`);
  const isOpen = (token: string): boolean => tokenHash !== undefined && hashOf(token) === tokenHash;

  const insert = async (tx: Tx, prepared: PreparedUser, actorOf: (made: Account) => AuditActor): Promise<Account> => {
    const admin = await prepared.insert(tx);
    const { userId } = admin;
    await audit.record(tx, { action: 'account.registered', actor: actorOf(admin), userId, details: { by: 'set_up' } });
    return admin;
  };

  async function tell(admin: Account): Promise<void> {
    tokenHash = undefined;
    log.info('first account made', { userId: admin.id });
    try {
      await deps.onFirstAdmin?.(admin);
    } catch (error) {
      log.error('what follows the first account failed', { error });
    }
  }

  return {
    createLink: async (): Promise<string | undefined> => {
      if (await hasUsers(database.reader)) return undefined;
      const token = random.token(32);
      tokenHash = hashOf(token);
      return `${baseUrl}/setup?token=${token}`;
    },

    hasLink: (): boolean => tokenHash !== undefined,

    /** `access_denied` if no set-up link works. */
    requireLink: (): void => {
      if (tokenHash === undefined) throw refused();
    },

    isOpen: async (token: string): Promise<boolean> => isOpen(token) && !(await hasUsers(database.reader)),

    setUp: async (token: string, user: NewUser, clientNetwork: string): Promise<Account> => {
      if (!isOpen(token)) throw refused();
      const prepared = await users.prepare({ ...user, isAdmin: true }, { kind: 'signIn', network: clientNetwork });
      const admin = await database.write(async (tx) => {
        await tx.lock('first-account');
        if (await hasUsers(tx)) throw refused();
        return insert(tx, prepared, (made) => made);
      });
      await tell(admin);
      return admin;
    },

    ensure: async (email: string, password: string): Promise<Account> => {
      const existing = await findUserByEmailKey(database.reader, emailKey(email));
      if (existing !== undefined) {
        // Never promoted: anybody might have registered the address while registration was open.
        if (!existing.isAdmin) log.warn('the account of this setting is no administrator', { setting: 'ADMIN_EMAIL' });
        // Nor enabled: somebody has disabled it since, and meant it.
        if (existing.disabledAt !== null)
          log.warn('the account of this setting is disabled', { setting: 'ADMIN_EMAIL' });
        return existing;
      }
      const prepared = await users.prepare({ email, password, isAdmin: true }, { kind: 'operator' });
      const { admin, isFirst } = await database.write(async (tx) => {
        await tx.lock('first-account');
        const first = !(await hasUsers(tx));
        return { admin: await insert(tx, prepared, () => 'server'), isFirst: first };
      });
      if (isFirst) await tell(admin);
      return admin;
    },
  };
}
