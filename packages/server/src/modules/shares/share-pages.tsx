import type { Context } from 'hono';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { isDomainError } from '../../platform/errors.ts';
import { exchangeOf, type FeatureLimiter, type Router } from '../../platform/http/index.ts';
import { pageResponse } from '../../pages/layout.tsx';
import type { Accounts } from '../accounts/index.ts';
import type { Files } from '../files/index.ts';
import { shareUrl } from './descriptor.ts';
import { wantsBytes } from './command-line-fetcher.ts';
import { displayedName } from './displayed-name.ts';
import { requireOpenShare, shareNotFound } from './open-share.ts';
import { NoSharePage, SharePage, SharePreview } from './share-page.tsx';

export interface SharePagesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly featureLimiter: FeatureLimiter;
  readonly config: { readonly baseUrl: string };
}

/** The page of a share and the short way to it. */
export function mountSharePages(router: Router, deps: SharePagesDeps): void {
  const { database, accounts, files, featureLimiter } = deps;
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
      const share = await requireOpenShare(deps, database.reader, { token: context.req.param('token') ?? '' });
      if (share.kind !== 'file') throw shareNotFound();
      const downloadPath = `${basePath}/share/${share.token}/download`;
      if (wantsBytes(context.req.header('user-agent'), context.req.header('accept')))
        return context.redirect(downloadPath, 302);
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
          indexable: share.mode === 'PUBLIC',
          head: <SharePreview view={view} />,
        },
        <SharePage view={view} />,
      );
    } catch (error) {
      return closed(context, error);
    }
  });

  router.page('GET', '/s/{code}', async (context) => {
    const { clientNetwork } = exchangeOf(context);
    featureLimiter.take('shareResolve', clientNetwork);
    try {
      const share = await requireOpenShare(deps, database.reader, { shortCode: context.req.param('code') ?? '' });
      // The page that follows counts; only guessing counts here.
      featureLimiter.refund('shareResolve', clientNetwork);
      return context.redirect(shareUrl(baseUrl, share), 302);
    } catch (error) {
      return closed(context, error);
    }
  });
}
