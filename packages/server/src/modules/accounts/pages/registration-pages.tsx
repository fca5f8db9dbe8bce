import { limits } from '@drive/contract';
import type { Context } from 'hono';
import { cardPage } from '../../../pages/layout.tsx';
import { Field, PostForm, SubmitButton } from '../../../pages/form.tsx';
import { seeOther } from '../../../pages/own-path.ts';
import {
  exchangeOf,
  type FormFields,
  pageQuery,
  pageText,
  readForm,
  type Router,
} from '../../../platform/http/index.ts';
import {
  EmailField,
  formErrorsOf,
  NewPasswordField,
  noErrors,
  WholeFormError,
  type FormErrors,
} from './account-forms.tsx';
import type { AccountServices } from '../account-services.ts';
import type { NewUser } from '../registration/users.ts';
import type { Account } from '../users/user-store.ts';
import { t, type Text } from '../../../pages/language.ts';

interface AccountFormShape {
  readonly action: string;
  /** A hidden field that authorizes the new account. */
  readonly proof: Readonly<Record<string, string | undefined>>;
  readonly email: string;
  readonly name: string;
  readonly errors: FormErrors;
}

function AccountForm({ action, proof, email, name, errors }: AccountFormShape) {
  return (
    <>
      <WholeFormError errors={errors} />
      <PostForm action={action} hidden={proof}>
        <EmailField value={email} error={errors.messages['email']} autofocus={email === ''} />
        <Field
          name="name"
          label={t('Name (optional)')}
          autocomplete="name"
          value={name}
          error={errors.messages['name']}
          required={false}
          maxlength={200}
        />
        <NewPasswordField error={errors.messages['password']} autofocus={email !== ''} />
        <SubmitButton>{t('Create the account')}</SubmitButton>
      </PostForm>
    </>
  );
}

type Typed = Pick<AccountFormShape, 'email' | 'name'>;
const nothingTyped: Typed = { email: '', name: '' };

const tokenQuery = pageQuery({
  token: pageText(limits.comparedCharacters),
  invite: pageText(limits.comparedCharacters),
});

/** The pages of initial set-up and registration. Both sign the new user in. */
export function mountRegistrationPages(router: Router, services: AccountServices): void {
  const { registration, initialSetup, sessions, browserSessions, hasAccounts } = services;
  const basePath = services.baseUrl.path;

  const refuse = (context: Context, title: Text, text: Text): Promise<Response> =>
    cardPage(context, { title: t(title), basePath, status: 403 }, <p>{t(text)}</p>);

  const submit = async (
    context: Context,
    fields: FormFields,
    create: (user: NewUser, clientNetwork: string) => Promise<Account>,
    showAgain: (typed: Typed, errors: FormErrors) => Promise<Response>,
  ): Promise<Response> => {
    const typed = { email: fields('email'), name: fields('name') };
    const user = { email: typed.email, password: fields('password'), name: typed.name.trim() || undefined };
    let account: Account;
    try {
      account = await create(user, exchangeOf(context).clientNetwork);
    } catch (error) {
      return showAgain(typed, formErrorsOf(error));
    }
    browserSessions.setCookies(context, await sessions.start(account.userId, context.req.header('user-agent')));
    return seeOther(context, basePath, '/');
  };

  const showSetup = async (context: Context, token: string, typed = nothingTyped, errors = noErrors) => {
    if (!(await initialSetup.isOpen(token))) return refuseSetup(context);
    return cardPage(
      context,
      { title: t('Set up {name}', { name: services.instance.name }), basePath, status: errors.status },
      <>
        <p class="muted">{t('Create the first account. It will be the administrator.')}</p>
        <AccountForm action={`${basePath}/setup`} proof={{ token }} {...typed} errors={errors} />
      </>,
    );
  };

  const refuseSetup = async (context: Context): Promise<Response> =>
    (await hasAccounts())
      ? cardPage(
          context,
          { title: t('This server is already set up'), basePath, status: 403 },
          <p>
            <a href={`${basePath}/sign-in`}>{t('Sign in with your account')}</a>
          </p>,
        )
      : refuse(
          context,
          'This link no longer works',
          'The server prints a new set-up link each time it starts. Use the latest one.',
        );

  router.page('GET', '/setup', (context) => showSetup(context, tokenQuery.of(context).token ?? ''));

  router.page('POST', '/setup', async (context) => {
    if (!(await initialSetup.hasLink())) return refuseSetup(context);
    const fields = await readForm(context);
    const token = fields('token');
    return submit(
      context,
      fields,
      (user, clientNetwork) => initialSetup.setUp(token, user, clientNetwork),
      (typed, errors) => showSetup(context, token, typed, errors),
    );
  });

  const showRegister = async (context: Context, token: string, typed = nothingTyped, errors = noErrors) => {
    const invite = token === '' ? undefined : await registration.findInvite(token);
    const isOpen = registration.policy === 'open' && (await hasAccounts());
    if (!isOpen && invite === undefined) return refuseRegistration(context, token);
    return cardPage(
      context,
      { title: t('Create your account'), basePath, status: errors.status },
      <AccountForm
        action={`${basePath}/register`}
        proof={{ invite: invite && token }}
        name={typed.name}
        email={typed.email || (invite?.email ?? '')}
        errors={errors}
      />,
      <>
        {t('Do you have an account?')} <a href={`${basePath}/sign-in`}>{t('Sign in')}</a>
      </>,
    );
  };

  const refuseRegistration = (context: Context, token: string): Promise<Response> => {
    if (token !== '')
      return refuse(context, 'This invitation no longer works', 'It was used or has expired. Ask for a new one.');
    return refuse(
      context,
      'Registration is closed',
      registration.policy === 'invite'
        ? 'You need an invitation to create an account. Ask the operator of this server for one.'
        : 'Registration is disabled on this server. Ask its operator for an account.',
    );
  };

  router.page('GET', '/register', (context) => showRegister(context, tokenQuery.of(context).invite ?? ''));

  router.page('POST', '/register', async (context) => {
    if (registration.policy === 'closed') return refuseRegistration(context, '');
    const fields = await readForm(context);
    const token = fields('invite');
    return submit(
      context,
      fields,
      (user, clientNetwork) => registration.register(user, token || undefined, clientNetwork),
      (typed, errors) => showRegister(context, token, typed, errors),
    );
  });
}
