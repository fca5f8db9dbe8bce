import { logoUrlPath, type Instance } from '@drive/branding';
import { exchangeOf } from '@drive/http-api';
import type { Context } from 'hono';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { appScreens } from './app-screens.ts';
import { cssOf } from './css.ts';
import { pageDirection, pageLanguage, t } from './language.ts';
import { pageHeaders, type PageHeaderOptions } from './page-headers.ts';

export interface PageUser {
  readonly email: string;
  readonly xsrfToken: string;
}

export interface PageOptions extends PageHeaderOptions {
  /** Shown in the browser tab, followed by the name of the drive. */
  readonly title: string;
  /** Path of the base URL without a slash at the end; may be empty. */
  readonly basePath: string;
  readonly status?: number;
  /** Shown at the top with a button to sign out. */
  readonly user?: PageUser | undefined;
  /** A column for reading (40rem) rather than for a form (28rem). */
  readonly wide?: boolean;
  /** Leaves out the style of forms, for long listings: a page has 30 KiB. */
  readonly isListing?: boolean;
  /** Further elements of the head: descriptions, link previews. */
  readonly head?: Child;
}

/** Distinguishes browsers from programs, which get JSON. */
export const acceptsHtml = (context: Context): boolean => (context.req.header('accept') ?? '').includes('text/html');

export async function pageResponse(context: Context, options: PageOptions, children: Child): Promise<Response> {
  const { html, headers } = await renderPage(exchangeOf(context).instance, options, children);
  return context.newResponse(html, (options.status ?? 200) as ContentfulStatusCode, headers);
}

export async function renderPage(
  instance: Instance,
  options: PageOptions,
  children: Child,
): Promise<{ readonly html: string; readonly headers: Record<string, string> }> {
  const html = await (
    <Page instance={instance} options={options}>
      {children}
    </Page>
  ).toString();
  const headers = pageHeaders(options, cssOf(instance, options.isListing));
  return { html: `<!doctype html>${html}`, headers };
}

interface PageProps {
  readonly instance: Instance;
  readonly options: PageOptions;
  readonly children?: Child;
}

function Page({ instance, options, children }: PageProps) {
  const { name, logo } = instance;
  const logoUrl = logo && `${options.basePath}${logoUrlPath(logo)}`;
  return (
    <html lang={pageLanguage()} dir={pageDirection()}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{options.title === name ? name : `${options.title} · ${name}`}</title>
        <link rel="icon" href={logoUrl ?? iconUrl} />
        {options.head}
        <style>{raw(cssOf(instance, options.isListing).text)}</style>
        {options.style !== undefined && <style>{raw(options.style.text)}</style>}
        {options.scripts?.map((path) => (
          <script type="module" src={`${options.basePath}${path}`}></script>
        ))}
        {options.embedded !== undefined && <script src={options.embedded.script} async defer></script>}
      </head>
      <body class={options.wide === true ? 'wide' : undefined}>
        <a class="skip" href="#content">
          {t('Skip to the content')}
        </a>
        <header class="top">
          <a class="brand" href={`${options.basePath}/`}>
            {logoUrl === undefined ? <Mark /> : <img src={logoUrl} alt="" />}
            <span>{name}</span>
          </a>
          {options.user !== undefined && <SignedInAs user={options.user} basePath={options.basePath} />}
        </header>
        <main id="content">{children}</main>
      </body>
    </html>
  );
}

function SignedInAs({ user, basePath }: { user: PageUser; basePath: string }) {
  return (
    <form class="who" method="post" action={`${basePath}/sign-out`}>
      <a href={`${basePath}${appScreens.account}`} title={user.email}>
        {user.email}
      </a>
      <input type="hidden" name="xsrf" value={user.xsrfToken} />
      <button class="button plain slim" type="submit">
        {t('Sign out')}
      </button>
    </form>
  );
}

const folder =
  'M3 7.5A2.5 2.5 0 0 1 5.5 5h3.6l2 2.2h7.4A2.5 2.5 0 0 1 21 9.7v7.8a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 17.5z';
const arrow = 'M12 17v-6m-2.6 2.4L12 10.8l2.6 2.6';

/** The product's mark: a folder with an arrow into it. */
function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path fill="currentColor" d={folder} />
      <path
        fill="none"
        stroke="var(--card)"
        stroke-width="1.8"
        stroke-linecap="round"
        stroke-linejoin="round"
        d={arrow}
      />
    </svg>
  );
}

const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#14857f" d="${folder}"/><path fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" d="${arrow}"/></svg>`;

/** The mark as the tab's icon, inline to save a request. Encodes only what a URL or an attribute cannot hold: each page has it. */
const iconUrl = `data:image/svg+xml,${iconSvg.replaceAll(/[<>"#]/g, encodeURIComponent)}`;

/** Responds with a page of one card below its title, and optionally a line of links below the card. */
export function cardPage(context: Context, page: PageOptions, card: Child, below?: Child): Promise<Response> {
  return pageResponse(
    context,
    page,
    <>
      <section class="card">
        <h1>{page.title}</h1>
        {card}
      </section>
      {below !== undefined && below !== false && <p class="below">{below}</p>}
    </>,
  );
}
