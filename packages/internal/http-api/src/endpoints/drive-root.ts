import { DomainError, type Caller } from '@drive/access';
import type { RequestField } from '@drive/contract';
import { placesOf, type ParsedRequest } from './key-folder.ts';

/**
 * items.id of the root of a team drive that the caller reaches. Throws `drive_not_found`. Implemented by the module that owns
 * drives.
 */
export type FindDriveRoot = (caller: Caller, driveId: string) => Promise<string>;

/** Fields that mean the caller's root, which that of the drive takes the place of. */
const ownRoots = ['moveToRoot', 'copyToRoot'];

/** Puts the root of a drive where `driveId` stands beside a field with the id of a folder. Throws if both name a folder. */
export async function enterDrives(
  findRoot: FindDriveRoot,
  caller: Caller,
  field: RequestField,
  request: ParsedRequest,
): Promise<void> {
  const roots = new Map<string, string>();
  for (const { holder, name } of placesOf(request, field)) {
    const { driveId } = holder;
    if (typeof driveId !== 'string') continue;
    if (holder[name] !== undefined) {
      const message = `must not be given beside ${name}`;
      throw new DomainError('validation_failed', `driveId ${message}`, {
        issues: [{ field: 'driveId', message, code: 'invalid' }],
      });
    }
    const root = roots.get(driveId) ?? (await findRoot(caller, driveId));
    roots.set(driveId, root);
    holder[name] = root;
    for (const own of ownRoots) if (holder[own] !== undefined) holder[own] = undefined;
  }
}
