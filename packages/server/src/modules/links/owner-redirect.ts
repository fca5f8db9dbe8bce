import type { BaseUrl } from '@drive/base';
import { type RefusalOptions, refusalPage, seeOther, toSignIn } from '@drive/pages';
import type { Context } from 'hono';
import type { Caller } from '../../platform/access/index.ts';
import type { Router } from '../../platform/http/index.ts';

export interface OwnerRedirect {
  /** Former address of the list of what came in: `/proof/{token}/selections`. */
  readonly path: `/${string}/{token}/${string}`;
  readonly baseUrl: BaseUrl;
  readonly accounts: {
    readonly browserSessions: { find(context: Context): Promise<{ readonly caller: Caller } | undefined> };
  };
  readonly refusals: RefusalOptions['refusals'];
  /** Path of the screen of the web app. Throws one of `refusals` if the link is not the user's. */
  findScreen(userId: number, token: string): Promise<`/app/${string}`>;
}

/**
 * Redirects the list, and each file in it, to the screen of the web app that shows the list. Visitors without a session
 * sign in first; other users get the page of an unknown link.
 */
export function mountOwnerRedirect(router: Router, { path, baseUrl, accounts, refusals, findScreen }: OwnerRedirect) {
  const redirect = async (context: Context): Promise<Response> => {
    const token = context.req.param('token') ?? '';
    const user = await accounts.browserSessions.find(context);
    if (user === undefined) return toSignIn(context, baseUrl.path, path.replace('{token}', encodeURIComponent(token)));
    try {
      return seeOther(context, baseUrl.path, await findScreen(user.caller.userId, token));
    } catch (error) {
      return refusalPage(context, { basePath: baseUrl.path, refusals }, error);
    }
  };
  router.page('GET', path, redirect);
  router.page('GET', `${path}/{fileId}`, redirect);
}
