import { NewPassword } from '@drive/contract';
import type { Context } from 'hono';
import { Field, Notice } from '../../pages/form.tsx';
import { seeOther } from '../../pages/own-path.ts';
import { DomainError } from '../../platform/errors.ts';
import { exchangeOf, readForm, type Router } from '../../platform/http/index.ts';
import { NewPasswordField } from './account-form.tsx';
import {
  WholeFormError,
  cardPage,
  noErrors,
  refusedForm,
  requireText,
  type PagesDeps,
  type RefusedForm,
} from './account-forms.tsx';

/** The way back in for those who forgot their password. */
export function mountPasswordPages(router: Router, deps: PagesDeps): void {
  const { basePath, passwords } = deps;

  const showForgot = (context: Context, email: string, refused?: RefusedForm): Promise<Response> => {
    const errors = refused?.errors ?? noErrors;
    return cardPage(
      context,
      { title: 'Forgot your password?', basePath, status: refused?.status ?? 200 },
      <form method="post" action={`${basePath}/forgot`}>
        <p class="muted">Type the email address of your account. We send a link that sets a new password.</p>
        <Field
          name="email"
          label="Email address"
          type="email"
          autocomplete="username"
          value={email}
          error={errors['email']}
          autofocus
        />
        <button class="button full" type="submit">
          Send the link
        </button>
      </form>,
      <a href={`${basePath}/sign-in`}>Back to sign-in</a>,
    );
  };

  router.page('GET', '/forgot', (context) => {
    if (context.req.query('sent') === undefined) return showForgot(context, '');
    return cardPage(
      context,
      { title: 'Look into your mailbox', basePath },
      <>
        <Notice kind="good">If there is an account with that address, a mail with a link is on its way.</Notice>
        <p class="muted">The link works once, within an hour. No mail? Look among the spam, or try again.</p>
      </>,
      <a href={`${basePath}/sign-in`}>Back to sign-in</a>,
    );
  });

  router.page('POST', '/forgot', async (context) => {
    const fields = await readForm(context);
    try {
      await passwords.forget(requireText(fields, 'email', 'type your email address'));
    } catch (error) {
      return showForgot(context, fields('email'), refusedForm(error));
    }
    return seeOther(context, basePath, '/forgot?sent=1');
  });

  const showReset = async (context: Context, token: string, refused?: RefusedForm): Promise<Response> => {
    if (!(await passwords.isOpenLink(token)))
      return cardPage(
        context,
        { title: 'This link does not work any more', basePath, status: 403 },
        <p>A link works once and for one hour.</p>,
        <a href={`${basePath}/forgot`}>Ask for a new one</a>,
      );
    const errors = refused?.errors ?? noErrors;
    return cardPage(
      context,
      { title: 'Set a new password', basePath, status: refused?.status ?? 200 },
      <>
        <WholeFormError errors={errors} />
        <form method="post" action={`${basePath}/reset`}>
          <input type="hidden" name="token" value={token} />
          <NewPasswordField error={errors['password']} autofocus />
          <button class="button full" type="submit">
            Set the password
          </button>
        </form>
      </>,
    );
  };

  router.page('GET', '/reset', (context) => showReset(context, context.req.query('token') ?? ''));

  router.page('POST', '/reset', async (context) => {
    const fields = await readForm(context);
    const token = fields('token');
    try {
      await passwords.reset(token, requireNewPassword(fields('password')), exchangeOf(context).clientNetwork);
    } catch (error) {
      return showReset(context, token, refusedForm(error));
    }
    return seeOther(context, basePath, '/sign-in?done=reset');
  });
}

function requireNewPassword(password: string): string {
  const { success, data, error } = NewPassword.safeParse(password);
  if (success) return data;
  const [issue] = error.issues;
  throw new DomainError('validation_failed', 'The password will not do.', {
    issues: [{ field: 'password', message: issue?.message ?? 'will not do', code: 'invalid' }],
  });
}
