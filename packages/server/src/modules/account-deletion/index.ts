/**
 * Deletion of an account by its user: what it ends for others, the choices that it needs, the time in which the account can be kept,
 * and the emails about it. Owns no table: `accounts` marks and erases the account as for an administrator.
 *
 * Invariants:
 * - A session with a recent sign-in and the password deletes an account, never a key.
 * - Until its time the account is disabled, which nothing but the link in the email and an administrator ends.
 * - No team drive loses its last manager: the deletion names another one or deletes the drive, in the same transaction.
 * - The last administrator stays, and so does an account that an identity provider manages.
 */
import { endpoints } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import { AccountDeletions, type AccountDeletionsDeps } from './account-deletions.ts';
import { KeepPages } from './keep-pages.tsx';

export function createAccountDeletion(deps: AccountDeletionsDeps): { routes(router: Router): void } {
  const deletions = new AccountDeletions(deps);
  return {
    routes: (router) => {
      router.mount(endpoints.previewAccountDeletion, ({ caller }) => deletions.preview(caller));
      router.mount(endpoints.deleteAccount, ({ caller, body }) => deletions.start(caller, body));
      new KeepPages({ ...deps, deletions }).mount(router);
    },
  };
}
