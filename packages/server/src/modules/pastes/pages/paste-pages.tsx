import type { PublicPaste } from '@drive/contract';
import type { Context } from 'hono';
import { lockedPage, refusalPage } from '../../../pages/refusal-pages.tsx';
import { shortName } from '../../../pages/displayed-name.ts';
import { humanSize } from '../../../pages/human-size.ts';
import { pageResponse, type PageOptions } from '../../../pages/layout.tsx';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import { exchangeOf, readForm, type Router } from '../../../platform/http/index.ts';
import type { Accounts, BrowserSession } from '../../accounts/index.ts';
import type { LinkLock } from '../../links/index.ts';
import type { OwnPastes } from '../own-pastes.ts';
import { isIndexable, type PasteRow } from '../paste-row.ts';
import type { OpenPaste, PasteReading } from '../reading.ts';
import { refusals } from './closed-by.ts';
import { pasteCss } from './paste-css.ts';
import { PastePage, titleOf } from './paste-page.tsx';

export interface PastePagesDeps {
  readonly own: OwnPastes;
  readonly reading: PasteReading;
  readonly lock: LinkLock<PasteRow>;
  readonly accounts: Accounts;
  /** The path of the base URL without a slash at the end. */
  readonly basePath: string;
}

/** The page of a paste. It works without any script; nothing that only looks at it burns it. */
export function mountPastePages(router: Router, deps: PastePagesDeps): void {
  const { own, reading, lock, accounts, basePath } = deps;
  const tokenOf = (context: Context): string => context.req.param('token') ?? '';
  const pathOf = ({ token }: OpenPaste, rest = ''): string => `${basePath}/p/${token}${rest}`;
  const closed = (context: Context, error: unknown): Promise<Response> =>
    refusalPage(context, { basePath, refusals }, error);
  const locked = (context: Context, paste: OpenPaste, refused?: DomainError): Promise<Response> =>
    lockedPage(context, { basePath, action: pathOf(paste, '/unlock') }, refused);

  const open = async (context: Context) => {
    const visitor = await accounts.browserSessions.find(context);
    const paste = await reading.open(tokenOf(context), exchangeOf(context).clientNetwork, visitor?.caller);
    const isUnlocked = paste.isOwn || lock.isUnlocked(context, paste);
    return { visitor, paste, isUnlocked };
  };

  const shapeOf = (paste: OpenPaste, shown: PublicPaste): PageOptions => ({
    title: shortName(titleOf(shown)),
    basePath,
    wide: true,
    style: pasteCss,
    indexable: isIndexable(paste),
    head: paste.passwordHash === null && paste.mode !== 'PRIVATE' ? <LinkPreview paste={shown} /> : undefined,
  });

  const deletionOf = async (visitor: BrowserSession | undefined, paste: OpenPaste) =>
    visitor !== undefined && (await own.mayDelete(visitor.caller, paste))
      ? { path: pathOf(paste, '/delete'), xsrf: visitor.xsrfToken }
      : undefined;

  router.page('GET', '/p/{token}', async (context) => {
    try {
      const { visitor, paste, isUnlocked } = await open(context);
      if (!isUnlocked) return await locked(context, paste);
      const shown = await reading.describe(paste, true);
      return await pageResponse(
        context,
        shapeOf(paste, shown),
        <PastePage
          paste={shown}
          rawPath={paste.burns ? undefined : `${basePath}/files/pastes/${paste.token}/raw`}
          revealPath={paste.burns ? pathOf(paste, '/reveal') : undefined}
          deletion={await deletionOf(visitor, paste)}
        />,
      );
    } catch (error) {
      return closed(context, error);
    }
  });

  router.page('POST', '/p/{token}/unlock', async (context) => {
    const fields = await readForm(context);
    try {
      const { paste } = await open(context);
      try {
        await lock.unlock(context, paste, fields('password'));
        return context.redirect(pathOf(paste), 303);
      } catch (error) {
        if (!isDomainError(error, 'share_password_incorrect') && !isDomainError(error, 'too_many_requests'))
          throw error;
        return await locked(context, paste, error);
      }
    } catch (error) {
      return closed(context, error);
    }
  });

  router.page('POST', '/p/{token}/reveal', async (context) => {
    try {
      const { visitor, paste, isUnlocked } = await open(context);
      if (!isUnlocked) return await locked(context, paste);
      // Only to have it shown, which the page does anyway.
      if (!paste.burns) return context.redirect(pathOf(paste), 303);
      const shown = await reading.reveal(paste, visitor?.caller);
      return await pageResponse(context, shapeOf(paste, shown), <PastePage paste={shown} isBurned />);
    } catch (error) {
      return closed(context, error);
    }
  });

  router.page('POST', '/p/{token}/delete', async (context) => {
    const form = await accounts.browserSessions.readForm(context);
    if (form === undefined)
      throw new DomainError('access_denied', 'You are not signed in any more. Sign in and try again.');
    try {
      const { paste } = await open(context);
      await own.delete(form.visitor.caller, paste.id);
      return await pageResponse(
        context,
        { title: 'Deleted', basePath },
        <section class="card">
          <h1>Deleted</h1>
          <p>The paste is gone, and its link leads nowhere.</p>
          <p class="actions">
            <a class="button plain" href={`${basePath}/paste`}>
              Write another
            </a>
          </p>
        </section>,
      );
    } catch (error) {
      return closed(context, error);
    }
  });
}

/** What chats show of the link: of the content nothing, which is there to be opened. */
function LinkPreview({ paste }: { paste: PublicPaste }) {
  const { language, sizeBytes = 0, ownerName, burnAfterReading, url } = paste;
  const facts = [
    'Paste',
    language ?? '',
    humanSize(sizeBytes),
    burnAfterReading === true ? 'to be read once' : '',
    ownerName === null || ownerName === undefined ? '' : `by ${ownerName}`,
  ];
  const description = facts.filter((fact) => fact !== '').join(', ');
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Drive" />
      <meta property="og:title" content={shortName(titleOf(paste))} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta name="twitter:card" content="summary" />
    </>
  );
}
