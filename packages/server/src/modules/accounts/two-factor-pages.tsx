import type { Context } from 'hono';
import { Field, Notice } from '../../pages/form.tsx';
import { seeOther } from '../../pages/own-path.ts';
import { QrCode } from '../../pages/qr-code.tsx';
import { isDomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import { cardPage, refusedForm, requireText, type PagesDeps, type RefusedForm } from './account-forms.tsx';
import type { BrowserSession } from './browser-sessions.ts';

/** Shows the account page again, with what was wrong in its form. */
export type ShowAccount = (context: Context, visitor: BrowserSession, refused: RefusedForm) => Promise<Response>;

/** Switching codes at sign-in on: the secret as a QR code, a code to show that it works, then the recovery codes. */
export function mountTwoFactorPages(router: Router, deps: PagesDeps, showAccount: ShowAccount): void {
  const { basePath, browserSessions, totp, getAccount } = deps;

  const show = async (context: Context, visitor: BrowserSession, refused?: RefusedForm): Promise<Response> => {
    const { email } = await getAccount(visitor.caller.userId);
    const { secret, otpauthUrl } = await totp.findEnrolment(visitor.caller.userId, email);
    return cardPage(
      context,
      { title: 'Switch codes on', basePath, user: visitor, status: refused?.status ?? 200 },
      <>
        <p>Scan this with an authenticator app, then type the six digits it shows.</p>
        <QrCode text={otpauthUrl} label="QR code for an authenticator app" />
        <p class="muted">No camera? Type this secret into the app instead, as one that goes by time:</p>
        <p class="usercode long">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        <form method="post" action={`${basePath}/account/totp/confirm`}>
          <input type="hidden" name="xsrf" value={visitor.xsrfToken} />
          <Field
            name="code"
            label="Code"
            class="code"
            autocomplete="one-time-code"
            maxlength={20}
            error={refused?.errors['code'] ?? refused?.errors['']}
            autofocus
          />
          <button class="button full" type="submit">
            Switch codes on
          </button>
        </form>
      </>,
      <a href={`${basePath}/account`}>Back to your account</a>,
    );
  };

  const showRecoveryCodes = (context: Context, visitor: BrowserSession, codes: readonly string[]): Promise<Response> =>
    cardPage(
      context,
      { title: 'Keep your recovery codes', basePath, user: visitor },
      <>
        <Notice kind="good">From now on, signing in asks for a code.</Notice>
        <p>
          If you lose your authenticator, each of these signs you in once. They are shown <strong>only now</strong>:
          print them, or keep them where you keep passwords.
        </p>
        <pre tabindex={0}>
          <code>{codes.join('\n')}</code>
        </pre>
        <p>
          <a class="button full" href={`${basePath}/account`}>
            I have kept them
          </a>
        </p>
      </>,
    );

  /** Where nothing waits to be confirmed, the account's page says how it stands. */
  const orAccount = async (context: Context, page: () => Promise<Response>): Promise<Response> => {
    try {
      return await page();
    } catch (error) {
      if (isDomainError(error, 'totp_not_enrolled') || isDomainError(error, 'totp_already_enabled'))
        return seeOther(context, basePath, '/account');
      throw error;
    }
  };

  router.page('GET', '/account/totp', async (context) => {
    const visitor = await browserSessions.find(context);
    if (visitor === undefined) return seeOther(context, basePath, '/sign-in?next=%2Faccount');
    return orAccount(context, () => show(context, visitor));
  });

  router.page('POST', '/account/totp/enroll', async (context) => {
    const form = await browserSessions.readForm(context);
    if (form === undefined) return seeOther(context, basePath, '/sign-in?next=%2Faccount');
    const { caller } = form.visitor;
    return orAccount(context, async () => {
      try {
        const password = requireText(form.fields, 'password', 'type your password');
        await totp.enroll(caller, (await getAccount(caller.userId)).email, password);
      } catch (error) {
        if (isDomainError(error, 'totp_already_enabled')) throw error;
        return showAccount(context, form.visitor, refusedForm(error));
      }
      return seeOther(context, basePath, '/account/totp');
    });
  });

  router.page('POST', '/account/totp/confirm', async (context) => {
    const form = await browserSessions.readForm(context);
    if (form === undefined) return seeOther(context, basePath, '/sign-in?next=%2Faccount');
    const { visitor, fields } = form;
    return orAccount(context, async () => {
      let codes: string[];
      try {
        codes = await totp.confirm(visitor.caller, requireText(fields, 'code', 'type the code'));
      } catch (error) {
        if (isDomainError(error, 'totp_not_enrolled')) throw error;
        return show(context, visitor, refusedForm(error));
      }
      return showRecoveryCodes(context, visitor, codes);
    });
  });
}
