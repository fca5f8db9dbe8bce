import { errorStatus, limits } from '@drive/contract';
import { appScreens, cardPage, Notice, ownPath, seeOther, t, toSignIn, translateMessage } from '@drive/pages';
import type { Context } from 'hono';
import type { Caller } from '../../../platform/access/index.ts';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import { incomingOf, pageQuery, pageText, readForm, type Router } from '../../../platform/http/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Attempt, Attempts } from './attempts.ts';
import type { Issuer } from './issuer.ts';
import type { SingleSignOn } from './single-sign-on.ts';

const startQuery = pageQuery({
  returnTo: pageText(limits.returnPathCharacters).catch(undefined),
  reauthenticate: pageText(limits.codeCharacters),
});
const callbackQuery = pageQuery({
  state: pageText(limits.comparedCharacters),
  error: pageText(limits.comparedCharacters),
});

type SsoPagesDeps = Pick<Ports, 'baseUrl' | 'log'> & {
  readonly accounts: Accounts;
  readonly issuer: Issuer;
  readonly attempts: Attempts;
  readonly singleSignOn: SingleSignOn;
};

/** The way of a browser to the issuer and back, and what the issuer itself calls. */
export class SsoPages {
  readonly #deps: SsoPagesDeps;
  readonly #basePath: string;

  constructor(deps: SsoPagesDeps) {
    this.#deps = deps;
    this.#basePath = deps.baseUrl.path;
  }

  mount(router: Router): void {
    router.page('GET', '/api/auth/oidc/start', (context) => this.#guard(context, () => this.#start(context)), {
      countsIn: 'auth',
    });
    router.page('GET', '/api/auth/oidc/callback', (context) => this.#guard(context, () => this.#comeBack(context)), {
      countsIn: 'auth',
    });
    // The issuer logs many users out at once, from one address.
    router.page('POST', '/api/auth/oidc/backchannel-logout', (context) => this.#logOut(context), {
      countsIn: 'files',
    });
  }

  /** Starts an attempt and returns the URL of the issuer. */
  async begin(context: Context, attempt: Attempt): Promise<string> {
    const { issuer, attempts } = this.#deps;
    const secrets = await issuer.newSecrets();
    const url = await issuer.authorizationUrl(secrets, attempt.purpose === 'reauthenticate');
    await attempts.start(context, attempt, secrets);
    return url;
  }

  async #start(context: Context): Promise<Response> {
    const { returnTo: wanted = '/', reauthenticate } = startQuery.of(context);
    const returnTo = ownPath(wanted);
    if (reauthenticate !== 'true')
      return context.redirect(await this.begin(context, { purpose: 'sign-in', sessionId: null, returnTo }), 302);
    const visitor = await this.#deps.accounts.browserSessions.find(context, { beforeSecondFactor: true });
    if (visitor === undefined) return toSignIn(context, this.#basePath, returnTo);
    const sessionId = visitor.caller.credentialId;
    return context.redirect(await this.begin(context, { purpose: 'reauthenticate', sessionId, returnTo }), 302);
  }

  async #comeBack(context: Context): Promise<Response> {
    const { attempts, issuer, singleSignOn, accounts, log } = this.#deps;
    const { state = '', error } = callbackQuery.of(context);
    const { secrets, ...attempt } = await attempts.finish(context, state);
    if (error !== undefined) {
      log.info('the issuer of single sign-on refused', { code: error.slice(0, 100) });
      throw new DomainError('access_denied', `${issuer.name} did not sign you in. Start the sign-in again.`);
    }
    const { url = '' } = incomingOf(context);
    const tokens = await issuer.exchange(url.slice(url.indexOf('?')), secrets, attempt.purpose === 'reauthenticate');
    if (attempt.purpose === 'sign-in') {
      const session = await singleSignOn.signIn(tokens, context.req.header('user-agent'));
      accounts.browserSessions.setCookies(context, session);
    } else {
      const caller = await this.#requireSession(context, attempt);
      if (attempt.purpose === 'link') await singleSignOn.link(caller, tokens);
      else await singleSignOn.reauthenticate(caller, tokens);
    }
    return seeOther(context, this.#basePath, ownPath(attempt.returnTo));
  }

  #requireOn(): void {
    if (!this.#deps.issuer.isOn) throw new DomainError('not_found', 'There is nothing at this URL.');
  }

  /** Answers with a status only, as OpenID Connect Back-Channel Logout 1.0, 2.8 asks for. */
  async #logOut(context: Context): Promise<Response> {
    const { issuer, singleSignOn } = this.#deps;
    this.#requireOn();
    const status = await readForm(context)
      .then(async (fields) => {
        await singleSignOn.logOut(await issuer.readLogoutToken(fields('logout_token')));
        return 200;
      })
      .catch((error: unknown) => {
        if (isDomainError(error, 'unavailable')) return 503;
        if (isDomainError(error)) return 400;
        throw error;
      });
    return context.newResponse(null, status as 200, { 'Cache-Control': 'no-store' });
  }

  async #requireSession(context: Context, { sessionId }: Attempt): Promise<Caller> {
    const visitor = await this.#deps.accounts.browserSessions.find(context, { beforeSecondFactor: true });
    if (visitor?.caller.credentialId === sessionId && visitor !== undefined) return visitor.caller;
    throw new DomainError('access_denied', 'Your session has ended meanwhile. Sign in, and start again.');
  }

  /** Shows a refusal as a page that leads back to where it can be tried again. */
  async #guard(context: Context, handle: () => Promise<Response>): Promise<Response> {
    this.#requireOn();
    try {
      return await handle();
    } catch (error) {
      if (!isDomainError(error) || !['access_denied', 'email_taken', 'unavailable'].includes(error.code)) throw error;
      if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds));
      const isSignedIn =
        (await this.#deps.accounts.browserSessions.find(context, { beforeSecondFactor: true })) !== undefined;
      return cardPage(
        context,
        { title: t('Sign-in failed'), basePath: this.#basePath, status: errorStatus[error.code] },
        <Notice kind="bad">{translateMessage(error.message)}</Notice>,
        isSignedIn ? (
          <a href={`${this.#basePath}${appScreens.security}`}>{t('Back to your account')}</a>
        ) : (
          <a href={`${this.#basePath}/sign-in`}>{t('Back to sign-in')}</a>
        ),
      );
    }
  }
}
