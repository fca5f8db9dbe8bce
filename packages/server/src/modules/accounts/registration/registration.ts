import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { emailKey, type RegistrationPolicy } from '../users/account.ts';
import { hasUsers, type Account } from '../users/user-store.ts';
import type { Vouching } from '../vouching.ts';
import type { NewUser, OnArrival, PreparedUser, Users } from './create-user.ts';
import type { Invites, OpenInvite } from './invites.ts';

const denied = (message: string): DomainError => new DomainError('access_denied', message);
const invalidInvite = (): DomainError =>
  denied('This invitation is not valid: it was used, has expired, or is meant for another email address.');

const isFor = ({ email }: OpenInvite, address: string): boolean =>
  email !== null && emailKey(email) === emailKey(address);

const isValidFor = (invite: OpenInvite, address: string): boolean => invite.email === null || isFor(invite, address);

export function createRegistration(
  deps: Pick<Ports, 'database' | 'audit'> & {
    readonly users: Users;
    readonly invites: Invites;
    readonly arrived: OnArrival;
    readonly vouching: Pick<Vouching, 'accept'>;
    readonly config: { readonly registration: RegistrationPolicy; readonly passwordLogin: boolean };
  },
) {
  const { database, audit, users, invites, arrived, vouching, config } = deps;

  const insert = async (tx: Tx, prepared: PreparedUser, by: 'registration' | 'invite'): Promise<Account> => {
    const account = await prepared.insert(tx, { isVouched: by === 'invite' });
    await audit.record(tx, { action: 'account.registered', actor: { userId: account.userId }, details: { by } });
    return account;
  };

  /** Throws `access_denied` if registration is closed, for any request. */
  const requireOpen = async (): Promise<void> => {
    if (!config.passwordLogin)
      throw denied(
        'This server does not sign users in with passwords. Use single sign-on, which creates your account.',
      );
    if (config.registration === 'closed')
      throw denied(
        'Registration is disabled on this server. Ask its operator for an account, or to set DRIVE_REGISTRATION=invite.',
      );
    // The first account must be the administrator's, which the set-up link creates.
    if (!(await hasUsers(database.reader))) throw denied('This server is not set up yet.');
  };

  return {
    get policy(): RegistrationPolicy {
      return config.registration;
    },
    /** Whether somebody can create an account by a form, with an invitation or without. */
    get isPossible(): boolean {
      return config.registration !== 'closed' && config.passwordLogin;
    },
    findInvite: (token: string): Promise<OpenInvite | undefined> => invites.findOpen(token),
    requireOpen,

    /** A user who has an account already uses an invitation to its address. Throws `access_denied`. */
    accept: async (account: Pick<Account, 'userId' | 'email'>, token: string): Promise<void> => {
      const invite = await invites.findOpen(token);
      if (invite === undefined || !isFor(invite, account.email)) throw invalidInvite();
      await database.write(async (tx) => {
        if (!(await invites.use(tx, invite))) throw invalidInvite();
        await vouching.accept(tx, account.userId);
        await arrived(tx, account);
      });
    },

    register: async (user: NewUser, inviteToken: string | undefined, clientNetwork: string): Promise<Account> => {
      await requireOpen();
      let invite: OpenInvite | undefined;
      if (config.registration === 'invite') {
        if (inviteToken === undefined) throw denied('You need an invitation to register on this server.');
        invite = await invites.findOpen(inviteToken);
        if (invite === undefined || !isValidFor(invite, user.email)) throw invalidInvite();
      } else if (inviteToken !== undefined) {
        const found = await invites.findOpen(inviteToken);
        if (found !== undefined && isValidFor(found, user.email)) invite = found;
      }
      const prepared = await users.prepare(user, { kind: 'signIn', network: clientNetwork });
      return database.write(async (tx) => {
        if (invite === undefined) return insert(tx, prepared, 'registration');
        if (!(await invites.use(tx, invite))) throw invalidInvite();
        const account = await insert(tx, prepared, 'invite');
        // Whoever has the link reads the mailbox.
        if (invite.email !== null) await arrived(tx, account);
        return account;
      });
    },
  };
}
