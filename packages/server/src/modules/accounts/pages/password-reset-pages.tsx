import { limits } from '@drive/contract';
import { cardPage, Notice, PostForm, seeOther, SubmitButton, t } from '@drive/pages';
import type { Context } from 'hono';
import { exchangeOf, pageQuery, pageText, readForm, type Router } from '../../../platform/http/index.ts';
import type { AccountServices } from '../account-services.ts';
import {
  EmailField,
  formErrorsOf,
  NewPasswordField,
  noErrors,
  requireEmail,
  WholeFormError,
} from './account-forms.tsx';

const resetQuery = pageQuery({ sent: pageText(limits.codeCharacters), token: pageText(limits.comparedCharacters) });

export function mountPasswordResetPages(router: Router, services: AccountServices): void {
  const { baseUrl, passwordReset } = services;
  const basePath = baseUrl.path;
  const backToSignIn = () => <a href={`${basePath}/sign-in`}>{t('Back to sign-in')}</a>;

  const showForgot = (context: Context, email: string, errors = noErrors): Promise<Response> =>
    cardPage(
      context,
      { title: t('Forgot your password?'), basePath, status: errors.status },
      <PostForm action={`${basePath}/forgot`}>
        <p class="muted">
          {t('Type the email address of your account.')}{' '}
          {services.sendsMail ? t('We send a link to set a new password.') : <NotSent />}
        </p>
        <EmailField value={email} error={errors.messages['email']} autofocus />
        <SubmitButton>{t(services.sendsMail ? 'Send the link' : 'Create the link')}</SubmitButton>
      </PostForm>,
      backToSignIn(),
    );

  router.page('GET', '/forgot', (context) => {
    if (resetQuery.of(context).sent === undefined) return showForgot(context, '');
    if (!services.sendsMail)
      return cardPage(
        context,
        { title: t('Ask your administrator'), basePath },
        <>
          <Notice kind="good">{t('If there is an account with that address, there is now a link for it.')}</Notice>
          <p class="muted">
            <NotSent /> {t('The link works once, within an hour.')}
          </p>
        </>,
        backToSignIn(),
      );
    return cardPage(
      context,
      { title: t('Check your email'), basePath },
      <>
        <Notice kind="good">{t('If there is an account with that address, we sent it an email with a link.')}</Notice>
        <p class="muted">
          {t('The link works once, within an hour.')} {t('No email? Check your spam folder, or try again.')}
        </p>
      </>,
      backToSignIn(),
    );
  });

  router.page('POST', '/forgot', async (context) => {
    const fields = await readForm(context);
    try {
      await passwordReset.request(requireEmail(fields));
    } catch (error) {
      return showForgot(context, fields('email'), formErrorsOf(error));
    }
    return seeOther(context, basePath, '/forgot?sent=1');
  });

  const showReset = async (context: Context, token: string, errors = noErrors): Promise<Response> => {
    if (!(await passwordReset.isOpenLink(token)))
      return cardPage(
        context,
        { title: t('This link no longer works'), basePath, status: 403 },
        <p>{t('A link works once and for one hour.')}</p>,
        <a href={`${basePath}/forgot`}>{t('Request a new one')}</a>,
      );
    return cardPage(
      context,
      { title: t('Set a new password'), basePath, status: errors.status },
      <>
        <WholeFormError errors={errors} />
        <PostForm action={`${basePath}/reset`} hidden={{ token }}>
          <NewPasswordField error={errors.messages['password']} autofocus />
          <label class="check">
            <input type="checkbox" name="keepKeys" value="true" />
            {t('Keep my API keys and the devices that use them signed in')}
          </label>
          <p class="hint">
            {t('Leave this off if somebody else may know your password. All sessions end in either case.')}
          </p>
          <SubmitButton>{t('Set the password')}</SubmitButton>
        </PostForm>
      </>,
    );
  };

  router.page('GET', '/reset', (context) => showReset(context, resetQuery.of(context).token ?? ''));

  router.page('POST', '/reset', async (context) => {
    const fields = await readForm(context);
    const token = fields('token');
    try {
      const { clientNetwork } = exchangeOf(context);
      const reset = { token, newPassword: fields('password'), revokesKeys: fields('keepKeys') === '' };
      await passwordReset.reset(reset, clientNetwork);
    } catch (error) {
      return showReset(context, token, formErrorsOf(error));
    }
    return seeOther(context, basePath, '/sign-in?done=reset');
  });
}

/** Never depends on whether the account exists. */
function NotSent() {
  return (
    <>
      {t(
        'This server sends no email: it writes the link to outbox/ in its data directory. Ask the administrator for it.',
      )}
    </>
  );
}
