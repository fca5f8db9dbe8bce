import type { DriveClient } from '@drive/sdk';
import { CliError } from '../shell/cli-error.ts';

/** The owner of listed links, webhooks and upload grants: a team drive that the user manages, or by default the user. */
export interface OfDrive {
  readonly driveId?: string;
}

export const OF_DRIVE = ['--drive <drive>', 'Those of this team drive, which you manage: name or id'] as const;

/** Looks among what belongs to the user, and then to the team drives that they manage. */
export async function findInTrees<T>(
  client: DriveClient,
  find: (tree: OfDrive) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await find({});
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // A key may not be allowed to list them.
    const drives = await client.drives.list({ signal }).then(
      (list) => list.drives,
      () => [],
    );
    signal.throwIfAborted();
    for (const { id } of drives.filter(({ role }) => role === 'manager')) {
      try {
        return await find({ driveId: id });
      } catch (reason) {
        if (!isNotFound(reason)) throw reason;
      }
    }
    throw error;
  }
}

const isNotFound = (error: unknown): boolean => error instanceof CliError && error.code === 'not_found';
