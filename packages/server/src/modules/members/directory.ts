import { emailKey, foldName, limits, type DirectoryResults } from '@drive/contract';
import type { Viewer } from '../../platform/access/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { grants } from '../access/index.ts';
import type { Account, Accounts } from '../accounts/index.ts';

/** Who finds whom: everybody by parts of names and addresses, only by complete addresses, or nobody (DRIVE_DIRECTORY). */
export type DirectoryPolicy = 'on' | 'exact' | 'off';

export type DirectoryDeps = Pick<Ports, 'database'> & {
  readonly accounts: Pick<Accounts, 'findUserByEmail' | 'takesInvited'>;
  readonly featureLimiter: FeatureLimiter;
  /** `membersInvite`: whether users who are no administrators invite people by email. */
  readonly config: { readonly directory: DirectoryPolicy; readonly membersInvite: boolean };
};

/** Users and groups to whom access can be given. */
export class Directory {
  readonly #deps: DirectoryDeps;

  constructor(deps: DirectoryDeps) {
    this.#deps = deps;
  }

  async search(viewer: Viewer, q: string): Promise<DirectoryResults> {
    const { database, accounts, featureLimiter, config } = this.#deps;
    await featureLimiter.consume('directory', `user ${viewer.userId}`);
    if (config.directory === 'off') return { results: [] };
    const { reader } = database;
    if (config.directory === 'exact') {
      const user = await accounts.findUserByEmail(reader, q);
      if (user === undefined || !canSignIn(user) || user.vouchedAt === null) return { results: [] };
      return { results: [{ type: 'user', id: user.id, name: user.name, email: user.email }] };
    }
    const words = { nameKey: foldName(q), emailKey: emailKey(q) };
    return { results: await grants.searchPrincipals(reader, { ...words, limit: limits.directoryResults }) };
  }

  /**
   * Whether the caller may invite the user of an email address, to give them access, instead of giving it to the account with that
   * address: there is none, or it was registered by somebody who may not be its user, and then accepts.
   */
  mayInvite({ isAdmin }: Giver, account?: Account): boolean {
    const { accounts, config } = this.#deps;
    if (account !== undefined) return account.vouchedAt === null && canSignIn(account);
    return accounts.takesInvited && (isAdmin || config.membersInvite);
  }

  /**
   * Whether the caller may learn if an email address has an account, which giving it access tells. If not, every address is
   * invited; throws `access_denied` if the caller may not do that either.
   */
  async admitsLookup(giver: Giver): Promise<boolean> {
    const { featureLimiter, config } = this.#deps;
    if (config.directory === 'off' && !giver.isAdmin) {
      if (this.mayInvite(giver)) return false;
      throw new DomainError('access_denied', 'This server gives access by the id of a user only. Ask the user for it.');
    }
    await featureLimiter.consume('directory', `user ${giver.userId}`);
    return true;
  }

  /** Throws `too_many_requests`. */
  async countInvitations({ userId, isAdmin }: Giver, count: number): Promise<void> {
    if (!isAdmin) await this.#deps.featureLimiter.consume('accessInvitation', `user ${userId}`, count);
  }
}

/** Not if the account is disabled or suspended. */
export const canSignIn = ({ disabledAt, suspendedAt }: Account): boolean => disabledAt === null && suspendedAt === null;

type Giver = Viewer & { readonly isAdmin: boolean };
