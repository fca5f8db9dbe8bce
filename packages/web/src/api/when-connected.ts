import { notify } from '../ui/notices.ts';
import { connection } from './connection.ts';
import { isUnreachable } from './error-text.ts';

/** Maximum number of times that the change waits: a proxy may refuse it although the server answers. */
const mostWaits = 5;

/** Changes that wait now, and what ends the one notice about all of them: more notices would push others out. */
let waitingCount = 0;
let noWaiting = Promise.withResolvers<void>();

function beginWaiting(waiting: string): void {
  waitingCount += 1;
  if (waitingCount === 1) notify({ kind: 'bad', text: waiting, until: noWaiting.promise });
}

function endWaiting(): void {
  waitingCount -= 1;
  if (waitingCount > 0) return;
  noWaiting.resolve();
  noWaiting = Promise.withResolvers();
}

/**
 * Makes a change that may be made twice. If the server cannot be reached, the change waits and is made as soon as the server
 * answers again; a notice says so meanwhile (`waiting`).
 */
export async function whenConnected<Result>(change: () => Promise<Result>, waiting: string): Promise<Result> {
  let waits = 0;
  try {
    for (;;) {
      try {
        return await change();
      } catch (error) {
        if (waits === mostWaits || !isUnreachable(error)) throw error;
        if (waits === 0) beginWaiting(waiting);
        waits += 1;
        const isBack = connection.back();
        connection.report(error);
        await isBack;
      }
    }
  } finally {
    if (waits > 0) endWaiting();
  }
}
