import type { Context } from 'hono';
import { Field, Notice } from '../../pages/form.tsx';
import { ownPath, seeOther } from '../../pages/own-path.ts';
import { isDomainError } from '../../platform/errors.ts';
import { exchangeOf, type Router, readForm } from '../../platform/http/index.ts';
import { showCodePage } from './code-page.tsx';
import {
  WholeFormError,
  cardPage,
  noErrors,
  refusedForm,
  requireText,
  type PagesDeps,
  type RefusedForm,
} from './account-forms.tsx';
import type { CheckedPassword } from './sign-in.ts';

interface SignInForm {
  readonly email: string;
  readonly next: string;
  /** What happened just before. */
  readonly after?: 'reset' | 'late' | undefined;
}

export function mountSignInPages(router: Router, deps: PagesDeps): void {
  const { basePath, browserSessions, cookies, sessions, signIn } = deps;

  const show = (context: Context, form: SignInForm, refused?: RefusedForm): Promise<Response> => {
    const errors = refused?.errors ?? noErrors;
    return cardPage(
      context,
      { title: 'Sign in', basePath, status: refused?.status ?? 200 },
      <>
        {form.after === 'reset' && <Notice kind="good">Your new password is set. Sign in with it.</Notice>}
        {form.after === 'late' && <Notice kind="bad">That took too long. Begin again.</Notice>}
        <WholeFormError errors={errors} />
        <form method="post" action={`${basePath}/sign-in`}>
          <input type="hidden" name="next" value={form.next} />
          <Field
            name="email"
            label="Email address"
            type="email"
            autocomplete="username"
            value={form.email}
            error={errors['email']}
            autofocus={form.email === ''}
          />
          <Field
            name="password"
            label="Password"
            type="password"
            autocomplete="current-password"
            error={errors['password']}
            autofocus={form.email !== ''}
          />
          <button class="button full" type="submit">
            Sign in
          </button>
        </form>
      </>,
      <>
        <a href={`${basePath}/forgot`}>Forgot your password?</a>
        {deps.registration.policy === 'open' && (
          <>
            {' · '}
            <a href={`${basePath}/register`}>Create an account</a>
          </>
        )}
      </>,
    );
  };

  router.page('GET', '/sign-in', async (context) => {
    const next = ownPath(context.req.query('next') ?? '/');
    if ((await browserSessions.find(context)) !== undefined) return seeOther(context, basePath, next);
    return show(context, { email: '', next, after: context.req.query('done') === 'reset' ? 'reset' : undefined });
  });

  router.page('POST', '/sign-in', async (context) => {
    const fields = await readForm(context);
    const form = { email: fields('email'), next: ownPath(fields('next')) };
    let checked: CheckedPassword;
    try {
      const email = requireText(fields, 'email', 'type your email address');
      const password = requireText(fields, 'password', 'type your password');
      checked = await signIn.checkPassword(email, password, exchangeOf(context).clientNetwork);
    } catch (error) {
      return show(context, form, refusedForm(error));
    }
    try {
      cookies.set(context, await signIn.start(checked, { userAgent: context.req.header('user-agent') }));
    } catch (error) {
      if (isDomainError(error, 'totp_required'))
        return showCodePage(context, deps, { step: signIn.issueStep(checked), next: form.next });
      return show(context, form, refusedForm(error));
    }
    return seeOther(context, basePath, form.next);
  });

  router.page('POST', '/sign-in/code', async (context) => {
    const fields = await readForm(context);
    const form = { step: fields('step'), next: ownPath(fields('next')) };
    const checked = await signIn.readStep(form.step);
    if (checked === undefined) return show(context, { email: '', next: form.next, after: 'late' });
    try {
      const code = requireText(fields, 'code', 'type the code');
      const userAgent = context.req.header('user-agent');
      cookies.set(context, await signIn.start(checked, { userAgent, totp: code }));
    } catch (error) {
      return showCodePage(context, deps, form, refusedForm(error));
    }
    return seeOther(context, basePath, form.next);
  });

  router.page('POST', '/sign-out', async (context) => {
    const form = await browserSessions.readForm(context);
    if (form !== undefined) await sessions.end(form.visitor.caller);
    cookies.clear(context);
    return seeOther(context, basePath, '/');
  });
}
