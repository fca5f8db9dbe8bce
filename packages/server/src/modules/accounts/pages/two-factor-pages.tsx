import type { Context } from 'hono';
import { cardPage } from '../../../pages/layout.tsx';
import { Notice, PostForm, SubmitButton } from '../../../pages/form.tsx';
import { seeOther } from '../../../pages/own-path.ts';
import { isDomainError } from '../../../platform/errors.ts';
import {
  CodeField,
  type FormErrors,
  formErrorsOf,
  noErrors,
  type OwnPages,
  requireCode,
  requirePassword,
} from './account-forms.tsx';
import type { AccountServices } from '../account-services.ts';
import type { BrowserSession } from '../sign-in/browser-sessions.ts';
import { encode } from 'uqr';
import { t } from '../../../pages/language.ts';

/** Turning on two-factor authentication: the secret as a QR code, a code to confirm it, then the recovery codes. */
export function mountTwoFactorPages(
  pages: OwnPages,
  { baseUrl, twoFactor, getAccount }: AccountServices,
  showAccount: (context: Context, visitor: BrowserSession, errors: FormErrors) => Promise<Response>,
): void {
  const basePath = baseUrl.path;

  const show = async (context: Context, visitor: BrowserSession, errors = noErrors): Promise<Response> => {
    const { userId } = visitor.caller;
    const { secret, otpauthUrl } = await twoFactor.findEnrolment(userId, (await getAccount(userId)).email);
    return cardPage(
      context,
      { title: t('Turn on two-factor authentication'), basePath, user: visitor, status: errors.status },
      <>
        <p>{t('Scan this with an authenticator app, then type the six digits it shows.')}</p>
        <QrCode text={otpauthUrl} label={t('QR code for an authenticator app')} />
        <p class="muted">{t('No camera? Type this secret into the app instead, as a time-based one:')}</p>
        <p class="usercode long">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        <PostForm action={`${basePath}/account/totp/confirm`} hidden={{ xsrf: visitor.xsrfToken }}>
          <CodeField errors={errors} maxlength={20} />
          <SubmitButton>{t('Turn on')}</SubmitButton>
        </PostForm>
      </>,
      <a href={`${basePath}/account`}>{t('Back to your account')}</a>,
    );
  };

  const showRecoveryCodes = (context: Context, visitor: BrowserSession, codes: readonly string[]): Promise<Response> =>
    cardPage(
      context,
      { title: t('Save your recovery codes'), basePath, user: visitor },
      <>
        <Notice kind="good">{t('Two-factor authentication is on. Signing in now asks for a code.')}</Notice>
        <p>
          {t('If you lose your authenticator, each of these codes signs you in once.')}{' '}
          <strong>{t('They are shown only now:')}</strong> {t('print them, or save them with your passwords.')}
        </p>
        <pre tabindex={0}>
          <code>{codes.join('\n')}</code>
        </pre>
        <p>
          <a class="button full" href={`${basePath}/account`}>
            {t('I have saved them')}
          </a>
        </p>
      </>,
    );

  /** Goes to the account page if there is nothing to confirm: it shows whether two-factor authentication is on. */
  const orAccount = async (context: Context, page: () => Promise<Response>): Promise<Response> => {
    try {
      return await page();
    } catch (error) {
      if (isDomainError(error, 'totp_not_enrolled') || isDomainError(error, 'totp_already_enabled'))
        return seeOther(context, basePath, '/account');
      throw error;
    }
  };

  pages.get('/account/totp', (context, visitor) => orAccount(context, () => show(context, visitor)));

  pages.post('/account/totp/enroll', (context, visitor, fields) =>
    orAccount(context, async () => {
      const { caller } = visitor;
      try {
        await twoFactor.enroll(caller, (await getAccount(caller.userId)).email, requirePassword(fields));
      } catch (error) {
        return showAccount(context, visitor, formErrorsOf(error));
      }
      return seeOther(context, basePath, '/account/totp');
    }),
  );

  pages.post('/account/totp/confirm', (context, visitor, fields) =>
    orAccount(context, async () => {
      let codes: string[];
      try {
        codes = await twoFactor.confirm(visitor.caller, requireCode(fields));
      } catch (error) {
        return show(context, visitor, formErrorsOf(error));
      }
      return showRecoveryCodes(context, visitor, codes);
    }),
  );
}

/** Modules of the quiet zone around the code, as the standard requires. */
const QUIET = 4;

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: QUIET });
  const ink = data.flatMap((row, y) => row.flatMap((isInk, x) => (isInk ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={ink} />
    </svg>
  );
}
