import type { TotpStatus } from '@drive/contract';
import type { Context } from 'hono';
import { Field, Notice } from '../../pages/form.tsx';
import { pageResponse } from '../../pages/layout.tsx';
import { seeOther } from '../../pages/own-path.ts';
import { isoTime } from '../../platform/clock.ts';
import { isDomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import { noErrors, refusedForm, requireText, type PagesDeps, type RefusedForm } from './account-forms.tsx';
import type { SessionRow } from './session-store.ts';
import { mountTwoFactorPages } from './two-factor-pages.tsx';
import type { BrowserSession } from './browser-sessions.ts';

/** What somebody signed in can do about the own account: codes at sign-in, and where it is signed in. */
export function mountAccountPage(router: Router, deps: PagesDeps): void {
  const { basePath, browserSessions, sessions, totp } = deps;

  const show = async (context: Context, visitor: BrowserSession, refused?: RefusedForm): Promise<Response> => {
    const done = context.req.query('done');
    return pageResponse(
      context,
      { title: 'Your account', basePath, user: visitor, status: refused?.status ?? 200 },
      <>
        <section class="card">
          <h1>Your account</h1>
          {done === 'off' && <Notice kind="good">Signing in asks for your password alone now.</Notice>}
          {done === 'ended' && <Notice kind="good">That session is over.</Notice>}
          <h2>Codes at sign-in</h2>
          <Codes
            basePath={basePath}
            visitor={visitor}
            status={await totp.status(visitor.caller.userId)}
            refused={refused}
          />
        </section>
        <section class="card">
          <h2>Where you are signed in</h2>
          <SessionList basePath={basePath} visitor={visitor} sessions={await sessions.list(visitor.caller.userId)} />
        </section>
      </>,
    );
  };

  const toSignIn = (context: Context): Response => seeOther(context, basePath, '/sign-in?next=%2Faccount');

  router.page('GET', '/account', async (context) => {
    const visitor = await browserSessions.find(context);
    return visitor === undefined ? toSignIn(context) : show(context, visitor);
  });

  router.page('POST', '/account/totp/remove', async (context) => {
    const form = await browserSessions.readForm(context);
    if (form === undefined) return toSignIn(context);
    try {
      await totp.remove(form.visitor.caller, requireText(form.fields, 'password', 'type your password'));
    } catch (error) {
      return show(context, form.visitor, refusedForm(error));
    }
    return seeOther(context, basePath, '/account?done=off');
  });

  router.page('POST', '/account/sessions/end', async (context) => {
    const form = await browserSessions.readForm(context);
    if (form === undefined) return toSignIn(context);
    try {
      await sessions.revoke(form.visitor.caller, form.fields('session'));
    } catch (error) {
      // Over already, which is what was wanted.
      if (!isDomainError(error, 'session_not_found')) throw error;
    }
    return seeOther(context, basePath, '/account?done=ended');
  });

  mountTwoFactorPages(router, deps, show);
}

interface CodesShape {
  readonly basePath: string;
  readonly visitor: BrowserSession;
  readonly status: TotpStatus;
  readonly refused: RefusedForm | undefined;
}

function Codes({ basePath, visitor, status, refused }: CodesShape) {
  const xsrf = <input type="hidden" name="xsrf" value={visitor.xsrfToken} />;
  const errors = refused?.errors ?? noErrors;
  const password = (
    <Field
      name="password"
      label="Password"
      type="password"
      autocomplete="current-password"
      error={errors['password'] ?? errors['']}
    />
  );
  if (!status.enabled)
    return (
      <form method="post" action={`${basePath}/account/totp/enroll`}>
        {xsrf}
        <p class="muted">
          Signing in can ask for a code from an authenticator app after your password, so that a password alone opens
          nothing.
        </p>
        {password}
        <button class="button full" type="submit">
          Switch codes on
        </button>
      </form>
    );
  return (
    <form method="post" action={`${basePath}/account/totp/remove`}>
      {xsrf}
      <p>
        Signing in asks for a code. {status.recoveryCodesLeft} of your recovery codes{' '}
        {status.recoveryCodesLeft === 1 ? 'is' : 'are'} left.
      </p>
      <p class="muted">For another authenticator, or for new recovery codes, switch them off and on again.</p>
      {password}
      <button class="button plain full" type="submit">
        Switch codes off
      </button>
    </form>
  );
}

interface SessionListShape {
  readonly basePath: string;
  readonly visitor: BrowserSession;
  readonly sessions: readonly SessionRow[];
}

function SessionList({ basePath, visitor, sessions }: SessionListShape) {
  return (
    <ul class="entries">
      {sessions.map(({ rowId, id, userAgent, lastUsedAt }) => (
        <li>
          <div>
            <span>{userAgent ?? 'A browser that did not say its name'}</span>
            <small>
              Last used <time datetime={isoTime(lastUsedAt)}>{inMinutes(lastUsedAt)}</time>
            </small>
          </div>
          {rowId === visitor.caller.credentialId ? (
            <small>This one</small>
          ) : (
            <form method="post" action={`${basePath}/account/sessions/end`}>
              <input type="hidden" name="xsrf" value={visitor.xsrfToken} />
              <input type="hidden" name="session" value={id} />
              <button class="button plain slim" type="submit">
                End
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  );
}

const inMinutes = (time: number): string => `${isoTime(time).slice(0, 16).replace('T', ' ')} UTC`;
