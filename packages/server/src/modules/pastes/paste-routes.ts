import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { BlobReader } from '@drive/blobs';
import { endpoints } from '@drive/contract';
import { BlobBody, contentDisposition, sendContent, type Content } from '@drive/http-api';
import { DomainError } from '../../platform/errors.ts';
import { findSessionCookie, type Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Guests } from '../guests/index.ts';
import { isAutomated, type LinkLock } from '../links/index.ts';
import type { PasteOwner } from './paste-owner.ts';
import type { OpenPaste, PasteVisitor, Viewer } from './paste-visitor.ts';

export interface PasteServices {
  readonly owner: PasteOwner;
  readonly visitor: PasteVisitor;
  /** Never locked for its owner. */
  readonly lock: LinkLock<OpenPaste>;
}

export function mountPasteRoutes(
  router: Router,
  { owner, visitor, lock, guests }: PasteServices & { readonly guests: Pick<Guests, 'requireOn'> },
): void {
  router.mount(
    endpoints.createPaste,
    ({ caller, body, clientNetwork, remember }) =>
      owner.create(
        caller === undefined ? { captchaToken: body.captchaToken ?? '', clientNetwork } : { caller },
        body,
        remember,
      ),
    { beforeBody: (caller) => (caller === undefined ? guests.requireOn() : undefined) },
  );
  router.mount(endpoints.listPastes, ({ caller, query }) => owner.list(caller.userId, query));
  router.mount(endpoints.getPaste, ({ caller, params }) => owner.get(caller.userId, params.id));
  router.mount(endpoints.deletePaste, ({ caller, params }) => owner.delete(caller, params.id));

  router.mount(endpoints.resolvePaste, async ({ params, caller, context, clientNetwork }) => {
    const paste = await visitor.open(params.token, clientNetwork, caller);
    return visitor.describe(paste, lock.isUnlocked(context, paste));
  });
  router.mount(endpoints.unlockPaste, async ({ params, body, context, clientNetwork }) =>
    lock.unlock(context, await visitor.open(params.token, clientNetwork, undefined), body.password),
  );
  router.mount(endpoints.revealPaste, async ({ params, caller, context, clientNetwork }) => {
    const paste = await visitor.open(params.token, clientNetwork, caller);
    lock.requireUnlocked(context, paste);
    if (caller === undefined && isAutomated(context))
      throw new DomainError(
        'access_denied',
        'Crawlers and link previews cannot reveal a paste. Open its page instead.',
      );
    return visitor.reveal(paste, caller);
  });
}

/** Browsers treat every content as text: they run and load nothing of it and give it no origin. */
const rawHeaders = {
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  // Revalidated each time: it may have expired, or be locked for the next user of the browser.
  'cache-control': 'private, no-cache',
};

export function mountRawPastes(
  router: Router,
  {
    visitor,
    lock,
    accounts,
    clock,
  }: PasteServices & Pick<Ports, 'clock'> & { readonly accounts: Pick<Accounts, 'authenticateSession'> },
): void {
  const findViewer = async (request: IncomingMessage): Promise<Viewer | undefined> => {
    const cookie = findSessionCookie(request);
    return cookie === undefined ? undefined : (await accounts.authenticateSession(cookie))?.caller;
  };

  const find = async (token: string, clientNetwork: string, request: IncomingMessage): Promise<Content> => {
    const paste = await visitor.open(token, clientNetwork, await findViewer(request));
    lock.requireUnlocked(request, paste);
    const bytes = Buffer.from(await visitor.contentOf(paste), 'utf8');
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    return {
      key: etag,
      validators: { etag, lastModified: paste.createdAt },
      headers: {
        ...rawHeaders,
        'content-disposition': contentDisposition('inline', `${paste.title ?? 'paste'}.txt`),
      },
      bytes: bytes.length,
      check: async () => bytes.length,
      open: async (range) => new BlobBody(readerOf(bytes), range),
    };
  };

  router.mountBytes(endpoints.downloadPaste, ({ params, request, response, clientNetwork }) =>
    sendContent(clock, request, response, () => find(params.token, clientNetwork, request)),
  );
}

const readerOf = (bytes: Buffer): BlobReader => ({
  bytes: bytes.length,
  read: async (into, position) => bytes.copy(into, 0, position, position + into.length),
  close: async () => undefined,
});
