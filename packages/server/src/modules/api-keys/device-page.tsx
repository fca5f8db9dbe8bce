import type { BaseUrl } from '@drive/base';
import { type ClientFiles, installCommands } from '@drive/client-downloads';
import { type ErrorCode, errorStatus, limits, Reauthentication } from '@drive/contract';
import { exchangeOf, type Router } from '@drive/http-api';
import {
  cardPage,
  Field,
  Notice,
  PostForm,
  seeOther,
  SubmitButton,
  t,
  type Text,
  toSignIn,
  translateMessage,
} from '@drive/pages';
import type { Context } from 'hono';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import { type FormFields, pageQuery, pageText } from '../../platform/http/index.ts';
import type { Accounts, BrowserSession, NeededProof } from '../accounts/index.ts';
import type { DeviceSignIn } from './device-sign-in.ts';

const noSuchCode = 'No device is waiting with this code. Check the code: it works once, within ten minutes.';

/** Refusals after which the form can be sent again. */
const shownAgain: ReadonlySet<ErrorCode> = new Set([
  'api_key_limit_reached',
  'invalid_credentials',
  'reauthentication_required',
  'too_many_requests',
  'totp_required',
  'unavailable',
]);

/** Throws `invalid_credentials` for texts that no password and no code can be. */
function readProof(fields: FormFields): { readonly password?: string | undefined; readonly totp?: string | undefined } {
  const proof = Reauthentication.safeParse({ password: fields('password'), totp: fields('totp') || null });
  if (proof.success) return proof.data;
  throw new DomainError('invalid_credentials', 'The password is wrong.');
}

const pageParameters = pageQuery({ code: pageText(limits.codeCharacters), done: pageText(limits.codeCharacters) });

interface DevicePageDeps {
  readonly baseUrl: BaseUrl;
  readonly accounts: Pick<Accounts, 'browserSessions' | 'neededProof' | 'reauthenticate'>;
  readonly devices: DeviceSignIn;
  readonly clients: ClientFiles;
}

export class DevicePage {
  readonly #deps: DevicePageDeps;
  readonly #basePath: string;

  constructor(deps: DevicePageDeps) {
    this.#deps = deps;
    this.#basePath = deps.baseUrl.path;
  }

  mount(router: Router): void {
    router.page('GET', '/device', (context) => this.#show(context));
    router.page('POST', '/device', (context) => this.#decide(context));
  }

  async #show(context: Context): Promise<Response> {
    const { accounts, devices } = this.#deps;
    const { code: typedCode = '', done } = pageParameters.of(context);
    const user = await accounts.browserSessions.find(context);
    if (user === undefined) return this.#askToSignIn(context, typedCode);
    if (done === 'approved')
      return cardPage(
        context,
        { title: t('Device allowed'), basePath: this.#basePath, user },
        <>
          <Notice kind="good">{t('The device signs in by itself within a few seconds.')}</Notice>
          <p class="muted">{t('You can close this page. To sign the device out, revoke its API key.')}</p>
        </>,
      );
    if (done === 'refused')
      return cardPage(
        context,
        { title: t('Device refused'), basePath: this.#basePath, user },
        <p>{t('It gets no access to your account.')}</p>,
      );
    if (typedCode === '') return this.#askForCode(context, user, '');
    const { clientNetwork } = exchangeOf(context);
    const code = await devices.findWaiting({ typedCode, caller: user.caller, clientNetwork });
    return code === undefined
      ? this.#askForCode(context, user, typedCode, noSuchCode)
      : this.#askForDecision(context, user, code);
  }

  async #decide(context: Context): Promise<Response> {
    const { accounts, devices } = this.#deps;
    const form = await accounts.browserSessions.readForm(context);
    if (form === undefined) return this.#askToSignIn(context, '');
    const { visitor, fields } = form;
    const typedCode = fields('code');
    const decision = fields('decision');
    if (decision !== 'approve' && decision !== 'refuse') return seeOther(context, this.#basePath, '/device');
    const { clientNetwork } = exchangeOf(context);
    try {
      if (decision === 'approve' && fields('password') !== '')
        await accounts.reauthenticate(visitor.caller, readProof(fields), clientNetwork);
      await devices.decide({ caller: visitor.caller, clientNetwork, typedCode, approve: decision === 'approve' });
    } catch (error) {
      if (isDomainError(error, 'not_found')) return this.#askForCode(context, visitor, typedCode, noSuchCode);
      if (!isDomainError(error) || !shownAgain.has(error.code)) throw error;
      return this.#askForDecision(context, visitor, typedCode, error);
    }
    return seeOther(context, this.#basePath, `/device?done=${decision === 'approve' ? 'approved' : 'refused'}`);
  }

  async #askForCode(context: Context, user: BrowserSession, typed: string, wrong?: Text): Promise<Response> {
    const { baseUrl, clients } = this.#deps;
    const { script, cli } = installCommands(baseUrl, await clients.list());
    const install = script ?? cli;
    return cardPage(
      context,
      { title: t('Sign in a device'), basePath: this.#basePath, user, status: wrong === undefined ? 200 : 404 },
      <form method="get" action={`${this.#basePath}/device`}>
        <p class="muted">{t('The device shows a code of eight letters. Type it here.')}</p>
        <Field
          name="code"
          label={t('Code')}
          class="code"
          value={typed}
          error={wrong && t(wrong)}
          autocomplete="off"
          maxlength={20}
          autofocus
        />
        <SubmitButton>{t('Continue')}</SubmitButton>
      </form>,
      install !== undefined && (
        <>
          {t('No command line yet? Run')} <code>{install}</code> ·{' '}
          <a href={`${this.#basePath}/install`}>{t('Install')}</a>
        </>
      ),
    );
  }

  async #askForDecision(
    context: Context,
    user: BrowserSession,
    code: string,
    refusal?: DomainError,
  ): Promise<Response> {
    const proof = await this.#deps.accounts.neededProof(user.caller);
    const status = refusal === undefined ? 200 : errorStatus[refusal.code];
    return cardPage(
      context,
      { title: t('Allow this device?'), basePath: this.#basePath, user, status },
      <>
        {refusal !== undefined && <Notice kind="bad">{messageOf(refusal)}</Notice>}
        <p class="usercode">{code}</p>
        <p>{t('Allow it only if you started this yourself and the device in front of you shows the same code.')}</p>
        <p>{t('It gets an API key of your account, which can do everything you can do:')}</p>
        <ul>
          <li>{t('see, download, add, change and delete your files,')}</li>
          <li>{t('share them with others,')}</li>
          <li>{t('create and revoke API keys.')}</li>
        </ul>
        <PostForm action={`${this.#basePath}/device`} hidden={{ xsrf: user.xsrfToken, code }}>
          <ProofFields proof={proof} confirmUrl={this.#confirmUrl(code)} />
          <div class="actions">
            <button class="button" type="submit" name="decision" value="approve">
              {t('Approve')}
            </button>
            <button class="button plain" type="submit" name="decision" value="refuse" formnovalidate>
              {t('Refuse')}
            </button>
          </div>
        </PostForm>
      </>,
    );
  }

  /** Where the issuer of single sign-on confirms who its user is, and leads back. */
  #confirmUrl(code: string): string {
    const returnTo = encodeURIComponent(`/device?code=${encodeURIComponent(code)}`);
    return `${this.#basePath}/api/auth/oidc/start?reauthenticate=true&returnTo=${returnTo}`;
  }

  #askToSignIn(context: Context, code: string): Response {
    const next = code === '' ? '/device' : `/device?code=${encodeURIComponent(code)}`;
    return toSignIn(context, this.#basePath, next);
  }
}

function ProofFields({ proof, confirmUrl }: { proof: NeededProof | undefined; confirmUrl: string }) {
  if (proof === undefined) return null;
  return (
    <>
      {proof.issuer !== undefined && (
        <p>
          <a href={confirmUrl}>{t('Confirm with {name} who you are', { name: proof.issuer })}</a>
        </p>
      )}
      {proof.password && (
        <>
          <p class="muted">{t('You signed in some time ago. Type your password to approve it.')}</p>
          <Field name="password" label={t('Password')} type="password" autocomplete="current-password" />
        </>
      )}
      {proof.code && (
        <Field
          name="totp"
          label={t('Code of your authenticator')}
          class="code"
          autocomplete="one-time-code"
          maxlength={40}
        />
      )}
    </>
  );
}

const messageOf = (refusal: DomainError): string =>
  translateMessage(refusal.code === 'totp_required' ? 'Type the code.' : refusal.message);
