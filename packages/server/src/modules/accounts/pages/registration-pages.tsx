import { limits } from '@drive/contract';
import { cardPage, Field, PostForm, seeOther, SubmitButton, t, type Text } from '@drive/pages';
import type { Context } from 'hono';
import {
  exchangeOf,
  type FormFields,
  pageQuery,
  pageText,
  readForm,
  type Router,
} from '../../../platform/http/index.ts';
import type { AccountServices } from '../account-services.ts';
import type { NewUser } from '../registration/create-user.ts';
import type { Account } from '../users/user-store.ts';
import {
  EmailField,
  formErrorsOf,
  NewPasswordField,
  noErrors,
  WholeFormError,
  type FormErrors,
} from './account-forms.tsx';

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
export class RegistrationPages {
  readonly #services: AccountServices;
  readonly #basePath: string;

  constructor(services: AccountServices) {
    this.#services = services;
    this.#basePath = services.baseUrl.path;
  }

  mount(router: Router): void {
    router.page('GET', '/setup', (context) => this.#showSetup(context, tokenQuery.of(context).token ?? ''));
    router.page('POST', '/setup', (context) => this.#setUp(context));
    router.page('GET', '/register', (context) => this.#showRegister(context, tokenQuery.of(context).invite ?? ''));
    router.page('POST', '/register', (context) => this.#register(context));
  }

  async #setUp(context: Context): Promise<Response> {
    const { initialSetup } = this.#services;
    if (!(await initialSetup.hasLink())) return this.#refuseSetup(context);
    const fields = await readForm(context);
    const token = fields('token');
    return this.#submit(
      context,
      fields,
      (user, clientNetwork) => initialSetup.setUp(token, user, clientNetwork),
      (typed, errors) => this.#showSetup(context, token, typed, errors),
    );
  }

  async #register(context: Context): Promise<Response> {
    const { registration } = this.#services;
    if (registration.policy === 'closed') return this.#refuseRegistration(context, '');
    const fields = await readForm(context);
    const token = fields('invite');
    return this.#submit(
      context,
      fields,
      (user, clientNetwork) => registration.register(user, token || undefined, clientNetwork),
      (typed, errors) => this.#showRegister(context, token, typed, errors),
    );
  }

  #refuse(context: Context, title: Text, text: Text): Promise<Response> {
    return cardPage(context, { title: t(title), basePath: this.#basePath, status: 403 }, <p>{t(text)}</p>);
  }

  async #submit(
    context: Context,
    fields: FormFields,
    create: (user: NewUser, clientNetwork: string) => Promise<Account>,
    showAgain: (typed: Typed, errors: FormErrors) => Promise<Response>,
  ): Promise<Response> {
    const { browserSessions, sessions } = this.#services;
    const typed = { email: fields('email'), name: fields('name') };
    const user = { email: typed.email, password: fields('password'), name: typed.name.trim() || undefined };
    let account: Account;
    try {
      account = await create(user, exchangeOf(context).clientNetwork);
    } catch (error) {
      return showAgain(typed, formErrorsOf(error));
    }
    browserSessions.setCookies(context, await sessions.start(account.userId, context.req.header('user-agent')));
    return seeOther(context, this.#basePath, '/');
  }

  async #showSetup(context: Context, token: string, typed = nothingTyped, errors = noErrors) {
    if (!(await this.#services.initialSetup.isOpen(token))) return this.#refuseSetup(context);
    return cardPage(
      context,
      {
        title: t('Set up {name}', { name: this.#services.instance.name }),
        basePath: this.#basePath,
        status: errors.status,
      },
      <>
        <p class="muted">{t('Create the first account. It will be the administrator.')}</p>
        <AccountForm action={`${this.#basePath}/setup`} proof={{ token }} {...typed} errors={errors} />
      </>,
    );
  }

  async #refuseSetup(context: Context): Promise<Response> {
    return (await this.#services.hasAccounts())
      ? cardPage(
          context,
          { title: t('This server is already set up'), basePath: this.#basePath, status: 403 },
          <p>
            <a href={`${this.#basePath}/sign-in`}>{t('Sign in with your account')}</a>
          </p>,
        )
      : this.#refuse(
          context,
          'This link no longer works',
          'The server prints a new set-up link each time it starts. Use the latest one.',
        );
  }

  async #showRegister(context: Context, token: string, typed = nothingTyped, errors = noErrors) {
    const { registration, hasAccounts } = this.#services;
    const invite = token === '' ? undefined : await registration.findInvite(token);
    const isOpen = registration.policy === 'open' && (await hasAccounts());
    if (!isOpen && invite === undefined) return this.#refuseRegistration(context, token);
    return cardPage(
      context,
      { title: t('Create your account'), basePath: this.#basePath, status: errors.status },
      <AccountForm
        action={`${this.#basePath}/register`}
        proof={{ invite: invite && token }}
        name={typed.name}
        email={typed.email || (invite?.email ?? '')}
        errors={errors}
      />,
      <>
        {t('Do you have an account?')} <a href={`${this.#basePath}/sign-in`}>{t('Sign in')}</a>
      </>,
    );
  }

  #refuseRegistration(context: Context, token: string): Promise<Response> {
    if (token !== '')
      return this.#refuse(context, 'This invitation no longer works', 'It was used or has expired. Ask for a new one.');
    return this.#refuse(
      context,
      'Registration is closed',
      this.#services.registration.policy === 'invite'
        ? 'You need an invitation to create an account. Ask the operator of this server for one.'
        : 'Registration is disabled on this server. Ask its operator for an account.',
    );
  }
}
