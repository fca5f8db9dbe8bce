import { isTemporaryStatus } from '../../shell/exit-code.ts';

/** Seconds that the server holds a request. */
const HELD_SECONDS = 50;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Asks the server for the changes after a cursor, and waits this long for one. Returns the next cursor, or undefined if a run has to look:
 * for changes, or for what is wrong. Throws if the server can't be asked now.
 */
export type AskForChanges = (cursor: string, waitSeconds: number, signal: AbortSignal) => Promise<string | undefined>;

/** Whether the server would refuse each further request for changes. `code` is that of its response; a proxy before it sends none. */
export const isRefusal = (status: number | undefined, code: unknown): boolean =>
  status !== undefined && status >= 400 && !isTemporaryStatus(status) && typeof code === 'string';

/**
 * Resolves when something has changed on the server since the cursor, or the cursor says no more: by one held request after the
 * other. Goes on after a lost connection. Never rejects, and resolves to false if the signal is aborted.
 */
export async function waitForServer(
  ask: AskForChanges,
  cursor: string,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  let at = cursor;
  for (let pause = FIRST_PAUSE_MS; !signal.aborted;) {
    try {
      const next = await ask(at, HELD_SECONDS, signal);
      if (next === undefined) return true;
      at = next;
      pause = FIRST_PAUSE_MS;
    } catch {
      await sleep(pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
  return false;
}
