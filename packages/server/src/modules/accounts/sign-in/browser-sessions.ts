import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { secondMs } from '@drive/base';
import type { PageUser } from '@drive/pages';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { type Caller, requireSecondFactor } from '../../../platform/access/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { exchangeOf, findSessionCookie, incomingOf, readForm, type FormFields } from '../../../platform/http/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { findUser } from '../users/user-store.ts';
import { longestSessionMs, type Sessions, type StartedSession } from './sessions.ts';

/** The session expires on the server sooner if it is not used. */
const cookieMaxAgeSeconds = longestSessionMs / secondMs;

export interface BrowserSession extends PageUser {
  readonly caller: Caller;
  readonly previousXsrfToken: string | undefined;
}

export interface SignedInForm {
  readonly visitor: BrowserSession;
  readonly fields: FormFields;
}

export type BrowserSessions = ReturnType<typeof createBrowserSessions>;

export function createBrowserSessions(deps: Pick<Ports, 'baseUrl' | 'database'> & { readonly sessions: Sessions }) {
  const { baseUrl, database, sessions } = deps;
  const attributes = { path: baseUrl.path || '/', sameSite: 'Lax', secure: baseUrl.isSecure } as const;
  const setCookies = (context: Context, { token, xsrfToken }: StartedSession, maxAge: number): void => {
    setCookie(context, 'auth_token', token, { ...attributes, maxAge, httpOnly: true });
    setCookie(context, 'XSRF-TOKEN', xsrfToken, { ...attributes, maxAge });
  };

  const read = async (request: IncomingMessage): Promise<BrowserSession | undefined> => {
    const token = findSessionCookie(request);
    const signedIn = token === undefined ? undefined : await sessions.authenticate(token);
    if (signedIn === undefined) return undefined;
    exchangeOf(request).accountId = signedIn.caller.accountId;
    const account = await findUser(database.reader, signedIn.caller.userId);
    return account === undefined ? undefined : { ...signedIn, email: account.email };
  };
  /**
   * undefined if the visitor is not signed in, or, unless the page is there `beforeSecondFactor`, must set up a second factor first
   * (DRIVE_REQUIRE_2FA).
   */
  const find = async (context: Context, { beforeSecondFactor = false } = {}) => {
    const session = await read(incomingOf(context));
    return beforeSecondFactor || session?.caller.needsSecondFactor !== true ? session : undefined;
  };
  /** undefined if the sender of the request is not signed in. Throws `two_factor_required`. */
  const findOf = async (request: IncomingMessage, { beforeSecondFactor = false } = {}) => {
    const session = await read(request);
    if (session !== undefined && !beforeSecondFactor) requireSecondFactor(session.caller);
    return session;
  };
  const requireXsrf = ({ xsrfToken, previousXsrfToken = xsrfToken }: BrowserSession, given: string): void => {
    if (!isSame(given, xsrfToken) && !isSame(given, previousXsrfToken))
      throw new DomainError('access_denied', 'This form is out of date. Go back, reload the page, and try again.');
  };

  return {
    find,
    findOf,
    /** Throws `access_denied` unless `given`, the hidden field `xsrf` of a form, matches the session. */
    requireXsrf,
    setCookies: (context: Context, session: StartedSession): void => setCookies(context, session, cookieMaxAgeSeconds),
    clearCookies: (context: Context): void => setCookies(context, { token: '', xsrfToken: '' }, 0),

    /**
     * undefined if the visitor is not signed in. Throws `access_denied` if the field `xsrf` is not the session's, and
     * `two_factor_required`.
     */
    readForm: async (
      context: Context,
      {
        maxBytes,
        beforeSecondFactor = false,
      }: { readonly maxBytes?: number; readonly beforeSecondFactor?: boolean } = {},
    ): Promise<SignedInForm | undefined> => {
      const visitor = await findOf(incomingOf(context), { beforeSecondFactor });
      if (visitor === undefined) return undefined;
      const fields = await readForm(context, maxBytes);
      requireXsrf(visitor, fields('xsrf'));
      return { visitor, fields };
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
