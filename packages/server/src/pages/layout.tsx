import type { Context } from 'hono';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { css, type Style } from './css.ts';
import { Mark, iconAddress } from './mark.tsx';

/** Whoever the page is shown to, where that is known. */
export interface PageUser {
  readonly email: string;
  readonly xsrfToken: string;
}

export interface PageShape {
  /** Also the browser tab's, followed by the product's name. */
  readonly title: string;
  /** The path of the base URL without a slash at the end; empty where there is none. */
  readonly basePath: string;
  /** Default 200. */
  readonly status?: number;
  /** Shown at the top with a way to sign out. */
  readonly user?: PageUser | undefined;
  /** A column for reading (40rem) rather than for a form (28rem). */
  readonly wide?: boolean;
  /** More than what all pages have. */
  readonly style?: Style;
  /** Search engines may list the page. Default no. */
  readonly indexable?: boolean;
  /** More for the head: descriptions, link previews. */
  readonly head?: Child;
  /** Default `no-store`: most pages show something that belongs to one person. */
  readonly cacheControl?: string;
  /** Modules the page runs: paths of assets, below the base URL. A page has to work, or say what to do, without them. */
  readonly scripts?: readonly string[];
  /** A service of somebody else that the page has in it. */
  readonly embedded?: EmbeddedService | undefined;
}

export interface EmbeddedService {
  readonly script: string;
  /** Where its script, its frames, its styles and what it asks for come from. */
  readonly origins: readonly string[];
}

/** No script but the page's own, no frame, nothing from another host; forms go to this server only. */
function contentSecurityPolicy({ scripts = [], embedded, style }: PageShape): string {
  const origins = embedded?.origins.join(' ') ?? '';
  const runs = scripts.length > 0 || embedded !== undefined;
  return [
    "default-src 'none'",
    ['style-src', css.hash, style?.hash ?? '', origins].filter((part) => part !== '').join(' '),
    "img-src 'self' data:",
    ...(runs ? [`script-src 'self' ${origins}`.trimEnd(), `connect-src 'self' ${origins}`.trimEnd()] : []),
    ...(embedded === undefined ? [] : [`frame-src ${origins}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Rather than for a program, which gets data. */
export const isForPeople = (context: Context): boolean => (context.req.header('accept') ?? '').includes('text/html');

/** Answers with a whole page. The children are the content of `<main>`. */
export async function pageResponse(context: Context, shape: PageShape, children: Child): Promise<Response> {
  const { html, headers } = await renderPage(shape, children);
  return context.newResponse(html, (shape.status ?? 200) as ContentfulStatusCode, headers);
}

/** The same for an answer that is written without Hono. */
export async function renderPage(
  shape: PageShape,
  children: Child,
): Promise<{ readonly html: string; readonly headers: Record<string, string> }> {
  const html = await (<Page shape={shape}>{children}</Page>).toString();
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(shape),
    'X-Content-Type-Options': 'nosniff',
    // Not `no-referrer`: browsers would then send `Origin: null` with our own forms, which are told apart by it.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': shape.cacheControl ?? 'no-store',
  };
  if (shape.indexable === true) headers['X-Robots-Tag'] = 'all';
  return { html: `<!doctype html>${html}`, headers };
}

function Page({ shape, children }: { shape: PageShape; children?: Child }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{shape.title === 'Drive' ? 'Drive' : `${shape.title} · Drive`}</title>
        <link rel="icon" href={iconAddress} />
        {shape.head}
        <style>{raw(css.text)}</style>
        {shape.style !== undefined && <style>{raw(shape.style.text)}</style>}
        {shape.scripts?.map((path) => (
          <script type="module" src={`${shape.basePath}${path}`}></script>
        ))}
        {shape.embedded !== undefined && <script src={shape.embedded.script} async defer></script>}
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <header class="top">
          <a class="brand" href={`${shape.basePath}/`}>
            <Mark />
            Drive
          </a>
          {shape.user !== undefined && <SignedInAs user={shape.user} basePath={shape.basePath} />}
        </header>
        <main id="content" class={shape.wide === true ? 'wide' : undefined}>
          {children}
        </main>
      </body>
    </html>
  );
}

function SignedInAs({ user, basePath }: { user: PageUser; basePath: string }) {
  return (
    <form class="who" method="post" action={`${basePath}/sign-out`}>
      <a href={`${basePath}/account`} title={user.email}>
        {user.email}
      </a>
      <input type="hidden" name="xsrf" value={user.xsrfToken} />
      <button class="button plain slim" type="submit">
        Sign out
      </button>
    </form>
  );
}
