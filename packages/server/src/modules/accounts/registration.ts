import { dayMs, isoTime, type Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Invite } from '@drive/contract';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { emailKey, type Account } from './account.ts';
import * as store from './invite-store.ts';
import { hasUsers } from './user-store.ts';
import type { NewUser, Users } from './users.ts';

export type RegistrationPolicy = 'open' | 'invite' | 'closed';

export interface RegistrationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly users: Users;
  readonly baseUrl: string;
  readonly policy: RegistrationPolicy;
}

export interface NewInvite {
  readonly email?: string | null | undefined;
  /** Default 7. */
  readonly expiresInDays?: number | undefined;
}

const denied = (message: string): DomainError => new DomainError('access_denied', message);
const badInvite = (): DomainError =>
  denied('This invitation is not valid: it was used, has run out, or is meant for another email address.');

export type Registration = ReturnType<typeof createRegistration>;

/** Who may make an account: everybody, those with an invitation, or nobody. */
export function createRegistration({ database, clock, random, secrets, users, baseUrl, policy }: RegistrationDeps) {
  const hashOf = (token: string): string => secrets.sign('one-time-link', `invite ${token}`);

  async function findInvite(
    token: string,
  ): Promise<{ readonly id: string; readonly email: string | null } | undefined> {
    return policy === 'invite' ? store.findOpenInvite(database.reader, hashOf(token), clock.now()) : undefined;
  }

  return {
    policy,
    findInvite,

    register: async (user: NewUser, inviteToken: string | undefined): Promise<Account> => {
      if (policy === 'closed') throw denied('This server takes no registrations.');
      // The first account is the administrator's, who could not be made any more otherwise.
      if (!(await hasUsers(database.reader))) throw denied('This server is not set up yet.');
      if (policy === 'open') return users.createUser(user);

      if (inviteToken === undefined) throw denied('An invitation is needed to register here.');
      const invite = await findInvite(inviteToken);
      if (invite === undefined) throw badInvite();
      if (invite.email !== null && emailKey(invite.email) !== emailKey(user.email)) throw badInvite();
      const prepared = await users.prepare(user);
      return database.write(async (tx) => {
        if (!(await store.useInvite(tx, invite.id, clock.now()))) throw badInvite();
        return prepared.insert(tx);
      });
    },

    /** `remember` runs in the same transaction. */
    invite: async (
      createdBy: number,
      { email = null, expiresInDays = 7 }: NewInvite,
      remember: (tx: Tx, invite: Invite) => Promise<void>,
    ): Promise<Invite> => {
      if (policy === 'closed') throw denied('This server takes no registrations, so nobody can use an invitation.');
      const token = random.token(32);
      const now = clock.now();
      const expiresAt = now + expiresInDays * dayMs;
      const id = random.uuid();
      const invite: Invite = {
        id,
        token,
        url: `${baseUrl}/register?invite=${token}`,
        email,
        expiresAt: isoTime(expiresAt),
      };
      await database.write(async (tx) => {
        await store.insertInvite(tx, { id, tokenHash: hashOf(token), email, createdBy, createdAt: now, expiresAt });
        await remember(tx, invite);
      });
      return invite;
    },
  };
}
