import { type Clock, type Log, minuteMs } from '@drive/base';
import { isLoopbackHost } from '@drive/setting-values';
import type { JWTVerifyGetKey } from 'jose';
import type * as OpenidClient from 'openid-client';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';

export interface IssuerConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  /** For users. */
  readonly name: string;
}

/** The secrets of one attempt to sign in. */
export interface AttemptSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

type Claims = Readonly<Record<string, unknown>> & { readonly sub: string; readonly iss: string };

/** The claims of the issuer about a user, and its tokens. */
export interface TokenSet {
  /** Of the ID token; those of the userinfo endpoint fill in what it lacks. */
  readonly claims: Claims;
  readonly idToken: string | undefined;
  readonly refreshToken: string | undefined;
}

/** Whom a logout token names: a user, one of their sessions, or both. */
export interface LoggedOut {
  readonly subject: string | undefined;
  readonly session: string | undefined;
}

/** The issuer refused the refresh token: it has expired, or the user is gone. */
export class RefreshRefusedError extends Error {
  override readonly name = 'RefreshRefusedError';
}

type IssuerDeps = Pick<Ports, 'baseUrl' | 'operatorFetch'> & { readonly clock: Clock; readonly log: Log };

/** Time for which the description of the issuer is kept. Its keys are read for each ID token. */
const discoveryMs = 10 * minuteMs;
/** Clocks of issuer and server may differ by this much. */
const clockToleranceSeconds = 60;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** A logout token is refused if it was issued longer ago. */
const logoutTokenAge = '5 minutes';

/** The issuer of OpenID Connect. All of the protocol is that of `openid-client`. */
export class Issuer {
  readonly #deps: IssuerDeps;
  readonly #source: { readonly issuer: IssuerConfig | undefined };
  readonly redirectUri: string;
  /** Of the issuer with that URL. */
  #discovered:
    | { readonly issuer: string; readonly metadata: OpenidClient.ServerMetadata; readonly at: number }
    | undefined;
  /** Keys of logout tokens. They are kept for minutes, because anybody may send such tokens. */
  #logoutKeys: { readonly uri: string; readonly get: JWTVerifyGetKey } | undefined;

  /** `source`: read at each use, because administrators change the issuer while the server runs. */
  constructor(deps: IssuerDeps, source: { readonly issuer: IssuerConfig | undefined }) {
    this.#deps = deps;
    this.#source = source;
    this.redirectUri = deps.baseUrl.link('/api/auth/oidc/callback');
  }

  /** Whether there is an issuer. Nothing else may be asked if there is none. */
  get isOn(): boolean {
    return this.#source.issuer !== undefined;
  }

  /** Throws `access_denied` if there is no issuer. */
  get #config(): IssuerConfig {
    const { issuer } = this.#source;
    if (issuer === undefined) throw new DomainError('access_denied', 'This server has no single sign-on.');
    return issuer;
  }

  get name(): string {
    return this.#config.name;
  }

  /** As tokens name it. */
  get id(): string {
    return this.#config.issuer;
  }

  /** Whether the issuer is asked regularly about a user who does not use their browser. */
  get vouchesOffline(): boolean {
    return this.#config.scopes.split(' ').includes('offline_access');
  }

  async newSecrets(): Promise<AttemptSecrets> {
    const client = await load();
    return { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() };
  }

  /** Where the browser goes. `mustSignIn`: the issuer asks the user again. Throws `unavailable`. */
  async authorizationUrl({ state, nonce, verifier }: AttemptSecrets, mustSignIn: boolean): Promise<string> {
    return this.#ask(async (client, configuration) => {
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: this.redirectUri,
        scope: this.#config.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(mustSignIn ? { max_age: '0', prompt: 'login' } : {}),
      });
      return url.href;
    });
  }

  /**
   * Exchanges the code with which the browser came back. `query`: that of the request, with its question mark. Throws
   * `unavailable` if the issuer cannot be reached, and `access_denied` if anything is not as it should be.
   */
  async exchange(query: string, { state, nonce, verifier }: AttemptSecrets, mustSignIn: boolean): Promise<TokenSet> {
    return this.#ask(async (client, configuration) => {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(this.redirectUri + query), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(mustSignIn ? { maxAge: 0 } : {}),
      });
      return this.#tokenSetOf(client, configuration, tokens);
    });
  }

  /** Asks again about a user. Throws `RefreshRefusedError`, `unavailable`, and `access_denied`. */
  async refresh(refreshToken: string, subject: string): Promise<TokenSet> {
    return this.#ask(async (client, configuration) => {
      const tokens = await client.refreshTokenGrant(configuration, refreshToken).catch((error: unknown): never => {
        if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant')
          throw new RefreshRefusedError('the issuer refused the refresh token', { cause: error });
        throw error;
      });
      const found = await this.#tokenSetOf(client, configuration, tokens, subject);
      return { ...found, refreshToken: found.refreshToken ?? refreshToken };
    });
  }

  /** Where the browser ends the issuer's session, which leads back to `returnTo`; undefined if the issuer has no such page. */
  async endSessionUrl(idToken: string, returnTo: string): Promise<string | undefined> {
    return this.#ask(async (client, configuration) => {
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
      return client.buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: returnTo,
      }).href;
    });
  }

  /** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). Throws `unavailable` and `access_denied`. */
  async readLogoutToken(token: string): Promise<LoggedOut> {
    const read = async (_client: typeof OpenidClient, configuration: OpenidClient.Configuration) => {
      const jose = await import('jose');
      const { jwks_uri: jwksUri, id_token_signing_alg_values_supported: algorithms } = configuration.serverMetadata();
      if (jwksUri === undefined) throw new TypeError('the issuer has no keys');
      if (this.#logoutKeys?.uri !== jwksUri)
        this.#logoutKeys = {
          uri: jwksUri,
          get: jose.createRemoteJWKSet(new URL(jwksUri), {
            [jose.customFetch]: (url, options) => this.#fetch(url, { ...options, body: undefined }),
          }),
        };
      const { payload } = await jose.jwtVerify(token, this.#logoutKeys.get, {
        issuer: configuration.serverMetadata().issuer,
        audience: this.#config.clientId,
        maxTokenAge: logoutTokenAge,
        clockTolerance: clockToleranceSeconds,
        // A shared secret or no signature proves nothing.
        algorithms: (algorithms ?? ['RS256']).filter((each) => !/^(HS|none)/.test(each)),
      });
      const events = payload['events'];
      const isLogout = typeof events === 'object' && events !== null && logoutEvent in events;
      const session = payload['sid'];
      if (!isLogout || payload['nonce'] !== undefined || (payload.sub === undefined && typeof session !== 'string'))
        throw new TypeError('the token is no logout token');
      return { subject: payload.sub, session: typeof session === 'string' ? session : undefined };
    };
    return this.#ask(read, { isOfIssuer: false });
  }

  /** For `drive-server doctor`. Throws `unavailable` and `access_denied`. */
  async ping(): Promise<void> {
    await this.#ask(async () => undefined);
  }

  async #tokenSetOf(
    client: typeof OpenidClient,
    configuration: OpenidClient.Configuration,
    tokens: OpenidClient.TokenEndpointResponse & OpenidClient.TokenEndpointResponseHelpers,
    knownSubject?: string,
  ): Promise<TokenSet> {
    const claims = tokens.claims();
    const subject = claims?.sub ?? knownSubject;
    if (subject === undefined) throw new TypeError('the issuer sent no ID token');
    if (knownSubject !== undefined && subject !== knownSubject)
      throw new TypeError('the issuer sent the ID token of another user');
    const more =
      configuration.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await client.fetchUserInfo(configuration, tokens.access_token, subject);
    return {
      claims: { ...more, ...claims, sub: subject, iss: configuration.serverMetadata().issuer },
      idToken: tokens.id_token,
      refreshToken: tokens.refresh_token,
    };
  }

  /**
   * Runs `use` with a configuration that has no keys yet, so that a key that the issuer has replaced is never trusted.
   * `isOfIssuer`: an answer that is not valid may come from a changed issuer, which is discovered again.
   */
  async #ask<Result>(
    use: (client: typeof OpenidClient, configuration: OpenidClient.Configuration) => Promise<Result>,
    { isOfIssuer = true } = {},
  ): Promise<Result> {
    const client = await load();
    try {
      const metadata = await this.#discover(client);
      return await use(client, this.#prepare(client, new client.Configuration(metadata, ...this.#client(client))));
    } catch (error) {
      throw this.#refusalOf(error, isOfIssuer);
    }
  }

  async #discover(client: typeof OpenidClient): Promise<OpenidClient.ServerMetadata> {
    const now = this.#deps.clock.now();
    const { issuer } = this.#config;
    const known = this.#discovered;
    if (known?.issuer === issuer && Math.abs(now - known.at) < discoveryMs) return known.metadata;
    const discovered = await client.discovery(new URL(issuer), ...this.#client(client), {
      execute: this.#checks(client),
      [client.customFetch]: (url, options) => this.#fetch(url, options),
    });
    const { supportsPKCE: _helper, ...metadata } = discovered.serverMetadata();
    this.#discovered = { issuer, metadata, at: now };
    return metadata;
  }

  #client(client: typeof OpenidClient): [string, Partial<OpenidClient.ClientMetadata>, OpenidClient.ClientAuth] {
    const { clientId, clientSecret } = this.#config;
    const metadata = { [client.clockTolerance]: clockToleranceSeconds };
    if (clientSecret === undefined) return [clientId, metadata, client.None()];
    const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
    const authenticate: OpenidClient.ClientAuth = (server, ...request) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      return (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
    };
    return [clientId, metadata, authenticate];
  }

  #prepare(client: typeof OpenidClient, configuration: OpenidClient.Configuration): OpenidClient.Configuration {
    for (const check of this.#checks(client)) check(configuration);
    configuration[client.customFetch] = (url, options) => this.#fetch(url, options);
    return configuration;
  }

  /** Also the signature of an ID token that came from the issuer itself is verified. */
  #checks(client: typeof OpenidClient): ((configuration: OpenidClient.Configuration) => void)[] {
    const checks = [client.enableNonRepudiationChecks];
    // `issuerUrl` of the settings admits http on this machine only.
    return this.#config.issuer.startsWith('http:') ? [client.allowInsecureRequests, ...checks] : checks;
  }

  async #fetch(
    url: string,
    {
      method = 'GET',
      headers,
      body,
      signal,
    }: Partial<Omit<OpenidClient.CustomFetchOptions, 'headers'>> & {
      readonly headers?: Record<string, string> | Headers;
    },
  ): Promise<Response> {
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:' && !isLoopbackHost(hostname)) throw new TypeError(`${protocol} is refused`);
    const {
      status,
      body: answer,
      contentType,
    } = await this.#deps.operatorFetch({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      ...(headers === undefined ? {} : { headers: Object.fromEntries(new Headers(headers)) }),
      ...(body === undefined || body === null ? {} : { body: await new Response(body).text() }),
      ...(signal === undefined ? {} : { signal }),
    });
    return new Response(answer === '' ? null : answer, { status, headers: { 'content-type': contentType } });
  }

  #refusalOf(error: unknown, isOfIssuer: boolean): Error {
    if (error instanceof DomainError || error instanceof RefreshRefusedError) return error;
    const { name } = this.#config;
    if (isAway(error)) {
      this.#deps.log.error('the issuer of single sign-on cannot be reached', { error });
      return new DomainError(
        'unavailable',
        `${name} can’t be reached right now. Try again in a moment, or sign in in another way.`,
        { cause: error, retryAfterSeconds: 30 },
      );
    }
    this.#deps.log.warn('single sign-on was refused', { error });
    if (isOfIssuer) this.#discovered = undefined;
    return new DomainError('access_denied', `The answer of ${name} is not valid. Start the sign-in again.`, {
      cause: error,
    });
  }
}

/** Whether the issuer did not answer, or answered that it cannot now. */
function isAway(error: unknown): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (each.name === 'OutboundError' || each.name === 'OutboundBlockedError') return true;
    if (each.cause instanceof Response) return each.cause.status >= 500 || each.cause.status === 429;
  }
  return false;
}

let loading: Promise<typeof OpenidClient> | undefined;
/** Loaded by the first sign-in, because most servers have no issuer. */
const load = (): Promise<typeof OpenidClient> => (loading ??= import('openid-client'));
