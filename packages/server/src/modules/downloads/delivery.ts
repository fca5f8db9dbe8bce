import type { ServerResponse } from 'node:http';
import type { Delivery } from '@drive/http-api';
import { acknowledgements } from '@drive/node-http';
import type { DownloadSlot } from '../shares/index.ts';

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
