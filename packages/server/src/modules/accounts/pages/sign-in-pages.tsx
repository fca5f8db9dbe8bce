import { limits, PasskeyAssertion } from '@drive/contract';
import {
  appScreens,
  type Asset,
  cardPage,
  mountAsset,
  nextCharacters,
  Notice,
  ownPath,
  PostForm,
  readClientScript,
  seeOther,
  SubmitButton,
  t,
} from '@drive/pages';
import type { Context } from 'hono';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import {
  exchangeOf,
  type FormFields,
  incomingOf,
  isFromThisMachine,
  pageQuery,
  pageText,
  readForm,
  type Router,
} from '../../../platform/http/index.ts';
import type { AccountServices } from '../account-services.ts';
import type { CheckedPassword, SecondFactor } from '../sign-in/sign-in.ts';
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
  readonly methods: readonly string[];
}

const signInQuery = pageQuery({
  /** Too long, it leads to the start page. */
  next: pageText(nextCharacters).catch(undefined),
  done: pageText(limits.codeCharacters),
});
const linkQuery = pageQuery({ token: pageText(limits.comparedCharacters) });

export class SignInPages {
  readonly #services: AccountServices;
  readonly #basePath: string;
  readonly #script: Asset;

  constructor(services: AccountServices) {
    this.#services = services;
    this.#basePath = services.baseUrl.path;
    this.#script = readClientScript('passkey', import.meta.url);
  }

  mount(router: Router): void {
    mountAsset(router, this.#script);
    router.page('GET', '/sign-in', (context) => this.#open(context));
    router.page('POST', '/sign-in', (context) => this.#signIn(context));
    router.page('POST', '/sign-in/code', (context) => this.#finish(context));
    router.page('GET', '/sign-in/link', (context) => this.#openLink(context));
    router.page('POST', '/sign-in/link', (context) => this.#useLink(context));
    router.page('POST', '/sign-out', (context) => this.#signOut(context));
  }

  async #open(context: Context): Promise<Response> {
    const { next: wanted = '/', done } = signInQuery.of(context);
    const next = ownPath(wanted);
    const session = await this.#services.browserSessions.find(context, { beforeSecondFactor: true });
    if (session !== undefined)
      // Any other page would send a visitor without a second factor back here.
      return seeOther(context, this.#basePath, session.caller.needsSecondFactor === true ? appScreens.security : next);
    return this.#show(context, { email: '', next, after: done === 'reset' ? 'reset' : undefined });
  }

  async #signIn(context: Context): Promise<Response> {
    const { signIn } = this.#services;
    const fields = await readForm(context);
    const form = { email: fields('email'), next: ownPath(fields('next')) };
    let checked: CheckedPassword | undefined;
    try {
      const client = {
        clientNetwork: exchangeOf(context).clientNetwork,
        isLocal: isFromThisMachine(incomingOf(context)),
      };
      checked = await signIn.checkPassword(requireEmail(fields), requirePassword(fields), client);
      await this.#start(context, checked);
    } catch (error) {
      if (checked !== undefined && isDomainError(error, 'totp_required'))
        return this.#showCodePage(context, {
          step: signIn.issueStep(checked),
          next: form.next,
          methods: (error.details?.['methods'] ?? []) as readonly string[],
        });
      return this.#show(context, form, formErrorsOf(error));
    }
    return seeOther(context, this.#basePath, form.next);
  }

  async #finish(context: Context): Promise<Response> {
    const fields = await readForm(context);
    const form = {
      step: fields('step'),
      next: ownPath(fields('next')),
      methods: fields('methods').split(' '),
    };
    const checked = await this.#services.signIn.readStep(form.step);
    if (checked === undefined) return this.#show(context, { email: '', next: form.next, after: 'late' });
    try {
      await this.#start(context, checked, readFactor(fields));
    } catch (error) {
      return this.#showCodePage(context, form, formErrorsOf(error));
    }
    return seeOther(context, this.#basePath, form.next);
  }

  async #start(context: Context, checked: CheckedPassword, second: SecondFactor = {}): Promise<void> {
    const { browserSessions, signIn } = this.#services;
    const userAgent = context.req.header('user-agent');
    browserSessions.setCookies(context, await signIn.start(checked, { userAgent, ...second }));
  }

  async #openLink(context: Context): Promise<Response> {
    const { token = '' } = linkQuery.of(context);
    const email = await this.#services.loginLinks.findEmail(token);
    if (email === undefined)
      return cardPage(
        context,
        { title: t('This link no longer works'), basePath: this.#basePath, status: 403 },
        <p>{t('It was used or has expired. Ask for a new one.')}</p>,
        <a href={`${this.#basePath}/sign-in`}>{t('Back to sign-in')}</a>,
      );
    return cardPage(
      context,
      { title: t('Sign in'), basePath: this.#basePath },
      <PostForm action={`${this.#basePath}/sign-in/link`} hidden={{ token }}>
        <p>{t('This link signs you in as {email}, once.', { email })}</p>
        <SubmitButton>{t('Sign in')}</SubmitButton>
      </PostForm>,
    );
  }

  async #useLink(context: Context): Promise<Response> {
    const { browserSessions, loginLinks } = this.#services;
    const fields = await readForm(context);
    browserSessions.setCookies(context, await loginLinks.use(fields('token'), context.req.header('user-agent')));
    return seeOther(context, this.#basePath, '/');
  }

  async #signOut(context: Context): Promise<Response> {
    const { browserSessions, sessions, singleSignOn } = this.#services;
    const form = await browserSessions.readForm(context, { beforeSecondFactor: true });
    const caller = form?.visitor.caller;
    const issuerUrl = caller && (await singleSignOn.findSignOutUrl(caller));
    if (caller !== undefined) await sessions.end(caller);
    browserSessions.clearCookies(context);
    if (issuerUrl === undefined) return seeOther(context, this.#basePath, '/');
    // Not a redirect: the policy of a page lets its forms lead to this server only.
    return cardPage(
      context,
      {
        title: t('You are signed out'),
        basePath: this.#basePath,
        head: <meta http-equiv="refresh" content={`0;url=${issuerUrl}`} />,
      },
      <a class="button" href={issuerUrl}>
        {t('Sign out of {name}, too', { name: singleSignOn.name ?? '' })}
      </a>,
    );
  }

  #show(context: Context, form: SignInForm, errors = noErrors): Promise<Response> {
    const { config, passkeys, registration, singleSignOn } = this.#services;
    const { passwordLogin } = config;
    const basePath = this.#basePath;
    const hasPasswords = passwordLogin || isFromThisMachine(incomingOf(context));
    return cardPage(
      context,
      {
        title: t('Sign in'),
        basePath,
        status: errors.status,
        scripts: passkeys.isOn ? [this.#script.path] : [],
      },
      <>
        {form.after === 'reset' && <Notice kind="good">{t('Your new password is set. Sign in with it.')}</Notice>}
        {form.after === 'late' && <Notice kind="bad">{t('That took too long. Start again.')}</Notice>}
        <WholeFormError errors={errors} />
        {singleSignOn.name !== undefined && (
          <p>
            <a
              class="button"
              href={`${basePath}/api/auth/oidc/start?returnTo=${encodeURIComponent(form.next)}`}
              rel="nofollow"
            >
              {t('Sign in with {name}', { name: singleSignOn.name })}
            </a>
          </p>
        )}
        {hasPasswords && (
          <PostForm action={`${basePath}/sign-in`} hidden={{ next: form.next }}>
            <EmailField value={form.email} error={errors.messages['email']} autofocus={form.email === ''} />
            <PasswordField error={errors.messages['password']} autofocus={form.email !== ''} />
            <SubmitButton>{t('Sign in')}</SubmitButton>
          </PostForm>
        )}
        {passkeys.isOn && <PasskeyButton basePath={basePath} next={`${basePath}${form.next}`} />}
      </>,
      passwordLogin && (
        <>
          <a href={`${basePath}/forgot`}>{t('Forgot your password?')}</a>
          {registration.policy === 'open' && (
            <>
              {' · '}
              <a href={`${basePath}/register`}>{t('Create an account')}</a>
            </>
          )}
        </>
      ),
    );
  }

  #showCodePage(context: Context, { step, next, methods }: CodeForm, errors = noErrors): Promise<Response> {
    const { instance, passkeys } = this.#services;
    const takesPasskeys = passkeys.isOn && methods.includes('passkey');
    return cardPage(
      context,
      {
        title: t('Type your code'),
        basePath: this.#basePath,
        status: errors.status,
        scripts: takesPasskeys ? [this.#script.path] : [],
      },
      <PostForm
        action={`${this.#basePath}/sign-in/code`}
        hidden={{ step, next, methods: methods.join(' '), ...(takesPasskeys ? { passkey: '' } : {}) }}
      >
        {methods.includes('totp') && (
          <p class="muted">
            {t('Open your authenticator and type the six digits it shows for {name}.', { name: instance.name })}
          </p>
        )}
        {takesPasskeys && <PasskeyButton basePath={this.#basePath} email="" />}
        <CodeField
          errors={errors}
          maxlength={40}
          hint={t(
            methods.includes('totp')
              ? 'No authenticator at hand? Type one of your recovery codes.'
              : 'No passkey at hand? Type one of your recovery codes.',
          )}
        />
        <SubmitButton>{t('Sign in')}</SubmitButton>
      </PostForm>,
      <a href={`${this.#basePath}/sign-in?next=${encodeURIComponent(next)}`}>{t('Start again')}</a>,
    );
  }
}

/** Shown by the script, which needs a browser with passkeys. */
function PasskeyButton({ basePath, ...data }: { basePath: string; next?: string; email?: string }) {
  return (
    <>
      <p>
        <button
          id="passkey"
          class="button plain"
          type="button"
          hidden
          data-api={`${basePath}/api/auth/passkeys/authenticate`}
          data-next={data.next}
          data-email={data.email}
        >
          {t(data.email === undefined ? 'Sign in with a passkey' : 'Use a passkey')}
        </button>
      </p>
      <p id="passkey-problem" class="wrong" role="alert" hidden></p>
    </>
  );
}

function readFactor(fields: FormFields): SecondFactor {
  const sent = fields('passkey');
  if (sent === '') return { totp: requireCode(fields) };
  const passkey = PasskeyAssertion.safeParse(parseJson(sent));
  if (passkey.success) return { passkey: passkey.data };
  throw new DomainError('invalid_credentials', 'This is not the answer of a passkey.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
