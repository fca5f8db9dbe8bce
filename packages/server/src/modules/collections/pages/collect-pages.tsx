import type { Context } from 'hono';
import { mountAsset } from '../../../pages/assets.ts';
import { lockedPage, refusalPage } from '../../../pages/refusal-pages.tsx';
import { pageResponse } from '../../../pages/layout.tsx';
import { isDomainError, type DomainError } from '../../../platform/errors.ts';
import { exchangeOf, readForm, type Router } from '../../../platform/http/index.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { LinkLock } from '../../links/index.ts';
import type { Collecting, OpenCollection } from '../collecting.ts';
import type { CollectionRow } from '../collection-row.ts';
import { refusals } from './closed-by.ts';
import { collectPage, type CollectPageDeps } from './collect-page.tsx';

export interface CollectPagesDeps extends CollectPageDeps {
  readonly collecting: Collecting;
  readonly lock: LinkLock<CollectionRow>;
  readonly accounts: Accounts;
}

/** More than any sender sends at once: what a link says was sent is anybody's word. */
const mostSaidSent = 9999;

/** The page of a file request. It works without any script. */
export function mountCollectPages(router: Router, deps: CollectPagesDeps): void {
  const { collecting, lock, accounts, basePath, scripts } = deps;
  const tokenOf = (context: Context): string => context.req.param('token') ?? '';
  const pathOf = ({ token }: OpenCollection, rest = ''): string => `${basePath}/collect/${token}${rest}`;
  const closed = (context: Context, error: unknown): Promise<Response> =>
    refusalPage(context, { basePath, refusals }, error);
  const locked = (context: Context, collection: OpenCollection, refused?: DomainError): Promise<Response> =>
    lockedPage(context, { basePath, action: pathOf(collection, '/unlock') }, refused);

  mountAsset(router, scripts.collect);

  router.page('GET', '/collect/{token}', async (context) => {
    try {
      const collection = await collecting.open(tokenOf(context), exchangeOf(context).clientNetwork);
      if (!lock.isUnlocked(context, collection)) return await locked(context, collection);
      const visitor = await accounts.browserSessions.find(context);
      const { shape, content } = collectPage(deps, {
        collection: collecting.describe(collection, true),
        sent: Math.min(Number(/^\d{1,9}$/.exec(context.req.query('sent') ?? '')?.[0] ?? 0), mostSaidSent),
        receivedPath: visitor?.caller.userId === collection.ownerId ? pathOf(collection, '/received') : undefined,
      });
      return await pageResponse(context, shape, content);
    } catch (error) {
      return closed(context, error);
    }
  });

  router.page('POST', '/collect/{token}/unlock', async (context) => {
    const { clientNetwork } = exchangeOf(context);
    const fields = await readForm(context);
    try {
      const collection = await collecting.open(tokenOf(context), clientNetwork);
      try {
        await lock.unlock(context, collection, fields('password'));
        return context.redirect(pathOf(collection), 303);
      } catch (error) {
        if (!isDomainError(error, 'share_password_incorrect') && !isDomainError(error, 'too_many_requests'))
          throw error;
        return await locked(context, collection, error);
      }
    } catch (error) {
      return closed(context, error);
    }
  });
}
