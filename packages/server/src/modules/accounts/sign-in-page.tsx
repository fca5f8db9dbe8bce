import type { Context } from 'hono';
import { Field, Notice } from '../../pages/form.tsx';
import { goTo, ownPath } from '../../pages/own-path.ts';
import type { Router } from '../../platform/http/index.ts';
import {
  WholeFormError,
  cardPage,
  noErrors,
  readStrangersForm,
  refusedForm,
  requireText,
  type PagesDeps,
  type RefusedForm,
} from './pages.tsx';

interface SignInForm {
  readonly email: string;
  readonly next: string;
  /** A reset password was set just before. */
  readonly afterReset?: boolean;
}

export function mountSignInPages(router: Router, deps: PagesDeps): void {
  const { basePath, baseUrl, visitors, cookies, sessions, checkPassword } = deps;

  const show = (context: Context, form: SignInForm, refused?: RefusedForm): Promise<Response> => {
    const errors = refused?.errors ?? noErrors;
    return cardPage(
      context,
      { title: 'Sign in', basePath, status: refused?.status ?? 200 },
      <>
        {form.afterReset === true && <Notice kind="good">Your new password is set. Sign in with it.</Notice>}
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
    if ((await visitors.find(context)) !== undefined) return goTo(context, basePath, next);
    return show(context, { email: '', next, afterReset: context.req.query('done') === 'reset' });
  });

  router.page('POST', '/sign-in', async (context) => {
    const fields = await readStrangersForm(context, baseUrl);
    const form = { email: fields('email'), next: ownPath(fields('next')) };
    try {
      const email = requireText(fields, 'email', 'type your email address');
      const password = requireText(fields, 'password', 'type your password');
      const checked = await checkPassword(email, password);
      cookies.set(context, await sessions.start(checked.userId, context.req.header('user-agent'), checked));
    } catch (error) {
      return show(context, form, refusedForm(error));
    }
    return goTo(context, basePath, form.next);
  });

  router.page('POST', '/sign-out', async (context) => {
    const form = await visitors.readForm(context);
    if (form !== undefined) await sessions.end(form.visitor.caller);
    cookies.clear(context);
    return goTo(context, basePath, '/');
  });
}
