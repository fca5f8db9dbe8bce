import { errorStatus, limits } from '@drive/contract';
import type { Context } from 'hono';
import { answerClosed } from '../../../pages/closed-page.tsx';
import { LockedPage } from '../../../pages/locked-page.tsx';
import { requireOwnOrigin } from '../../../pages/own-origin.ts';
import { pageResponse } from '../../../pages/layout.tsx';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import { exchangeOf, readForm, type Router } from '../../../platform/http/index.ts';
import type { OpenCollection } from '../collecting.ts';
import { CollectPage } from './collect-page.tsx';
import { formPath, mountCollectForm, type CollectFormDeps } from './form-route.tsx';

export type CollectPagesDeps = Omit<CollectFormDeps, 'basePath'>;

/** In place of what can't be had. */
const closedBy = {
  collection_not_found: {
    title: 'There is nothing here',
    text: 'This link is wrong, or whoever asked for files has closed it.',
  },
  collection_expired: { title: 'This file request has ended', text: 'Ask whoever sent you the link for a new one.' },
} as const;

/** The page of a file request. It works without any script. */
export function mountCollectPages(router: Router, deps: CollectPagesDeps): void {
  const { collecting, lock, cookies, config } = deps;
  const basePath = new URL(config.baseUrl).pathname.replace(/\/$/, '');
  const tokenOf = (context: Context): string => context.req.param('token') ?? '';
  const pathOf = ({ token }: OpenCollection, rest = ''): string => `${basePath}/collect/${token}${rest}`;

  const locked = (context: Context, collection: OpenCollection, refused?: DomainError): Promise<Response> => {
    const error = refused?.code === 'share_password_incorrect' ? 'This is not the password.' : refused?.message;
    return pageResponse(
      context,
      { title: 'Password needed', basePath, status: refused === undefined ? 401 : errorStatus[refused.code] },
      <LockedPage action={pathOf(collection, '/unlock')} error={error} />,
    );
  };

  router.page('GET', '/collect/{token}', async (context) => {
    try {
      const collection = await collecting.open(tokenOf(context), exchangeOf(context).clientNetwork);
      if (!lock.isUnlocked(collection, cookies.grantsOf(context, collection.token)))
        return await locked(context, collection);
      const sent = Number.parseInt(context.req.query('sent') ?? '0', 10) || 0;
      return await pageResponse(
        context,
        { title: collection.name, basePath },
        <CollectPage
          collection={collecting.describe(collection, true)}
          action={`${basePath}${formPath}/${collection.token}`}
          mostFiles={limits.collectionFormFiles}
          sent={Math.min(Math.max(sent, 0), limits.collectionFormFiles)}
        />,
      );
    } catch (error) {
      return answerClosed(context, basePath, closedBy, error);
    }
  });

  router.page('POST', '/collect/{token}/unlock', async (context) => {
    requireOwnOrigin(context, config.baseUrl);
    const { clientNetwork } = exchangeOf(context);
    const fields = await readForm(context);
    try {
      const collection = await collecting.open(tokenOf(context), clientNetwork);
      try {
        const grant = await lock.unlock(collection, fields('password'), clientNetwork);
        cookies.keep(context, collection.token, grant.unlockToken);
        return context.redirect(pathOf(collection), 303);
      } catch (error) {
        if (!isDomainError(error, 'share_password_incorrect') && !isDomainError(error, 'too_many_requests'))
          throw error;
        return await locked(context, collection, error);
      }
    } catch (error) {
      return answerClosed(context, basePath, closedBy, error);
    }
  });

  mountCollectForm(router, { ...deps, basePath });
}
