import type { Audit } from '../../platform/audit/index.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { emailKey, type Account, type RegistrationPolicy } from './account.ts';
import type { Invites, OpenInvite } from './invites.ts';
import { hasUsers } from './user-store.ts';
import type { NewUser, PreparedUser, Users } from './users.ts';

export interface RegistrationDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly users: Users;
  readonly invites: Invites;
  readonly policy: RegistrationPolicy;
}

const denied = (message: string): DomainError => new DomainError('access_denied', message);
const badInvite = (): DomainError =>
  denied('This invitation is not valid: it was used, has run out, or is meant for another email address.');

export type Registration = ReturnType<typeof createRegistration>;

/** Who may make an account: everybody, those with an invitation, or nobody. */
export function createRegistration({ database, audit, users, invites, policy }: RegistrationDeps) {
  const findInvite = async (token: string): Promise<OpenInvite | undefined> =>
    policy === 'invite' ? invites.findOpen(token) : undefined;

  const insert = async (tx: Tx, prepared: PreparedUser, by: 'registration' | 'invite'): Promise<Account> => {
    const account = await prepared.insert(tx);
    await audit.record(tx, { action: 'account.registered', actor: { userId: account.userId }, details: { by } });
    return account;
  };

  /** `access_denied` if nobody can register, whatever the request says. */
  const requireOpen = async (): Promise<void> => {
    if (policy === 'closed') throw denied('This server takes no registrations.');
    // The first account is the administrator's, who could not be made any more otherwise.
    if (!(await hasUsers(database.reader))) throw denied('This server is not set up yet.');
  };

  return {
    policy,
    findInvite,
    requireOpen,

    register: async (user: NewUser, inviteToken: string | undefined, clientNetwork: string): Promise<Account> => {
      const prepare = (): Promise<PreparedUser> => users.prepare(user, { kind: 'signIn', network: clientNetwork });
      await requireOpen();
      if (policy === 'open') {
        const prepared = await prepare();
        return database.write((tx) => insert(tx, prepared, 'registration'));
      }

      if (inviteToken === undefined) throw denied('An invitation is needed to register here.');
      const invite = await findInvite(inviteToken);
      if (invite === undefined) throw badInvite();
      if (invite.email !== null && emailKey(invite.email) !== emailKey(user.email)) throw badInvite();
      const prepared = await prepare();
      return database.write(async (tx) => {
        if (!(await invites.use(tx, invite))) throw badInvite();
        return insert(tx, prepared, 'invite');
      });
    },
  };
}
