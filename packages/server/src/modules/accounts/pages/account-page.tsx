import { isoTime } from '@drive/base';
import { limits, type TotpStatus } from '@drive/contract';
import type { Context } from 'hono';
import { Notice, PostForm, SubmitButton } from '../../../pages/form.tsx';
import { pageResponse } from '../../../pages/layout.tsx';
import { seeOther } from '../../../pages/own-path.ts';
import { isDomainError } from '../../../platform/errors.ts';
import { pageQuery, pageText, type Router } from '../../../platform/http/index.ts';
import { formErrorsOf, noErrors, ownPages, PasswordField, requirePassword, type FormErrors } from './account-forms.tsx';
import type { AccountServices } from '../account-services.ts';
import type { BrowserSession } from '../sign-in/browser-sessions.ts';
import type { SessionRow } from '../sign-in/session-store.ts';
import { mountTwoFactorPages } from './two-factor-pages.tsx';
import { plural, t } from '../../../pages/language.ts';

const pageParameters = pageQuery({ done: pageText(limits.codeCharacters) });

export function mountAccountPage(router: Router, services: AccountServices): void {
  const { sessions, twoFactor } = services;
  const basePath = services.baseUrl.path;
  const pages = ownPages(router, services);

  const show = async (context: Context, visitor: BrowserSession, errors = noErrors): Promise<Response> => {
    const { done } = pageParameters.of(context);
    const { userId } = visitor.caller;
    return pageResponse(
      context,
      { title: t('Your account'), basePath, user: visitor, status: errors.status },
      <>
        <section class="card">
          <h1>{t('Your account')}</h1>
          {done === 'off' && <Notice kind="good">{t('Two-factor authentication is off.')}</Notice>}
          {done === 'ended' && <Notice kind="good">{t('The session has ended.')}</Notice>}
          <h2>{t('Two-factor authentication')}</h2>
          <TwoFactorForm
            basePath={basePath}
            visitor={visitor}
            status={await twoFactor.status(userId)}
            errors={errors}
          />
        </section>
        <section class="card">
          <h2>{t('Active sessions')}</h2>
          <SessionList basePath={basePath} visitor={visitor} sessions={await sessions.list(userId)} />
        </section>
      </>,
    );
  };

  pages.get('/account', (context, visitor) => show(context, visitor));

  pages.post('/account/totp/remove', async (context, visitor, fields) => {
    try {
      await twoFactor.remove(visitor.caller, requirePassword(fields));
    } catch (error) {
      return show(context, visitor, formErrorsOf(error));
    }
    return seeOther(context, basePath, '/account?done=off');
  });

  pages.post('/account/sessions/end', async (context, visitor, fields) => {
    try {
      await sessions.revoke(visitor.caller, fields('session'));
    } catch (error) {
      // A session that has already ended needs no message.
      if (!isDomainError(error, 'session_not_found')) throw error;
    }
    return seeOther(context, basePath, '/account?done=ended');
  });

  mountTwoFactorPages(pages, services, show);
}

interface VisitorShape {
  readonly basePath: string;
  readonly visitor: BrowserSession;
}

function TwoFactorForm({
  basePath,
  visitor,
  status: { enabled, recoveryCodesLeft },
  errors,
}: VisitorShape & { status: TotpStatus; errors: FormErrors }) {
  const password = <PasswordField error={errors.messages['password'] ?? errors.messages['']} />;
  const hidden = { xsrf: visitor.xsrfToken };
  if (!enabled)
    return (
      <PostForm action={`${basePath}/account/totp/enroll`} hidden={hidden}>
        <p class="muted">
          {t('Protect your account with a code from an authenticator app, in addition to your password.')}
        </p>
        {password}
        <SubmitButton>{t('Turn on')}</SubmitButton>
      </PostForm>
    );
  return (
    <PostForm action={`${basePath}/account/totp/remove`} hidden={hidden}>
      <p>
        {t('Two-factor authentication is on.')}{' '}
        {plural(recoveryCodesLeft, '1 of your recovery codes is left.', '# of your recovery codes are left.')}
      </p>
      <p class="muted">{t('To use another authenticator or get new recovery codes, turn it off and on again.')}</p>
      {password}
      <button class="button plain full" type="submit">
        {t('Turn off')}
      </button>
    </PostForm>
  );
}

function SessionList({ basePath, visitor, sessions }: VisitorShape & { sessions: readonly SessionRow[] }) {
  return (
    <ul class="entries">
      {sessions.map(({ rowId, id, userAgent, lastUsedAt }) => (
        <li>
          <div>
            <span>{userAgent ?? t('Unknown browser')}</span>
            <small>
              {t('Last used')} <time datetime={isoTime(lastUsedAt)}>{inMinutes(lastUsedAt)}</time>
            </small>
          </div>
          {rowId === visitor.caller.credentialId ? (
            <small>{t('This session')}</small>
          ) : (
            <PostForm action={`${basePath}/account/sessions/end`} hidden={{ xsrf: visitor.xsrfToken, session: id }}>
              <button class="button plain slim" type="submit">
                {t('End')}
              </button>
            </PostForm>
          )}
        </li>
      ))}
    </ul>
  );
}

const inMinutes = (time: number): string => `${isoTime(time).slice(0, 16).replace('T', ' ')} UTC`;
