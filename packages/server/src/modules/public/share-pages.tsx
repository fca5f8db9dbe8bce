import type { Context } from 'hono';
import { isDomainError } from '../../platform/errors.ts';
import { exchangeOf, type Router } from '../../platform/http/index.ts';
import { pageResponse } from '../../pages/layout.tsx';
import { shareUrl } from '../shares/index.ts';
import { wantsBytes } from './command-line-fetcher.ts';
import { displayedName } from './displayed-name.ts';
import { isIndexable } from './public-share.ts';
import type { PublicDeps, PublicFace } from './routes.ts';
import { NoSharePage, SharePage, SharePreview } from './share-page.tsx';
import type { Visitors } from './visitor.ts';

/** The page of a share and the short way to it. */
export function mountSharePages(router: Router, deps: PublicDeps, face: PublicFace, visitors: Visitors): void {
  const { database, accounts, files, shares, featureLimiter } = deps;
  const { baseUrl } = deps.config;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');

  /** For people a page of its own; for programs the envelope that follows from the error. */
  const closed = (context: Context, error: unknown): Promise<Response> => {
    const expired = isDomainError(error, 'share_expired');
    if (!expired && !isDomainError(error, 'share_not_found')) throw error;
    if (!(context.req.header('accept') ?? '').includes('text/html')) throw error;
    const title = expired ? 'This link has expired' : 'This link leads nowhere';
    return pageResponse(context, { title, basePath, status: expired ? 410 : 404 }, <NoSharePage expired={expired} />);
  };

  router.page('GET', '/share/{token}', async (context) => {
    featureLimiter.take('shareResolve', exchangeOf(context).clientNetwork);
    try {
      const share = await shares.requireOpenShare(database.reader, { token: context.req.param('token') ?? '' });
      const visitor = await visitors.requireUnlocked(context, share);
      const downloadPath = `${basePath}/share/${share.token}/download`;
      if (wantsBytes(context.req.header('user-agent'), context.req.header('accept')))
        return context.redirect(downloadPath, 302);
      if (share.kind !== 'file') throw new Error('no page yet');
      if (visitor.isPerson) await shares.visits.opened(share, visitor.recipient);
      const owner = await accounts.findUser(database.reader, share.ownerId);
      const view = {
        name: share.item.name,
        sizeBytes: share.item.sizeBytes,
        contentKind: files.toItem(share.item).contentKind,
        mimeType: share.item.mimeType,
        expiresAt: share.expiresAt,
        ownerName: owner?.name ?? null,
        url: shareUrl(baseUrl, share),
        downloadPath,
      };
      return await pageResponse(
        context,
        {
          title: displayedName(view.name),
          basePath,
          indexable: isIndexable(share),
          head: <SharePreview view={view} />,
        },
        <SharePage view={view} />,
      );
    } catch (error) {
      return closed(context, error);
    }
  });

  /** What a download button leads to; the address is made when it is wanted, so the page may stay open. */
  router.page('GET', '/share/{token}/download', async (context) => {
    const share = await face.open(context.req.param('token') ?? '', exchangeOf(context).clientNetwork);
    const visitor = await visitors.requireUnlocked(context, share);
    const file = await face.requireFile(share, context.req.query('file'));
    return context.redirect(face.addressOf(share, file, visitor, false), 302);
  });

  router.page('GET', '/s/{code}', async (context) => {
    const { clientNetwork } = exchangeOf(context);
    featureLimiter.take('shareResolve', clientNetwork);
    try {
      const share = await shares.requireOpenShare(database.reader, { shortCode: context.req.param('code') ?? '' });
      // The page that follows counts; only guessing counts here.
      featureLimiter.refund('shareResolve', clientNetwork);
      return context.redirect(shareUrl(baseUrl, share), 302);
    } catch (error) {
      return closed(context, error);
    }
  });
}
