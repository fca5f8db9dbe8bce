import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { declaration } from './dav-error.ts';

export interface MultiStatus {
  /** Appends `DAV:response` elements. Resolves when there is room for more; false if the client has disconnected. */
  write(responses: string): Promise<boolean>;
  end(): Promise<void>;
}

/** Headers are sent with the first part, so that an earlier failure still gets an error response. */
export function openMultiStatus(response: ServerResponse): MultiStatus {
  let hasBegun = false;
  return {
    write: async (responses) => {
      if (response.destroyed) return false;
      if (!hasBegun) {
        hasBegun = true;
        response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' });
        response.write(`${declaration}<D:multistatus xmlns:D="DAV:">`);
      }
      if (!response.write(responses)) {
        const closed = new AbortController();
        const abort = (): void => closed.abort();
        response.once('close', abort);
        await once(response, 'drain', { signal: closed.signal }).catch(() => undefined);
        response.off('close', abort);
      }
      return !response.destroyed;
    },
    end: async () => {
      response.end('</D:multistatus>');
    },
  };
}
