import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { createCookieJar } from '../browser/cookie-jar.ts';
import type { Drive, DriveOptions, TestSession } from '../drive.ts';

/** What the issuer says about one of its users, besides `sub`. */
export type IssuerClaims = Readonly<Record<string, unknown>>;

/** `oidc-provider`, a certified issuer of OpenID Connect, on this machine. */
export interface TestIssuer {
  readonly url: string;
  /** Settings of a drive that signs users in here. */
  readonly settings: NonNullable<DriveOptions['settings']>;
  /** Users by `sub`. */
  readonly users: Map<string, IssuerClaims>;
  /** Whether refresh tokens are issued. */
  refreshes: boolean;
  /** Awaited before the issuer says something about a user. */
  whenAsked: (() => Promise<unknown>) | undefined;
  /** Registers the drive as the client. Call after it was started. */
  register(drive: Pick<Drive, 'url'>): void;
  /** Replaces the keys with which tokens are signed. */
  rotateKeys(): void;
  /** Stops answering, and answers again. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** The user, by `sub`, whom the issuer takes the next browser for. */
  expect(subject: string): void;
  /** A visitor of the issuer. */
  createBrowser(): IssuerBrowser;
  close(): Promise<void>;
}

export interface IssuerBrowser {
  /** Signs in as the user with this `sub`; returns the URL of the drive to which the issuer sends the browser. */
  signIn(authorizationUrl: string, subject: string): Promise<string>;
  /** Ends the session at the issuer; the issuer then notifies the drive. */
  signOut(endSessionUrl: string): Promise<string>;
}

const newKey = (): JsonWebKey & { kid: string } => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kid: `key-${Math.random()}`,
  alg: 'ES256',
  use: 'sig',
});

export async function startIssuer(): Promise<TestIssuer> {
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', issuer.url);
    if (provider === undefined) return void response.writeHead(503).end();
    if (!pathname.startsWith('/interaction/')) return provider.callback()(request, response);
    const login = { accountId: subject };
    provider.interactionFinished(request, response, { login }).catch(() => void response.writeHead(500).end());
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => void server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  let provider: Provider | undefined;
  let driveUrl = '';
  let subject = '';
  let keys = [newKey()];
  const start = (): void => {
    provider = new Provider(issuer.url, configurationOf(driveUrl, keys, issuer));
  };

  const issuer: TestIssuer = {
    url: `http://127.0.0.1:${port}`,
    users: new Map(),
    refreshes: false,
    whenAsked: undefined,
    settings: {
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: 'drive',
      OIDC_CLIENT_SECRET: 'a secret of drive and the issuer',
      OIDC_NAME: 'Example login',
    },
    register: ({ url }) => {
      driveUrl = url;
      start();
    },
    rotateKeys: () => {
      keys = [newKey()];
      start();
    },
    goAway: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    comeBack: () => listen(port),
    expect: (user) => {
      subject = user;
    },
    createBrowser: () => {
      const jar = createCookieJar();
      /** Follows redirects as far as they stay at the issuer. */
      const follow = async (url: string, init: RequestInit = {}): Promise<{ url: string; html: string }> => {
        if (new URL(url).origin !== issuer.url) return { url, html: '' };
        const { pathname } = new URL(url);
        const headers = { ...(init.headers as object), cookie: jar.header(pathname) };
        const response = await fetch(url, { ...init, headers, redirect: 'manual' });
        jar.store(pathname, response.headers.getSetCookie());
        const location = response.headers.get('location');
        if (location === null) return { url, html: await response.text() };
        return follow(new URL(location, url).href);
      };
      return {
        signIn: async (authorizationUrl, user) => {
          subject = user;
          const { url, html } = await follow(authorizationUrl);
          if (html !== '') throw new Error(`the issuer shows a page: ${html.slice(0, 500)}`);
          return url;
        },
        signOut: async (endSessionUrl) => {
          const { url, html } = await follow(endSessionUrl);
          const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1];
          if (xsrf === undefined) return url;
          const body = new URLSearchParams({ xsrf, logout: 'yes' });
          return (await follow(`${issuer.url}/session/end/confirm`, { method: 'POST', body })).url;
        },
      };
    },
    close: () => issuer.goAway(),
  };
  return issuer;
}

function withoutDispatcher(options: RequestInit): RequestInit {
  const { dispatcher: _dispatcher, ...rest } = options as RequestInit & { readonly dispatcher?: unknown };
  return rest;
}

interface ProviderContext {
  readonly oidc: {
    readonly provider: Provider;
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
  };
}

function configurationOf(driveUrl: string, keys: readonly JsonWebKey[], issuer: TestIssuer): object {
  return {
    clients: [
      {
        client_id: 'drive',
        client_secret: issuer.settings.OIDC_CLIENT_SECRET,
        redirect_uris: [`${driveUrl}/api/auth/oidc/callback`],
        post_logout_redirect_uris: [`${driveUrl}/`],
        backchannel_logout_uri: `${driveUrl}/api/auth/oidc/backchannel-logout`,
        backchannel_logout_session_required: true,
        grant_types: ['authorization_code', 'refresh_token'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys },
    cookies: { keys: ['of the tests'] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientBasedCORS: () => false,
    // Its own dispatcher refuses addresses of this machine.
    fetch: (url: string, options: RequestInit) => fetch(url, withoutDispatcher(options)),
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'sid', 'auth_time'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: async (_context: unknown, sub: string) => {
      await issuer.whenAsked?.();
      const claims = issuer.users.get(sub);
      return claims && { accountId: sub, claims: () => ({ sub, ...claims }) };
    },
    loadExistingGrant: async ({ oidc: { provider, client, session } }: ProviderContext) => {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile email offline_access');
      await grant.save();
      return grant;
    },
    issueRefreshToken: () => issuer.refreshes,
    rotateRefreshToken: true,
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      IdToken: 300,
      RefreshToken: 86_400,
      Session: 86_400,
      Grant: 86_400,
      Interaction: 60,
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
  };
}

export interface SignInOptions {
  /** Default: a new one. */
  readonly browser?: IssuerBrowser;
  /** Path and query that start the sign-in. */
  readonly start?: string;
  /** Cookies of the browser at the drive. */
  readonly cookie?: string;
  /** Changes the URL with which the browser comes back. */
  readonly tamper?: (url: URL) => void;
}

export interface SignInOutcome {
  readonly status: number;
  /** Where the drive leads after it. */
  readonly location: string | null;
  readonly html: string;
  /** Only of a sign-in. */
  readonly session: TestSession;
  /** URL with which the browser came back, and the cookies of the drive then. */
  readonly callback: string;
  readonly cookie: string;
}

const pairsOf = (response: Response): string[] =>
  response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');

/** The way of a browser from the drive to the issuer and back. */
export async function signInBy(
  drive: Drive,
  issuer: TestIssuer,
  subject: string,
  { browser = issuer.createBrowser(), start = '/api/auth/oidc/start', cookie = '', tamper }: SignInOptions = {},
): Promise<SignInOutcome> {
  const started = await drive.fetch(start, { headers: { accept: 'text/html', cookie } });
  const location = started.headers.get('location');
  if (started.status !== 302 || location === null)
    throw new Error(`the start answered ${started.status}`, { cause: drive.logged.at(-1)?.error });
  const cookies = [cookie, ...pairsOf(started)].filter((each) => each !== '').join('; ');
  const url = new URL(await browser.signIn(location, subject));
  tamper?.(url);
  return comeBack(drive, url.href, cookies);
}

export async function comeBack(drive: Drive, callback: string, cookie: string): Promise<SignInOutcome> {
  const response = await drive.fetch(`${new URL(callback).pathname}${new URL(callback).search}`, {
    headers: { accept: 'text/html', cookie },
  });
  const pairs = pairsOf(response);
  const xsrf = pairs.find((pair) => pair.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  return {
    status: response.status,
    location: response.headers.get('location'),
    html: await response.text(),
    session: { cookie: pairs.join('; '), xsrf: decodeURIComponent(xsrf) },
    callback,
    cookie,
  };
}
