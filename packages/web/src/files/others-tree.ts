import type { Item, TeamDrive } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { folderPathQuery } from '../api/items.ts';
import { attachOnceLoaded } from '../browser/load-early.ts';
import { drivesQuery } from '../drives/drive-queries.ts';

const loadUpdates = () => import('../api/live-updates.ts');

/** The topmost folder of the path to the open one; undefined at the root, on other screens, and until the path is loaded. */
export function useOpenTop(): Item | undefined {
  const { folderId = null } = useParams({ strict: false });
  // The folder itself loads it.
  return useQuery({ ...folderPathQuery(folderId), enabled: false }).data?.[0];
}

/** The drive that a folder is in, as far as the user is its member and not only of a folder in it. */
export function useDriveOf(folder: Item | undefined): {
  readonly drive: TeamDrive | undefined;
  readonly isDrive: boolean;
} {
  const driveId = folder?.driveId ?? undefined;
  const { data } = useQuery({ ...drivesQuery, enabled: driveId !== undefined });
  const drive = data?.drives.find(({ id }) => id === driveId);
  // Until the drives are known, a folder in one is taken to be of a member.
  return { drive, isDrive: driveId !== undefined && (data === undefined || drive !== undefined) };
}

/** Follows what others change in the tree that is open, if it is not the user's own. `path`: from the topmost folder down. */
export function useFollowedTree(path: readonly Item[] | undefined, isDrive: boolean): void {
  const [top] = path ?? [];
  const isOthers = top !== undefined && top.role !== 'owner';
  const driveId = isOthers && isDrive ? (top.driveId ?? undefined) : undefined;
  const folderId = isOthers && driveId === undefined ? top.id : undefined;
  useEffect(() => {
    if (driveId !== undefined) return attachOnceLoaded(loadUpdates, ({ followTree }) => followTree({ driveId }));
    if (folderId !== undefined) return attachOnceLoaded(loadUpdates, ({ followTree }) => followTree({ folderId }));
    return undefined;
  }, [driveId, folderId]);
}
