/**
 * Team drives: trees that belong to no user, with their names and settings. Writes drives. Members are grants on the root folder,
 * which are `access`'s, and everything in the tree is `files`', as for any other owner.
 *
 * Invariants:
 * - No two drives that are not deleted have the same name, whether in upper or lower case.
 * - A drive begins with a manager. `members` keeps one who can sign in; if that account goes, an administrator can become one.
 * - A deleted drive is reached by nobody, like what a disabled account owns, and its tree stays as it is until it is purged.
 * - A purged drive is erased by the job that erases accounts.
 */
import { endpoints } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import { AdminDrives, type AdminDrivesDeps } from './admin-drives.ts';
import { Drives, type DrivesDeps } from './drives.ts';

export type { DrivePolicy } from './drives.ts';

export type DrivesModuleDeps = DrivesDeps & AdminDrivesDeps;

export { type DriveMemberRow, listOtherMembers, type ManagedDriveRow } from './managed-drive-store.ts';
export type { Drives } from './drives.ts';

export function createDrives(deps: DrivesModuleDeps): { readonly drives: Drives; routes(router: Router): void } {
  const drives = new Drives(deps);
  const admin = new AdminDrives(deps);
  return {
    drives,
    routes: (router) => {
      router.mount(endpoints.listDrives, ({ caller }) => drives.list(caller));
      router.mount(endpoints.createDrive, ({ caller, body, remember }) => drives.create(caller, body, remember));
      router.mount(endpoints.getDrive, ({ caller, params }) => drives.get(caller, params.id));
      router.mount(endpoints.updateDrive, ({ caller, params, body }) => drives.change(caller, params.id, body));
      router.mount(endpoints.deleteDrive, async ({ caller, params }) => {
        await drives.remove(caller, params.id);
        return undefined;
      });
      router.mount(endpoints.listAllDrives, ({ query }) => admin.list(query));
      router.mount(endpoints.restoreDrive, ({ caller, params }) => admin.restore(caller, params.id));
      router.mount(endpoints.purgeDrive, async ({ caller, params }) => {
        await admin.purge(caller, params.id);
        return undefined;
      });
    },
  };
}
