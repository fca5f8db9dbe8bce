import { limits } from '@drive/contract';
import { appScreens, cardPage, Field, PostForm, seeOther, styleOf, SubmitButton, t, type Text } from '@drive/pages';
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
import { emailKey } from '../users/account.ts';
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
  const isEmailFirst = email === '' || errors.messages['email'] !== undefined;
  return (
    <>
      <WholeFormError errors={errors} />
      <PostForm action={action} hidden={proof}>
        <EmailField value={email} error={errors.messages['email']} autofocus={isEmailFirst} />
        <Field
          name="name"
          label={t('Name (optional)')}
          autocomplete="name"
          value={name}
          error={errors.messages['name']}
          required={false}
          maxlength={200}
        />
        <NewPasswordField error={errors.messages['password']} autofocus={!isEmailFirst} />
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
  back: pageText(limits.comparedCharacters),
});

/** Steps below each other with their numbers, of which one is open. */
const stepsCss = styleOf(`
.steps{counter-reset:step;list-style:none;margin:1rem 0 0;padding:0}
.steps>li{position:relative;counter-increment:step;padding:0 0 1.25rem;padding-inline-start:3rem;color:var(--muted)}
.steps>li:last-child{padding-bottom:0}
.steps>li:not(:last-child)::after{content:"";position:absolute;inset-block:2.25rem .25rem;inset-inline-start:.9375rem;border-inline-start:1px solid var(--line)}
.steps>li::before{content:counter(step);position:absolute;inset-inline-start:0;top:0;display:grid;place-items:center;width:2rem;height:2rem;border:1px solid var(--line);border-radius:50%;font-size:.875rem;font-weight:600}
.steps>[aria-current]{color:inherit}
.steps>[aria-current]::before{color:var(--accent-text);background:var(--accent);border-color:var(--accent)}
.steps h2{margin:0 0 .5rem;line-height:2rem}
`);

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
    router.page('GET', '/register', (context) => this.#openRegister(context));
    router.page('POST', '/register', (context) => this.#register(context));
    router.page('POST', '/register/accept', (context) => this.#accept(context));
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
      // There the other steps are.
      appScreens.start,
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
    next: `/${string}` = '/',
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
    return seeOther(context, this.#basePath, next);
  }

  async #showSetup(context: Context, token: string, typed = nothingTyped, errors = noErrors) {
    if (!(await this.#services.initialSetup.isOpen(token))) return this.#refuseSetup(context);
    return cardPage(
      context,
      {
        title: t('Set up {name}', { name: this.#services.instance.name }),
        basePath: this.#basePath,
        status: errors.status,
        style: stepsCss,
      },
      <ol class="steps">
        <li aria-current="step">
          <h2>{t('Your account')}</h2>
          <p class="muted">{t('Create the first account. It will be the administrator.')}</p>
          <AccountForm action={`${this.#basePath}/setup`} proof={{ token }} {...typed} errors={errors} />
        </li>
        <li>
          <h2>{t('Upload a file')}</h2>
        </li>
        <li>
          <h2>{t('Share it with a link')}</h2>
        </li>
      </ol>,
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

  async #openRegister(context: Context): Promise<Response> {
    const { invite: token = '', back } = tokenQuery.of(context);
    const { registration, browserSessions } = this.#services;
    // The sign-in from which they come has given the role, and used up the invitation.
    const isDone = back !== undefined && token !== '' && (await registration.findInvite(token)) === undefined;
    if (isDone && (await browserSessions.find(context)) !== undefined)
      return seeOther(context, this.#basePath, appScreens.given);
    return this.#showRegister(context, token);
  }

  async #showRegister(context: Context, token: string, typed = nothingTyped, errors = noErrors) {
    const { registration, hasAccounts } = this.#services;
    const invite = token === '' ? undefined : await registration.findInvite(token);
    const isOpen = registration.policy === 'open' && (await hasAccounts());
    if (invite?.email != null && errors === noErrors) {
      const shown = await this.#showInvited(context, token, invite.email);
      if (shown !== undefined) return shown;
    }
    if (!registration.isPossible || (!isOpen && invite === undefined)) return this.#refuseRegistration(context, token);
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

  /** For whom the form is not: users with an account, and those whom single sign-on gives one. undefined: for all others. */
  async #showInvited(context: Context, token: string, email: string): Promise<Response | undefined> {
    const { registration, browserSessions, singleSignOn, findByEmail, instance } = this.#services;
    const hasAccount = (await findByEmail(email)) !== undefined;
    const isBySingleSignOn =
      singleSignOn.name !== undefined && singleSignOn.createsAccounts && !registration.isPossible;
    if (!hasAccount && !isBySingleSignOn) return undefined;
    const visitor = await browserSessions.find(context);
    const title = t('You are invited to {service}', { service: instance.name });
    if (hasAccount && visitor !== undefined && emailKey(visitor.email) === emailKey(email))
      return cardPage(
        context,
        { title, basePath: this.#basePath },
        <PostForm action={`${this.#basePath}/register/accept`} hidden={{ invite: token, xsrf: visitor.xsrfToken }}>
          <p>{t('You get access with your account {account}.', { account: email })}</p>
          <SubmitButton>{t('Accept')}</SubmitButton>
        </PostForm>,
      );
    const next = encodeURIComponent(`/register?invite=${token}${hasAccount ? '' : '&back=sign-in'}`);
    return cardPage(
      context,
      { title, basePath: this.#basePath },
      <>
        <p>{t('Sign in as {account} to accept the invitation.', { account: email })}</p>
        <p>
          <a href={`${this.#basePath}/sign-in?next=${next}`}>{t('Sign in')}</a>
        </p>
      </>,
    );
  }

  async #accept(context: Context): Promise<Response> {
    const { browserSessions, registration } = this.#services;
    const form = await browserSessions.readForm(context);
    if (form === undefined) return seeOther(context, this.#basePath, '/sign-in');
    const { visitor, fields } = form;
    await registration.accept({ userId: visitor.caller.userId, email: visitor.email }, fields('invite'));
    return seeOther(context, this.#basePath, appScreens.given);
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
