import type { Accounts, DeleteUserData } from '../accounts/index.ts';

export interface Erasing {
  /** Takes away what the module keeps of a deleted account (users.row_id). May be called again, after a crash anywhere. */
  readonly eraseOwner: DeleteUserData;
}

export interface ErasingDeps {
  readonly accounts: Accounts;
  readonly apiKeys: Erasing;
  readonly webhooks: Erasing;
  readonly shares: Erasing;
  readonly uploads: Erasing;
  readonly collections: Erasing;
  readonly proofings: Erasing;
  readonly pastes: Erasing;
  readonly files: Erasing;
}

/**
 * What comes later in the list is needed by what comes before: an upload that ends is told to the file request it came
 * through, and what is to be purged must have come to its end.
 */
export function eraseWithAccounts(deps: ErasingDeps): void {
  const { apiKeys, webhooks, shares, uploads, collections, proofings, pastes, files } = deps;
  for (const { eraseOwner } of [apiKeys, webhooks, shares, uploads, collections, proofings, pastes, files])
    deps.accounts.deletion.add(eraseOwner);
}
