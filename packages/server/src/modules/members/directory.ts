import { emailKey, foldName, limits, type DirectoryResults } from '@drive/contract';
import type { Viewer } from '../../platform/access/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { grants } from '../access/index.ts';
import type { Accounts } from '../accounts/index.ts';

/** Who finds whom: everybody by parts of names and addresses, only by complete addresses, or nobody (DRIVE_DIRECTORY). */
export type DirectoryPolicy = 'on' | 'exact' | 'off';

export type DirectoryDeps = Pick<Ports, 'database'> & {
  readonly accounts: Pick<Accounts, 'findUserByEmail'>;
  readonly featureLimiter: FeatureLimiter;
  readonly config: { readonly directory: DirectoryPolicy };
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
      if (user === undefined || user.disabledAt !== null) return { results: [] };
      return { results: [{ type: 'user', id: user.id, name: user.name, email: user.email }] };
    }
    const words = { nameKey: foldName(q), emailKey: emailKey(q) };
    return { results: await grants.searchPrincipals(reader, { ...words, limit: limits.directoryResults }) };
  }

  /** Throws unless the caller may ask whether an email address has an account, which giving it access tells. */
  async requireLookup(viewer: Viewer & { readonly isAdmin: boolean }): Promise<void> {
    const { featureLimiter, config } = this.#deps;
    if (config.directory === 'off' && !viewer.isAdmin)
      throw new DomainError('access_denied', 'This server gives access by the id of a user only. Ask the user for it.');
    await featureLimiter.consume('directory', `user ${viewer.userId}`);
  }
}
