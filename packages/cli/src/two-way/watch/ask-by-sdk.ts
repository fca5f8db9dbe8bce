import type { DriveClient } from '@drive/sdk';
import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import type { AskForChanges } from './remote-watch.ts';

export const askBySdk =
  ({ changes }: Pick<DriveClient, 'changes'>): AskForChanges =>
  async (cursor, waitSeconds, signal) => {
    try {
      const page = await changes.list({ cursor, limit: 1, wait: waitSeconds }, { signal, maxRetries: 0 });
      return page.changes.length > 0 ? undefined : page.cursor;
    } catch (error) {
      // The next run tells what is wrong.
      if (isDriveErrorOf(error, 'cursor_expired', 'authentication_required', 'expired_token')) return undefined;
      throw error;
    }
  };
