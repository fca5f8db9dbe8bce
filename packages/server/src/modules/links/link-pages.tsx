import type { BaseUrl } from '@drive/base';
import { lockedPage, refusalPage, type RefusalOptions } from '@drive/pages';
import type { Context } from 'hono';
import { isDomainError } from '../../platform/errors.ts';
import { readForm, type FormFields, type PageRouter, type Router } from '../../platform/http/index.ts';
import { withoutAutomatedVisits } from './automated-visits.ts';
import type { LinkLock, LockableLink } from './link-lock.ts';

export interface LinkPage<Link extends LockableLink> {
  /** Path prefix of its pages, followed by the token: `/proof`. */
  readonly path: `/${string}`;
  readonly baseUrl: BaseUrl;
  readonly refusals: RefusalOptions['refusals'];
  readonly lock: LinkLock<Link>;
  /** Finds the link of the token for this visitor, locked or not. Throws one of `refusals` if there is none. */
  open(context: Context, token: string): Promise<Link>;
  render(context: Context, link: Link): Promise<Response>;
}

export interface LinkPages<Link> {
  /** Path of a page of the link, as in an `href`. */
  pathOf(link: { readonly token: string }, rest?: string): string;
  /** Mounts further pages below `{path}/{token}/`; automated visits get the page of the link instead. */
  readonly below: PageRouter;
  /** Mounts `POST {path}/{token}/{action}`. `handle` is called if the link is unlocked. */
  mountAction(
    action: string,
    handle: (context: Context, link: Link, fields: FormFields) => Promise<Response>,
    options?: { readonly hasFields?: boolean },
  ): void;
}

/** `GET {path}/{token}`, the form that unlocks it, and the pages of a locked or refused link. Works without scripts. */
export function mountLinkPage<Link extends LockableLink>(router: Router, page: LinkPage<Link>): LinkPages<Link> {
  const { path, baseUrl, refusals, lock, open, render } = page;
  const basePath = baseUrl.path;
  const pathOf = ({ token }: { readonly token: string }, rest = ''): string => `${basePath}${path}/${token}${rest}`;

  const opened = async (context: Context, show: (link: Link) => Promise<Response>): Promise<Response> => {
    try {
      return await show(await open(context, context.req.param('token') ?? ''));
    } catch (error) {
      return refusalPage(context, { basePath, refusals }, error);
    }
  };
  const unlocked = (context: Context, show: (link: Link) => Promise<Response>): Promise<Response> =>
    opened(context, (link) =>
      lock.isUnlocked(context, link) ? show(link) : lockedPage(context, { basePath, action: pathOf(link, '/unlock') }),
    );

  const showLink = (context: Context): Promise<Response> => unlocked(context, (link) => render(context, link));
  const below = withoutAutomatedVisits(router, path, showLink);

  router.page('GET', `${path}/{token}`, showLink);

  below.page('POST', `${path}/{token}/unlock`, async (context) => {
    const fields = await readForm(context);
    return opened(context, async (link) => {
      try {
        await lock.unlock(context, link, fields('password'));
        return context.redirect(pathOf(link), 303);
      } catch (error) {
        if (!isDomainError(error, 'share_password_incorrect') && !isDomainError(error, 'too_many_requests'))
          throw error;
        return lockedPage(context, { basePath, action: pathOf(link, '/unlock') }, error);
      }
    });
  });

  return {
    pathOf,
    below,
    mountAction: (action, handle, { hasFields = true } = {}) =>
      below.page('POST', `${path}/{token}/${action}`, async (context) => {
        const fields = hasFields ? await readForm(context) : noFields;
        return unlocked(context, (link) => handle(context, link, fields));
      }),
  };
}

const noFields: FormFields = Object.assign(() => '', { all: () => [] });
