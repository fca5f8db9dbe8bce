import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { PageUser } from '../../pages/layout.tsx';
import type { Database } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { exchangeOf, readForm, type Caller, type FormFields } from '../../platform/http/index.ts';
import type { SessionCookies } from './cookies.ts';
import type { Sessions } from './sessions.ts';
import { findUser } from './user-store.ts';

/** Somebody signed in who looks at a page. */
export interface BrowserSession extends PageUser {
  readonly caller: Caller;
}

export interface SignedInForm {
  readonly visitor: BrowserSession;
  readonly fields: FormFields;
}

/** Who looks at a server-rendered page. */
export interface BrowserSessions {
  /** undefined for a stranger. */
  find(context: Context): Promise<BrowserSession | undefined>;
  /**
   * A form posted by somebody signed in; undefined for a stranger. `access_denied` where its hidden field `xsrf` is not
   * the one of the session.
   */
  readForm(context: Context, maxBytes?: number): Promise<SignedInForm | undefined>;
}

export interface BrowserSessionsDeps {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
}

export function createBrowserSessions({ database, sessions, cookies }: BrowserSessionsDeps): BrowserSessions {
  async function find(context: Context): Promise<BrowserSession | undefined> {
    const token = cookies.find(context);
    const signedIn = token === undefined ? undefined : await sessions.authenticate(token);
    if (signedIn === undefined) return undefined;
    exchangeOf(context).accountId = signedIn.caller.accountId;
    const account = await findUser(database.reader, signedIn.caller.userId);
    return account === undefined ? undefined : { ...signedIn, email: account.email };
  }

  return {
    find,
    readForm: async (context, maxBytes) => {
      const visitor = await find(context);
      if (visitor === undefined) return undefined;
      const fields = await readForm(context, maxBytes);
      if (!isSame(fields('xsrf'), visitor.xsrfToken))
        throw new DomainError('access_denied', 'This form is out of date. Go back, load the page again and repeat it.');
      return { visitor, fields };
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
