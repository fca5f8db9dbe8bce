import { limits } from '@drive/contract';
import { cardPage, nextCharacters, Notice, ownPath, PostForm, seeOther, SubmitButton, t } from '@drive/pages';
import type { Context } from 'hono';
import { isDomainError } from '../../../platform/errors.ts';
import { exchangeOf, pageQuery, pageText, readForm, type Router } from '../../../platform/http/index.ts';
import type { AccountServices } from '../account-services.ts';
import type { CheckedPassword } from '../sign-in/sign-in.ts';
import {
  CodeField,
  EmailField,
  formErrorsOf,
  noErrors,
  PasswordField,
  requireCode,
  requireEmail,
  requirePassword,
  WholeFormError,
} from './account-forms.tsx';

interface SignInForm {
  readonly email: string;
  /** Path to go to after signing in. */
  readonly next: string;
  /** Shows the previous event: the password was reset, or the code came too late. */
  readonly after?: 'reset' | 'late' | undefined;
}

interface CodeForm {
  /** Proof that the password was right. */
  readonly step: string;
  readonly next: string;
}

const signInQuery = pageQuery({
  /** Too long, it leads to the start page. */
  next: pageText(nextCharacters).catch(undefined),
  done: pageText(limits.codeCharacters),
});

export function mountSignInPages(router: Router, services: AccountServices): void {
  const { browserSessions, instance, sessions, signIn, registration } = services;
  const basePath = services.baseUrl.path;

  const show = (context: Context, form: SignInForm, errors = noErrors): Promise<Response> =>
    cardPage(
      context,
      { title: t('Sign in'), basePath, status: errors.status },
      <>
        {form.after === 'reset' && <Notice kind="good">{t('Your new password is set. Sign in with it.')}</Notice>}
        {form.after === 'late' && <Notice kind="bad">{t('That took too long. Start again.')}</Notice>}
        <WholeFormError errors={errors} />
        <PostForm action={`${basePath}/sign-in`} hidden={{ next: form.next }}>
          <EmailField value={form.email} error={errors.messages['email']} autofocus={form.email === ''} />
          <PasswordField error={errors.messages['password']} autofocus={form.email !== ''} />
          <SubmitButton>{t('Sign in')}</SubmitButton>
        </PostForm>
      </>,
      <>
        <a href={`${basePath}/forgot`}>{t('Forgot your password?')}</a>
        {registration.policy === 'open' && (
          <>
            {' · '}
            <a href={`${basePath}/register`}>{t('Create an account')}</a>
          </>
        )}
      </>,
    );

  const showCodePage = (context: Context, { step, next }: CodeForm, errors = noErrors): Promise<Response> =>
    cardPage(
      context,
      { title: t('Type your code'), basePath, status: errors.status },
      <PostForm action={`${basePath}/sign-in/code`} hidden={{ step, next }}>
        <p class="muted">
          {t('Open your authenticator and type the six digits it shows for {name}.', { name: instance.name })}
        </p>
        <CodeField
          errors={errors}
          maxlength={40}
          hint={t('No authenticator at hand? Type one of your recovery codes.')}
        />
        <SubmitButton>{t('Sign in')}</SubmitButton>
      </PostForm>,
      <a href={`${basePath}/sign-in?next=${encodeURIComponent(next)}`}>{t('Start again')}</a>,
    );

  const start = async (context: Context, checked: CheckedPassword, totp?: string): Promise<void> =>
    browserSessions.setCookies(
      context,
      await signIn.start(checked, { userAgent: context.req.header('user-agent'), totp }),
    );

  router.page('GET', '/sign-in', async (context) => {
    const { next: wanted = '/', done } = signInQuery.of(context);
    const next = ownPath(wanted);
    if ((await browserSessions.find(context)) !== undefined) return seeOther(context, basePath, next);
    return show(context, { email: '', next, after: done === 'reset' ? 'reset' : undefined });
  });

  router.page('POST', '/sign-in', async (context) => {
    const fields = await readForm(context);
    const form = { email: fields('email'), next: ownPath(fields('next')) };
    let checked: CheckedPassword | undefined;
    try {
      const { clientNetwork } = exchangeOf(context);
      checked = await signIn.checkPassword(requireEmail(fields), requirePassword(fields), clientNetwork);
      await start(context, checked);
    } catch (error) {
      if (checked !== undefined && isDomainError(error, 'totp_required'))
        return showCodePage(context, { step: signIn.issueStep(checked), next: form.next });
      return show(context, form, formErrorsOf(error));
    }
    return seeOther(context, basePath, form.next);
  });

  router.page('POST', '/sign-in/code', async (context) => {
    const fields = await readForm(context);
    const form = { step: fields('step'), next: ownPath(fields('next')) };
    const checked = await signIn.readStep(form.step);
    if (checked === undefined) return show(context, { email: '', next: form.next, after: 'late' });
    try {
      await start(context, checked, requireCode(fields));
    } catch (error) {
      return showCodePage(context, form, formErrorsOf(error));
    }
    return seeOther(context, basePath, form.next);
  });

  router.page('POST', '/sign-out', async (context) => {
    const form = await browserSessions.readForm(context);
    if (form !== undefined) await sessions.end(form.visitor.caller);
    browserSessions.clearCookies(context);
    return seeOther(context, basePath, '/');
  });
}
