import { logoPath, logoUrlPath, type Instance, type Logo } from '@drive/branding';
import { accentTokens, productAccent } from '@drive/design-tokens';
import { evaluatePreconditions } from '@drive/node-http';
import { appScreens, cardPage, seeOther, toSignIn } from '@drive/pages';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { DomainError } from '../../platform/errors.ts';
import { incomingOf, type Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { etagOf, openWebFiles, type Encoding, type WebFile } from './web-files.ts';

export interface WebAppDeps extends Pick<Ports, 'baseUrl' | 'instance'> {
  readonly accounts: Accounts;
  /** Origin of signed inline URLs, if it is not the server's own. */
  readonly config: {
    readonly contentUrl: string | undefined;
    /** Origin of the object storage, if pages send uploads to it. */
    readonly storageOrigin: string | undefined;
  };
}

export class WebApp {
  readonly #deps: WebAppDeps;
  readonly #basePath: string;
  readonly #files = openWebFiles();
  readonly #policy: string;
  #made: Look | undefined;
  /** Script of share pages, which the same build contains. */
  readonly pageScript: `/app/${string}` | undefined;

  constructor(deps: WebAppDeps) {
    this.#deps = deps;
    this.#basePath = deps.baseUrl.path;
    this.#policy = contentSecurityPolicy(deps.config);
    const pageScript = this.#files?.names().find((name) => /^assets\/share-page-[^/]+\.js$/.test(name));
    this.pageScript = pageScript === undefined ? undefined : `/app/${pageScript}`;
  }

  routes(router: Router): void {
    const { instance } = this.#deps;
    router.page(
      'GET',
      '/app/assets/:name',
      (context) =>
        this.#sendFile(context, `assets/${context.req.param('name')}`, 'public, max-age=31536000, immutable'),
      { countsIn: 'none' },
    );
    for (const [name, cacheControl] of Object.entries(plainFiles))
      router.page('GET', `/app/${name}`, (context) => this.#sendFile(context, name, cacheControl), {
        countsIn: 'none',
      });
    router.page(
      'GET',
      '/app/app.webmanifest',
      (context) => {
        const { manifest } = this.#look();
        return this.#sendOwn(context, 'application/manifest+json', manifest, etagOf(manifest));
      },
      { countsIn: 'none' },
    );
    router.page(
      'GET',
      logoPath,
      (context) =>
        this.#sendOwn(context, instance.logo?.contentType ?? '', instance.logo?.bytes, instance.logo?.etag ?? ''),
      { countsIn: 'none' },
    );
    router.page(
      'GET',
      `/app/${accentFile}`,
      (context) => {
        const { accent } = this.#look();
        return this.#sendOwn(context, 'text/css; charset=utf-8', accent?.style, accent?.etag ?? '');
      },
      { countsIn: 'none' },
    );
    router.page('GET', '/app', (context) => seeOther(context, this.#basePath, '/app/'));
    // Former pages of the server, whose addresses may be bookmarked.
    for (const path of ['/account', '/account/totp'] as const)
      router.page('GET', path, (context) => seeOther(context, this.#basePath, appScreens.security));
    // Every other path is a page of the app, which its own router shows.
    router.page('GET', '/app/:path', (context) => this.#showApp(context), { catchAll: true });
  }

  async #showApp(context: Context): Promise<Response> {
    if ((await this.#deps.accounts.browserSessions.find(context, { beforeSecondFactor: true })) === undefined)
      return toSignIn(context, this.#basePath, pathOf(context));
    const { page } = this.#look();
    if (page === undefined)
      return cardPage(
        context,
        { title: 'The web app is not built', basePath: this.#basePath, status: 503 },
        <p>
          Run <code>pnpm run build</code> and restart the server.
        </p>,
      );
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': this.#policy,
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      ETag: page.etag,
    };
    return answer(context, page.html, headers);
  }

  /** What depends on the name, the color and the logo, which administrators change while the server runs. */
  #look(): Look {
    const { instance, config } = this.#deps;
    const { name, color, logo } = instance;
    const made = this.#made;
    if (made !== undefined && made.name === name && made.color === color && made.logo === logo) return made;
    const style = color === undefined ? undefined : accentTokens(color);
    const accent = style === undefined ? undefined : { style, etag: etagOf(style) };
    const index = this.#files?.find('index.html');
    const href = `${this.#basePath}/app/`;
    const page = index && shellOf(index, { href, instance, accent, contentUrl: config.contentUrl });
    this.#made = { name, color, logo, accent, page, manifest: JSON.stringify(manifestOf(instance)) };
    return this.#made;
  }

  /** A file of the build; hashed names are cached for good. */
  #sendFile(context: Context, name: string, cacheControl: string): Response {
    const file = this.#files?.find(name);
    if (file === undefined) throw new DomainError('not_found', 'There is nothing at this URL.');
    const { bytes, encoding } = file.read(acceptedEncodings(context.req.header('accept-encoding') ?? ''));
    const headers = {
      'Content-Type': file.contentType,
      'Cache-Control': cacheControl,
      'Cross-Origin-Resource-Policy': 'same-origin',
      Vary: 'Accept-Encoding',
      ETag: encoding === undefined ? file.etag : file.etag.replace(/"$/, `-${encoding}"`),
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      ...policyOf(name),
    };
    return answer(context, bytes, headers);
  }

  /** Public, cached for an hour: it changes with a setting. */
  #sendOwn(
    context: Context,
    contentType: string,
    content: string | Uint8Array<ArrayBuffer> | undefined,
    etag: string,
  ): Response {
    if (content === undefined) throw new DomainError('not_found', 'There is nothing at this URL.');
    const headers = {
      'Content-Type': contentType,
      'Cache-Control': 'public, max-age=3600',
      // An SVG that is opened as a page runs nothing.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      ETag: etag,
    };
    return answer(context, content, headers);
  }
}

const accentFile = 'accent.css';

interface Accent {
  readonly style: string;
  readonly etag: string;
}

interface Look extends Instance {
  readonly accent: Accent | undefined;
  /** undefined: the web app is not built. */
  readonly page: ReturnType<typeof shellOf> | undefined;
  readonly manifest: string;
}

const workerFile = 'service-worker.js';
/** The policy of its script is that of all requests of a service worker. */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/** The worker that reads PDF documents decodes images by WebAssembly. */
const pdfWorkerFile = /^assets\/pdf-worker-[^/]+\.js$/;
const pdfWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";

/** Workers have the policy of their script, and not that of the page. */
function policyOf(name: string): { readonly 'Content-Security-Policy'?: string } {
  if (name === workerFile) return { 'Content-Security-Policy': workerPolicy };
  return pdfWorkerFile.test(name) ? { 'Content-Security-Policy': pdfWorkerPolicy } : {};
}

const aDay = 'public, max-age=86400';
/** Files of the build that keep their name, with how long browsers keep them. */
const plainFiles: Readonly<Record<string, string>> = {
  'favicon.svg': aDay,
  'icon-192.png': aDay,
  'icon-512.png': aDay,
  'icon-maskable-512.png': aDay,
  [workerFile]: 'no-cache',
};

/** The manifest with which a browser installs the app. URLs are relative to the manifest. */
const manifestOf = ({ name, color = productAccent, logo }: Instance) => ({
  id: './',
  name,
  short_name: name,
  start_url: './',
  scope: './',
  display: 'standalone',
  theme_color: color,
  background_color: '#ffffff',
  icons:
    logo === undefined
      ? [
          { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ]
      : [{ src: logoOfApp(logo), sizes: 'any', type: logo.contentType }],
  share_target: {
    action: 'share-target',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'files', accept: ['*/*'] }] },
  },
});

interface ShellOptions {
  /** Assets and links of the app are relative to it, because its own path may have any depth. */
  readonly href: string;
  readonly instance: Instance;
  readonly accent: Accent | undefined;
  readonly contentUrl: string | undefined;
}

/** URL of the logo, relative to the app. */
const logoOfApp = (logo: Logo): string => logoUrlPath(logo).slice('/app/'.length);

/** The built page with what is known only when the server runs. */
function shellOf(
  index: WebFile,
  { href, instance, accent, contentUrl }: ShellOptions,
): { readonly html: string; readonly etag: string } {
  const { name, logo } = instance;
  const metas = [
    ['instance-name', name],
    ...(logo === undefined ? [] : [['instance-logo', logoOfApp(logo)]]),
    ...(contentUrl === undefined ? [] : [['content-url', new URL(contentUrl).origin]]),
  ].map(([key, value]) => html`<meta name="${key}" content="${value}" />`);
  const text = Buffer.from(index.read(new Set()).bytes).toString('utf8');
  const shell = text
    .replace('<head>', () => `<head><base href="${href}">${metas.join('')}`)
    .replace(/<title>.*?<\/title>/, () => String(html`<title>${name}</title>`))
    .replace(/(?<=<link rel="icon" )[^>]*/, (icon) => (logo === undefined ? icon : `href="${logoOfApp(logo)}"`))
    .replace('</head>', () =>
      accent === undefined
        ? '</head>'
        : `<link rel="stylesheet" href="${accentFile}?v=${accent.etag.replaceAll('"', '')}"></head>`,
    );
  return { html: shell, etag: etagOf(shell) };
}

/** Own scripts and styles only, Trusted Types, and no other host than those of signed inline URLs and direct uploads. */
function contentSecurityPolicy({ contentUrl, storageOrigin }: WebAppDeps['config']): string {
  const content = contentUrl === undefined ? '' : ` ${new URL(contentUrl).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${content}`,
    `media-src 'self' blob:${content}`,
    `frame-src 'self'${content}`,
    `connect-src 'self'${content}${storageOrigin === undefined ? '' : ` ${storageOrigin}`}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types service-worker pdf-worker',
  ].join('; ');
}

/** The encodings that a request accepts; `q=0` refuses one. */
function acceptedEncodings(header: string): ReadonlySet<Encoding> {
  const accepted = new Set<Encoding>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const isRefused = parameters.some((text) => /^q=0(?:\.0*)?$/.test(text));
    if ((name === 'br' || name === 'gzip') && !isRefused) accepted.add(name);
  }
  return accepted;
}

function pathOf(context: Context): string {
  return incomingOf(context).url ?? '/app/';
}

/** Proxies that compress a file make its ETag weak. */
function answer(
  context: Context,
  content: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> & { readonly ETag: string },
): Response {
  const verdict = evaluatePreconditions(incomingOf(context), { etag: headers.ETag }, 0);
  if (verdict === 'failed')
    throw new DomainError('precondition_failed', `The content of this URL has the ETag ${headers.ETag} by now.`);
  return verdict === 'not-modified'
    ? context.newResponse(null, 304, headers)
    : context.newResponse(content, 200, headers);
}
