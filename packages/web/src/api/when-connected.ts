import { connection } from './connection.ts';
import { isUnreachable } from './is-unreachable.ts';

/**
 * Makes a change that may be made twice. If the server cannot be reached, the change waits and is made as soon as the server
 * answers again. `onWait` is called once, when the wait begins.
 */
export async function whenConnected<Result>(change: () => Promise<Result>, onWait: () => void): Promise<Result> {
  for (let hasWaited = false; ; hasWaited = true) {
    try {
      return await change();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      if (!hasWaited) onWait();
      const isBack = connection.back();
      connection.report(error);
      await isBack;
    }
  }
}
