import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Caller, DomainError, isDomainError, mayUse, requireUse } from '@drive/access';
import { inTime, secondMs } from '@drive/base';
import { countsAsSignIn, refusesBadCredentials, type EndpointShape } from '@drive/contract';
import type { Context } from 'hono';
import { exchangeOf, incomingOf, outgoingOf } from '../exchange.ts';
import type { RateLimits, RateTier } from '../rate-tiers.ts';

/** Implemented by the modules that own keys and sessions; undefined if the credential is invalid. */
export interface Credentials {
  findKeyCaller(rawKey: string): Promise<Caller | undefined>;
  findSession(cookieToken: string): Promise<({ readonly caller: Caller } & XsrfTokens) | undefined>;
}

/** Requests of a session that change data must send one of them. */
interface XsrfTokens {
  readonly xsrfToken: string;
  /** Until pages that were sent before the master secret was replaced are gone. */
  readonly previousXsrfToken?: string | undefined;
}

export interface AdmissionDeps {
  readonly rateLimits: RateLimits;
  readonly credentials: Credentials;
}

/**
 * The limit in which a request counts. A valid key counts in its own limit, at every endpoint. Otherwise `api` and
 * `auth` count per network, and `api` per user for a session if DRIVE_RATE_SESSION is set. `sign-in` counts in `auth`
 * as well as in the key's limit, so that a key does not bypass the limit on guessing passwords.
 */
type Budget = 'api' | 'auth' | 'sign-in' | 'none';

function budgetOf(path: string, endpoint?: EndpointShape): Budget {
  if (path !== '/api' && !path.startsWith('/api/')) return 'none';
  if (!path.startsWith('/api/auth/')) return 'api';
  return endpoint !== undefined && countsAsSignIn(endpoint) ? 'sign-in' : 'auth';
}

interface Identity {
  readonly caller: Caller;
  /** Only for a session. */
  readonly xsrf?: XsrfTokens;
}

/** Counts the request and finds its sender; without `wantsCaller` only as far as counting requires. */
async function identify(
  request: IncomingMessage,
  response: ServerResponse,
  { rateLimits, credentials }: AdmissionDeps,
  { budget, wantsCaller }: { readonly budget: Budget; readonly wantsCaller: boolean },
): Promise<Identity | undefined> {
  const exchange = exchangeOf(request);
  const count = (tier: RateTier, key: string): Promise<void> => {
    exchange.isCounted = true;
    return rateLimits.consume(tier, key, response);
  };
  const countNetwork = async (): Promise<void> => {
    if (budget !== 'none') await count(budget === 'api' ? 'api' : 'auth', exchange.clientNetwork);
  };

  const rawKey = budget === 'none' && !wantsCaller ? undefined : findRawKey(request);
  if (rawKey !== undefined) {
    const caller = await credentials.findKeyCaller(rawKey);
    if (caller !== undefined && budget !== 'none') await count('apikey', String(caller.credentialId));
    if (caller === undefined || budget === 'sign-in') await countNetwork();
    return caller && { caller };
  }

  const cookie = findSessionCookie(request);
  const hasOwnBudget = budget === 'api' && cookie !== undefined && rateLimits.hasSessionTier;
  // A network over its limit is refused before its session is looked up.
  if (!hasOwnBudget) await countNetwork();
  if (cookie === undefined || !(wantsCaller || hasOwnBudget)) return undefined;
  const session = await credentials.findSession(cookie);
  if (hasOwnBudget) {
    if (session === undefined) await countNetwork();
    else await count('session', String(session.caller.userId));
  }
  return session && { caller: session.caller, xsrf: session };
}

/** Counts a request to the endpoint and returns the caller, as far as the endpoint uses it. */
export function createAdmission(
  endpoint: EndpointShape,
  deps: AdmissionDeps,
): (context: Context) => Promise<Caller | undefined> {
  const refusesBad = refusesBadCredentials(endpoint);
  const counting = { budget: budgetOf(endpoint.path, endpoint), wantsCaller: endpoint.auth !== 'public' };

  return async (context) => {
    const request = incomingOf(context);
    const identity = await identify(request, outgoingOf(context), deps, counting);
    if (endpoint.auth === 'public') return undefined;
    if (identity?.xsrf !== undefined && refusesBad) requireXsrf(request, identity.xsrf);
    const isProven = identity?.xsrf === undefined || hasXsrf(request, identity.xsrf);
    const isKnown = isProven && identity !== undefined && (refusesBad || mayUse(identity.caller, endpoint));
    const caller = isKnown ? identity.caller : undefined;
    exchangeOf(request).accountId = caller?.accountId;
    const bearsBadKey = caller === undefined && refusesBad && findRawKey(request) !== undefined;
    if (caller === undefined && endpoint.auth === 'optional' && !bearsBadKey) return undefined;
    if (caller === undefined) throw authenticationRequired();
    requireUse(caller, endpoint);
    if (endpoint.auth === 'admin' && !caller.isAdmin)
      throw new DomainError('access_denied', 'Only administrators may do this.');
    return caller;
  };
}

/**
 * Counts a message of a protocol of programs like a call of the API, and returns the caller of its key. Sessions do not count:
 * a page must not reach the protocol with the cookie of its visitor.
 */
export async function admitByKey(context: Context, { rateLimits, credentials }: AdmissionDeps): Promise<Caller> {
  const request = incomingOf(context);
  const exchange = exchangeOf(request);
  const rawKey = findRawKey(request);
  const caller = rawKey === undefined ? undefined : await credentials.findKeyCaller(rawKey);
  exchange.accountId = caller?.accountId;
  exchange.isCounted = true;
  const response = outgoingOf(context);
  if (caller === undefined) await rateLimits.consume('api', exchange.clientNetwork, response);
  else await rateLimits.consume('apikey', String(caller.credentialId), response);
  if (caller === undefined)
    throw new DomainError('authentication_required', 'Send an API key as "Authorization: Bearer svc_…".');
  return caller;
}

/** Counts a request for a page. */
export async function admitToPage(budget: Budget | 'files', context: Context, deps: AdmissionDeps): Promise<void> {
  if (budget === 'files') await deps.rateLimits.consume('files', exchangeOf(context).clientNetwork);
  else await identify(incomingOf(context), outgoingOf(context), deps, { budget, wantsCaller: false });
}

/** The bearer token that a page for programs requires. */
export interface PageToken {
  readonly token: string;
  /** Explains to a caller without a token where tokens come from. */
  readonly refusal: string;
}

/** Time for the database to say whether a network has tokens left to try. */
const LEFT_MS = 2 * secondMs;

/**
 * Requires the bearer token. Wrong ones count per network in `auth`, apart from signing in; above the limit the right
 * one is refused as well, so that its answer is the same as those of the others.
 */
export async function admitWithToken(
  { token, refusal }: PageToken,
  context: Context,
  { rateLimits, isCutOff }: Pick<AdmissionDeps, 'rateLimits'> & { readonly isCutOff: () => boolean },
): Promise<void> {
  const key = `page token ${exchangeOf(context).clientNetwork}`;
  const given = incomingOf(context).headers.authorization ?? '';
  if (!timingSafeEqual(digest(given), digest(`Bearer ${token}`))) {
    await rateLimits.consume('auth', key);
    throw new DomainError('authentication_required', refusal);
  }
  // Metrics are needed most while the database does not answer.
  if (isCutOff()) return;
  await inTime(rateLimits.requireLeft('auth', key), LEFT_MS).catch((error: unknown) => {
    if (isDomainError(error, 'rate_limited')) throw error;
  });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Counts a request that no route takes, if its path is below /api or /files. */
export async function admitUnrouted(context: Context, deps: AdmissionDeps): Promise<void> {
  const { path, clientNetwork } = exchangeOf(context);
  if (path.startsWith('/files/')) return deps.rateLimits.consume('files', clientNetwork);
  const budget = budgetOf(path);
  await identify(incomingOf(context), outgoingOf(context), deps, { budget, wantsCaller: false });
}

interface BytesCredentials {
  /** Whether the URL bears a signature of this server. */
  readonly isSigned?: boolean;
  /**
   * Also accepts a key as the password of Basic (RFC 7617), with any user name, for clients that support passwords
   * only.
   */
  readonly orPassword?: boolean;
  /** Also accepts a session, with its XSRF token if the request changes data. A key that is sent along decides. */
  readonly orSession?: boolean;
}

/**
 * Counts a request for bytes and returns the caller of a valid API key or session. A request with a valid credential or a
 * signed URL counts in `transfers`, every other one in `files`, so that guessing URLs does not consume the limit on
 * transfers. An unknown key counts in `api`, too, so that keys cannot be guessed faster here than elsewhere. Throws
 * `access_denied` if a session lacks its XSRF token.
 */
export async function admitToBytes(
  request: IncomingMessage,
  { rateLimits, credentials }: AdmissionDeps,
  { isSigned = false, orPassword = false, orSession = false }: BytesCredentials = {},
): Promise<Caller | undefined> {
  const exchange = exchangeOf(request);
  const rawKey = findRawKey(request) ?? (orPassword ? findBasicPassword(request) : undefined);
  const cookie = orSession && rawKey === undefined ? findSessionCookie(request) : undefined;
  const session = cookie === undefined ? undefined : await credentials.findSession(cookie);
  const caller = rawKey === undefined ? session?.caller : await credentials.findKeyCaller(rawKey);
  exchange.accountId = caller?.accountId;
  if (caller !== undefined) await rateLimits.consume('transfers', transferrerOf(caller));
  else await rateLimits.consume(isSigned ? 'transfers' : 'files', exchange.clientNetwork);
  if (caller === undefined && rawKey !== undefined) await rateLimits.consume('api', exchange.clientNetwork);
  if (session !== undefined) requireXsrf(request, session);
  return caller;
}

const transferrerOf = ({ kind, credentialId, userId }: Caller): string =>
  kind === 'key' ? `key ${credentialId}` : `user ${userId}`;

const basic = /^Basic +([A-Za-z0-9+/]+=*)$/i;

function findBasicPassword(request: IncomingMessage): string | undefined {
  const header = request.headers.authorization;
  const encoded = header === undefined ? undefined : basic.exec(header.trim())?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon === -1 ? undefined : pair.slice(colon + 1);
}

/** Throws unless the request to a byte route has a valid key, or a session if `auth` is `required`, that may be used there. */
export function requireBytesCaller(
  caller: Caller | undefined,
  use: Pick<EndpointShape, 'scope' | 'folderKeys' | 'beforeSecondFactor'> & Partial<Pick<EndpointShape, 'auth'>>,
): asserts caller is Caller {
  if (caller === undefined && use.auth === 'required') throw authenticationRequired();
  if (caller === undefined)
    throw new DomainError('authentication_required', 'Send an API key as "Authorization: Bearer svc_…".');
  requireUse(caller, use);
}

const bearer = /^Bearer +(svc_.*)$/i;

/** A token that does not begin with `svc_` is no API key: the header may belong to a proxy. */
function findRawKey(request: IncomingMessage): string | undefined {
  const header = request.headers.authorization;
  return header === undefined ? undefined : bearer.exec(header)?.[1]?.trim();
}

export function findSessionCookie(request: IncomingMessage): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined) return undefined;
  const value = /(?:^|;)[ \t]*auth_token=([^;]*)/.exec(header)?.[1]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

/** A browser adds the cookie to requests that a page of another site makes, but not the header. */
function hasXsrf(request: IncomingMessage, { xsrfToken, previousXsrfToken = xsrfToken }: XsrfTokens): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true;
  const given = Buffer.from(String(request.headers['x-xsrf-token'] ?? ''));
  return isSame(given, Buffer.from(xsrfToken)) || isSame(given, Buffer.from(previousXsrfToken));
}

const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);

function requireXsrf(request: IncomingMessage, tokens: XsrfTokens): void {
  if (!hasXsrf(request, tokens))
    throw new DomainError(
      'access_denied',
      'This request changes data and came with a session: send the value of the cookie XSRF-TOKEN in the header X-XSRF-TOKEN.',
    );
}

const authenticationRequired = (): DomainError =>
  new DomainError('authentication_required', 'Send an API key as "Authorization: Bearer svc_…", or sign in.');
