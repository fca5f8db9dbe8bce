import type { Context } from 'hono';
import { seeOther } from '../../pages/own-path.ts';
import { exchangeOf, type FormFields, type Router, readForm } from '../../platform/http/index.ts';
import type { Account } from './account.ts';
import { AccountForm } from './account-form.tsx';
import { cardPage, noErrors, refusedForm, type PagesDeps, type RefusedForm } from './account-forms.tsx';
import type { NewUser } from './users.ts';

interface Typed {
  readonly email: string;
  readonly name: string;
}

/** First-run set-up and registration: two doors to the same form. Whoever made an account is signed in with it. */
export function mountAccountPages(router: Router, deps: PagesDeps): void {
  mountSetupPage(router, deps);
  mountRegisterPage(router, deps);
}

function mountSetupPage(router: Router, deps: PagesDeps): void {
  const { basePath, initialSetup, hasAccounts } = deps;

  const show = async (context: Context, token: string, typed: Typed, refused?: RefusedForm): Promise<Response> => {
    if (!(await initialSetup.isOpen(token))) return showClosed(context);
    return cardPage(
      context,
      { title: 'Set up this Drive', basePath, status: refused?.status ?? 200 },
      <>
        <p class="muted">Make the first account. It is the administrator’s.</p>
        <AccountForm
          action={`${basePath}/setup`}
          submit="Create the account"
          proof={{ name: 'token', value: token }}
          {...typed}
          errors={refused?.errors ?? noErrors}
        />
      </>,
    );
  };

  const showClosed = async (context: Context): Promise<Response> => {
    if (await hasAccounts())
      return cardPage(
        context,
        { title: 'This Drive is set up already', basePath, status: 403 },
        <p>
          <a href={`${basePath}/sign-in`}>Sign in</a> with your account.
        </p>,
      );
    return cardPage(
      context,
      { title: 'This link does not work any more', basePath, status: 403 },
      <p>The server prints a new set-up link each time it starts. Look for the latest one where it runs.</p>,
    );
  };

  router.page('GET', '/setup', (context) => show(context, context.req.query('token') ?? '', { email: '', name: '' }));

  router.page('POST', '/setup', async (context) => {
    if (!initialSetup.hasLink()) return showClosed(context);
    const fields = await readForm(context);
    const token = fields('token');
    let admin: Account;
    try {
      admin = await initialSetup.setUp(token, userOf(fields), exchangeOf(context).clientNetwork);
    } catch (error) {
      return show(context, token, typedOf(fields), refusedForm(error));
    }
    return signIn(context, deps, admin);
  });
}

function mountRegisterPage(router: Router, deps: PagesDeps): void {
  const { basePath, registration, hasAccounts } = deps;

  const show = async (context: Context, token: string, typed: Typed, refused?: RefusedForm): Promise<Response> => {
    const invite = token === '' ? undefined : await registration.findInvite(token);
    const isOpen = registration.policy === 'open' && (await hasAccounts());
    if (!isOpen && invite === undefined) return showClosed(context, token);
    return cardPage(
      context,
      { title: 'Create your account', basePath, status: refused?.status ?? 200 },
      <AccountForm
        action={`${basePath}/register`}
        submit="Create the account"
        proof={invite === undefined ? undefined : { name: 'invite', value: token }}
        name={typed.name}
        email={typed.email === '' ? (invite?.email ?? '') : typed.email}
        errors={refused?.errors ?? noErrors}
      />,
      <>
        You have one? <a href={`${basePath}/sign-in`}>Sign in</a>
      </>,
    );
  };

  const showClosed = (context: Context, token: string): Promise<Response> =>
    token === ''
      ? cardPage(
          context,
          { title: 'No registration here', basePath, status: 403 },
          <p>
            {registration.policy === 'invite'
              ? 'An account here needs an invitation. Ask whoever runs this server for one.'
              : 'This server takes no registrations. Ask whoever runs it for an account.'}
          </p>,
        )
      : cardPage(
          context,
          { title: 'This invitation does not work any more', basePath, status: 403 },
          <p>It was used, or it has run out. Ask for a new one.</p>,
        );

  router.page('GET', '/register', (context) =>
    show(context, context.req.query('invite') ?? '', { email: '', name: '' }),
  );

  router.page('POST', '/register', async (context) => {
    if (registration.policy === 'closed') return showClosed(context, '');
    const fields = await readForm(context);
    const token = fields('invite');
    let account: Account;
    try {
      account = await registration.register(
        userOf(fields),
        token === '' ? undefined : token,
        exchangeOf(context).clientNetwork,
      );
    } catch (error) {
      return show(context, token, typedOf(fields), refusedForm(error));
    }
    return signIn(context, deps, account);
  });
}

const typedOf = (fields: FormFields): Typed => ({ email: fields('email'), name: fields('name') });

const userOf = (fields: FormFields): NewUser => {
  const name = fields('name').trim();
  return { email: fields('email'), password: fields('password'), name: name === '' ? undefined : name };
};

async function signIn(context: Context, deps: PagesDeps, { userId }: Account): Promise<Response> {
  deps.cookies.set(context, await deps.sessions.start(userId, context.req.header('user-agent')));
  return seeOther(context, deps.basePath, '/');
}
