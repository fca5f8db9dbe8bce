import type { DriveClient } from '@drive/sdk';
import { isDriveErrorOf } from '../../connection/describe-failure.ts';

/** Seconds that the server holds a request. */
const HELD_SECONDS = 50;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Resolves when something has changed on the server since the cursor, or the cursor says no more: by one held request after the
 * other. Goes on after a lost connection. Never rejects, and resolves to false if the signal is aborted.
 */
export async function waitForServer(
  client: Pick<DriveClient, 'changes'>,
  cursor: string,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  let at = cursor;
  for (let pause = FIRST_PAUSE_MS; !signal.aborted;) {
    try {
      const page = await client.changes.list({ cursor: at, limit: 1, wait: HELD_SECONDS }, { signal, maxRetries: 0 });
      if (page.changes.length > 0) return true;
      at = page.cursor;
      pause = FIRST_PAUSE_MS;
    } catch (error) {
      if (signal.aborted) return false;
      // The next run tells what is wrong.
      if (isDriveErrorOf(error, 'cursor_expired', 'authentication_required', 'expired_token')) return true;
      await sleep(pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
  return false;
}
