import type { BaseUrl } from '@drive/base';
import { limits } from '@drive/contract';
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { pageResponse, type PageOptions, type PageUser } from '../../pages/layout.tsx';
import { toSignIn } from '../../pages/own-path.ts';
import { pageNumber, type PagerProps } from '../../pages/pager.tsx';
import { refusalPage, type RefusalOptions } from '../../pages/refusal-pages.tsx';
import type { Caller } from '../../platform/access/index.ts';
import { pageQuery, pageText, type Router } from '../../platform/http/index.ts';

export interface LinkOwnerPages {
  /** `/proof/{token}/selections` */
  readonly path: `/${string}/{token}/${string}`;
  readonly refusals: RefusalOptions['refusals'];
  /** Renders the list of received data. Throws one of `refusals` if the link is not the user's. */
  render(view: {
    readonly userId: number;
    readonly token: string;
    readonly page: number;
    pathOfFile(fileId: string): string;
    pagerOf(totalPages: number): PagerProps;
  }): Promise<{ readonly options: Omit<PageOptions, 'basePath' | 'user'>; readonly content: Child }>;
}

export interface LinkOwnerPagesDeps {
  readonly baseUrl: BaseUrl;
  readonly accounts: {
    readonly browserSessions: { find(context: Context): Promise<(PageUser & { readonly caller: Caller }) | undefined> };
  };
  readonly downloads: { signOwnFile(userId: number, fileId: string): Promise<string> };
}

const pageParameters = pageQuery({ page: pageText(limits.codeCharacters) });

/** Visitors without a session are redirected to sign in; other users get the page of an unknown link. */
export function mountLinkOwnerPages(
  router: Router,
  { baseUrl, accounts: { browserSessions }, downloads }: LinkOwnerPagesDeps,
  { path: pattern, refusals, render }: LinkOwnerPages,
): void {
  const basePath = baseUrl.path;
  const tokenOf = (context: Context): string => context.req.param('token') ?? '';
  const pathOf = (context: Context) => pattern.replace('{token}', encodeURIComponent(tokenOf(context))) as `/${string}`;
  const signIn = (context: Context): Response => toSignIn(context, basePath, pathOf(context));

  router.page('GET', pattern, async (context) => {
    const user = await browserSessions.find(context);
    if (user === undefined) return signIn(context);
    const page = pageNumber(pageParameters.of(context).page);
    const path = `${basePath}${pathOf(context)}`;
    try {
      const { options, content } = await render({
        userId: user.caller.userId,
        token: tokenOf(context),
        page,
        pathOfFile: (fileId) => `${path}/${fileId}`,
        pagerOf: (totalPages) => ({ page, totalPages, pathOfPage: (to) => `${path}?page=${to}` }),
      });
      return await pageResponse(context, { ...options, basePath, user, wide: true }, content);
    } catch (error) {
      return refusalPage(context, { basePath, refusals }, error);
    }
  });

  router.page(
    'GET',
    `${pattern}/{fileId}`,
    async (context) => {
      const user = await browserSessions.find(context);
      if (user === undefined) return signIn(context);
      try {
        return context.redirect(
          await downloads.signOwnFile(user.caller.userId, context.req.param('fileId') ?? ''),
          302,
        );
      } catch (error) {
        return refusalPage(context, { basePath, refusals, back: `${basePath}${pathOf(context)}` }, error);
      }
    },
    { countsIn: 'files' },
  );
}
