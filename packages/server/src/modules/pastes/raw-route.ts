import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { endpoints } from '@drive/contract';
import { findSessionCookie, type Router } from '../../platform/http/index.ts';
import type { Accounts } from '../accounts/index.ts';
import { contentDisposition, matchesEtag } from '../downloads/index.ts';
import type { LinkLock } from '../links/index.ts';
import type { PasteRow } from './paste-row.ts';
import type { PasteReading, Viewer } from './reading.ts';

export interface RawRouteDeps {
  readonly reading: PasteReading;
  readonly lock: LinkLock<PasteRow>;
  readonly accounts: Pick<Accounts, 'authenticateSession'>;
}

/** Whatever it holds, it is text, runs nothing, loads nothing and is nobody's origin. */
const headers = {
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  // Asked for again each time: it may have expired, or be locked for whoever is next at this browser.
  'cache-control': 'private, no-cache',
};

export function mountRawPastes(router: Router, { reading, lock, accounts }: RawRouteDeps): void {
  const findViewer = async (request: IncomingMessage): Promise<Viewer | undefined> => {
    const cookie = findSessionCookie(request);
    return cookie === undefined ? undefined : (await accounts.authenticateSession(cookie))?.caller;
  };

  router.mountBytes(endpoints.downloadPaste, async ({ params, request, response, clientNetwork }) => {
    const paste = await reading.open(params.token, clientNetwork, await findViewer(request));
    if (!paste.isOwn) lock.requireUnlocked(request, paste);
    const bytes = Buffer.from(await reading.contentOf(paste), 'utf8');
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    const head = {
      ...headers,
      etag,
      'content-disposition': contentDisposition('inline', `${paste.title ?? 'paste'}.txt`),
    };
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      response.writeHead(304, head).end();
      return;
    }
    response.writeHead(200, { ...head, 'content-length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  });
}
