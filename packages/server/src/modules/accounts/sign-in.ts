import { minuteMs, type Clock } from '../../platform/clock.ts';
import type { Audit } from '../../platform/audit/index.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { HashRequester, PasswordHasher } from '../../platform/passwords/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { emailKey } from './account.ts';
import type { Sessions, StartedSession } from './sessions.ts';
import { createFailedSignInAudit, type FailureReason } from './failed-sign-in-audit.ts';
import type { TwoFactor } from './two-factor.ts';
import { findPassword, findPasswordByEmailKey, updatePassword, type PasswordOfUser } from './user-store.ts';

export interface SignInDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly passwords: PasswordHasher;
  readonly audit: Audit;
  readonly sessions: Sessions;
  readonly totp: TwoFactor;
}

/** Whose password was right, and which password that was. */
export type CheckedPassword = Pick<PasswordOfUser, 'userId' | 'passwordHash'>;

export interface SignIn {
  /**
   * The account that the password is of; the same `invalid_credentials` after the same work where there is none, and
   * where it is disabled.
   */
  checkPassword(email: string, password: string, clientNetwork: string): Promise<CheckedPassword>;
  /**
   * A session, only while that is still the password: a change that came meanwhile has ended every session. Where the
   * account asks for a code, `totp_required` without one, `invalid_credentials` for a wrong one, `too_many_requests` after
   * many.
   */
  start(
    checked: CheckedPassword,
    more: { readonly userAgent: string | undefined; readonly totp?: string | undefined },
  ): Promise<StartedSession>;
  /** That the password was right, to be brought back with the code within ten minutes. */
  issueStep(checked: CheckedPassword): string;
  /** undefined where it has run out, or the password was changed since. */
  readStep(step: string): Promise<CheckedPassword | undefined>;
}

const stepLifeMs = 10 * minuteMs;

export function createSignIn(deps: SignInDeps): SignIn {
  const { database, clock, secrets, passwords, audit, sessions, totp } = deps;
  const failures = createFailedSignInAudit({ clock, audit });
  const refused = (): DomainError =>
    new DomainError('invalid_credentials', 'The email address or the password is wrong.');
  const markOf = (passwordHash: string): string => secrets.sign('sign-in-step', passwordHash);

  const fail = async (key: string, reason: FailureReason, userId?: number): Promise<void> => {
    const failure = failures.take(key);
    if (failure !== undefined) await database.write((tx) => failures.record(tx, failure, reason, userId));
  };

  const failInStep = async (tx: Tx, reason: FailureReason, userId: number): Promise<void> => {
    const failure = failures.take(`user ${userId}`);
    if (failure !== undefined) await failures.record(tx, failure, reason, userId);
  };

  return {
    checkPassword: async (email, password, clientNetwork) => {
      const requester: HashRequester = { kind: 'signIn', network: clientNetwork };
      const key = emailKey(email);
      const user = await findPasswordByEmailKey(database.reader, key);
      if (user === undefined) {
        await passwords.dummyVerify(password, requester);
        await fail(key, 'unknown_account');
        throw refused();
      }
      const isRight = await passwords.verify(password, user.passwordHash, requester);
      if (isRight && !user.isDisabled) return user;
      await fail(key, isRight ? 'disabled' : 'password', user.userId);
      throw refused();
    },

    start: async ({ userId, passwordHash }, { userAgent, totp: typed }) => {
      // A refusal is an outcome, not a throw, so that the wrong code stays counted.
      const outcome = await database.write(async (tx): Promise<StartedSession | DomainError> => {
        // The update changes nothing, but waits for one that does.
        if (!(await updatePassword(tx, userId, passwordHash, { passwordHash }))) return refused();
        const second = await totp.check(tx, userId, typed);
        if (second.is === 'required')
          return new DomainError(
            'totp_required',
            'This account asks for a code, too. Send the password again, with what the authenticator shows as totp.',
          );
        if (second.is === 'exhausted') {
          await failInStep(tx, 'totp_exhausted', userId);
          return new DomainError(
            'too_many_requests',
            `Too many wrong codes. Try again in ${Math.ceil(second.retryAfterSeconds / 60)} minutes.`,
            { retryAfterSeconds: second.retryAfterSeconds },
          );
        }
        if (second.is === 'wrong') {
          await failInStep(tx, 'totp', userId);
          return new DomainError('invalid_credentials', 'The code is wrong, has run out, or was used before.');
        }
        if (second.is === 'right' && second.by === 'recovery_code')
          await audit.record(tx, { action: 'totp.recovery_used', actor: { userId }, details: { left: second.left } });
        return sessions.open(tx, userId, userAgent, second.is === 'right' ? second.by : 'password');
      });
      if (outcome instanceof DomainError) throw outcome;
      return outcome;
    },

    issueStep: ({ userId, passwordHash }) =>
      secrets.encrypt(
        'sign-in-step',
        'step',
        JSON.stringify({ userId, mark: markOf(passwordHash), expiresAt: clock.now() + stepLifeMs }),
      ),

    readStep: async (step) => {
      const { userId, mark, expiresAt } = decrypted(secrets, step) ?? {};
      if (userId === undefined || expiresAt === undefined || expiresAt <= clock.now()) return undefined;
      const passwordHash = await findPassword(database.reader, userId);
      return passwordHash === undefined || markOf(passwordHash) !== mark ? undefined : { userId, passwordHash };
    },
  };
}

interface Step {
  readonly userId: number;
  /** Of the password that was right. */
  readonly mark: string;
  readonly expiresAt: number;
}

function decrypted(secrets: Secrets, step: string): Step | undefined {
  let text: string;
  try {
    text = secrets.decrypt('sign-in-step', 'step', step);
  } catch {
    return undefined;
  }
  return JSON.parse(text) as Step;
}
