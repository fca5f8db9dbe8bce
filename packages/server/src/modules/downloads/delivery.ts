import type { ServerResponse } from 'node:http';
import { acknowledgements } from '@drive/node-http';
import type { DownloadSlot } from '../shares/index.ts';
import type { Delivery } from './send-content.ts';

/** Call before the head of the response is written. With a limit it counts what the client takes, not what the system does. */
export function deliveryOf(slot: DownloadSlot, hasLastByte: boolean, response: ServerResponse): Delivery {
  if (!slot.isLimited) return { complete: () => slot.complete(hasLastByte), end: slot.release };
  const watch = acknowledgements.watch(response);
  let isSent = false;
  return {
    complete: async () => {
      isSent = true;
      await slot.complete(hasLastByte, watch.outcome);
    },
    end: async (sentBytes) => {
      if (!isSent) watch.cancel();
      await slot.release(sentBytes);
    },
  };
}
