import { notify } from '../ui/notices.ts';
import { connection } from './connection.ts';
import { isUnreachable } from './is-unreachable.ts';

/** Maximum number of times that the change waits: a proxy may refuse it although the server answers. */
const mostWaits = 5;

/**
 * Makes a change that may be made twice. If the server cannot be reached, the change waits and is made as soon as the server
 * answers again; a notice says so meanwhile (`waiting`).
 */
export async function whenConnected<Result>(change: () => Promise<Result>, waiting: string): Promise<Result> {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  try {
    for (let waits = 0; ; waits += 1) {
      try {
        return await change();
      } catch (error) {
        if (waits === mostWaits || !isUnreachable(error)) throw error;
        if (waits === 0) notify({ kind: 'bad', text: waiting, until });
        const isBack = connection.back();
        connection.report(error);
        await isBack;
      }
    }
  } finally {
    resolve();
  }
}
