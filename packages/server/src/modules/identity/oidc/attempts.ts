import { findSigned, minuteMs, secondMs } from '@drive/base';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { insertAttempt, takeAttempt } from './attempt-store.ts';
import type { AttemptSecrets } from './issuer.ts';

/** Time to sign in at the issuer. */
const lifetimeMs = 15 * minuteMs;
const tokenCharacters = 43;
const cookieName = 'oidc_browser';

export interface Attempt {
  readonly purpose: 'sign-in' | 'link' | 'reauthenticate';
  /** sessions.row_id of the user who links or reauthenticates. */
  readonly sessionId: number | null;
  readonly returnTo: string;
}

type AttemptsDeps = Pick<Ports, 'baseUrl' | 'database' | 'clock' | 'random' | 'secrets'>;

/**
 * Browsers on their way to the issuer and back. An attempt is a row, so that any server can finish it, and ends with its
 * first answer; a cookie binds it to its browser, so that nobody signs a user in to another account.
 */
export class Attempts {
  readonly #deps: AttemptsDeps;

  constructor(deps: AttemptsDeps) {
    this.#deps = deps;
  }

  async start(context: Context, attempt: Attempt, secrets: AttemptSecrets): Promise<void> {
    const { database, clock, baseUrl } = this.#deps;
    const stateHash = this.#hashOf('state', secrets.state);
    const browser = this.#browserOf(context) ?? this.#deps.random.token(tokenCharacters);
    await database.write((tx) =>
      insertAttempt(tx, {
        state_hash: stateHash,
        browser_hash: this.#hashOf('browser', browser),
        purpose: attempt.purpose,
        session_id: attempt.sessionId,
        secrets: this.#deps.secrets.encrypt('single-sign-on', `attempt ${stateHash}`, JSON.stringify(secrets)),
        return_to: attempt.returnTo,
        expires_at: clock.now() + lifetimeMs,
      }),
    );
    setCookie(context, cookieName, browser, {
      path: `${baseUrl.path}/api/auth/oidc`,
      // The issuer's page sends the browser back, which a strict cookie would not survive.
      sameSite: 'Lax',
      secure: baseUrl.isSecure,
      httpOnly: true,
      maxAge: lifetimeMs / secondMs,
    });
  }

  /** Throws `access_denied` if this browser did not start it, or it has ended. */
  async finish(context: Context, state: string): Promise<Attempt & { readonly secrets: AttemptSecrets }> {
    const { database, clock } = this.#deps;
    const found = await database.write((tx) =>
      findSigned(this.#deps.secrets, ['single-sign-on', `state ${state}`], async (stateHash) => {
        for (const browserHash of this.#browserHashes(context)) {
          const taken = await takeAttempt(tx, { stateHash, browserHash, now: clock.now() });
          if (taken !== undefined) return { ...taken, stateHash };
        }
        return undefined;
      }),
    );
    if (found === undefined)
      throw new DomainError(
        'access_denied',
        'This sign-in was not started in this browser, took too long, or has ended. Start it again.',
      );
    const { secrets, stateHash, ...attempt } = found;
    const decrypted = this.#deps.secrets.decrypt('single-sign-on', `attempt ${stateHash}`, secrets);
    return { ...attempt, secrets: JSON.parse(decrypted) as AttemptSecrets };
  }

  #browserHashes(context: Context): string[] {
    const browser = this.#browserOf(context) ?? '';
    return this.#deps.secrets.signatures('single-sign-on', `browser ${browser}`).filter((hash) => hash !== undefined);
  }

  #browserOf(context: Context): string | undefined {
    const value = getCookie(context, cookieName);
    return value?.length === tokenCharacters ? value : undefined;
  }

  #hashOf(kind: 'state' | 'browser', value: string): string {
    return this.#deps.secrets.sign('single-sign-on', `${kind} ${value}`);
  }
}
