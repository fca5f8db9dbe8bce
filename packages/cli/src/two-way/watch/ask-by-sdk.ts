import type { DriveClient } from '@drive/sdk';
import { isDriveError } from '../../connection/describe-failure.ts';
import { type AskForChanges, isRefusal } from './remote-watch.ts';

/** `folderId`: the folder whose feed is read; undefined: all of the user's own. */
export const askBySdk =
  ({ changes }: Pick<DriveClient, 'changes'>, folderId: () => string | undefined): AskForChanges =>
  async (cursor, waitSeconds, signal) => {
    try {
      const page = await changes.list(
        { folderId: folderId(), cursor, limit: 1, wait: waitSeconds },
        { signal, maxRetries: 0 },
      );
      return page.changes.length > 0 ? undefined : page.cursor;
    } catch (error) {
      // The next run tells what is wrong.
      if (isDriveError(error) && error.code !== 'unexpected_answer' && isRefusal(error.status, error.code))
        return undefined;
      throw error;
    }
  };
