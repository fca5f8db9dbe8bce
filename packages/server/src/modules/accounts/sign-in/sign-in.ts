import { minuteMs } from '@drive/base';
import type { PasskeyAssertion } from '@drive/contract';
import type { HashRequester } from '@drive/passwords';
import type { Caller } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { emailKey } from '../users/account.ts';
import {
  findPassword,
  findPasswordByEmailKey,
  noPassword,
  updatePassword,
  type UserPassword,
} from '../users/user-store.ts';
import { createFailedSignInAudit, type FailedSignIn } from './failed-sign-in-audit.ts';
import type { CheckedPasskey, PasskeyPort } from './passkey-port.ts';
import type { Sessions, StartedSession } from './sessions.ts';
import { type FactorMethod, requireSession, type TwoFactor } from './two-factor.ts';

export type CheckedPassword = Pick<UserPassword, 'userId' | 'passwordHash'>;

/** Time to enter the two-factor code after the password. */
const stepLifetimeMs = 10 * minuteMs;

const refused = (): DomainError =>
  new DomainError('invalid_credentials', 'The email address or the password is wrong.');

type SignInDeps = Pick<Ports, 'database' | 'clock' | 'secrets' | 'passwords' | 'audit'> & {
  readonly sessions: Sessions;
  readonly twoFactor: TwoFactor;
  readonly passkeys: PasskeyPort;
  /** Whether users sign in with passwords. */
  readonly config: { readonly passwordLogin: boolean };
};

/** What a user sends besides the password: one of them, or nothing. */
export interface SecondFactor {
  readonly totp?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

/** Who tries a password. */
export interface SignInClient {
  readonly clientNetwork: string;
  /** A program of the machine of the server, where administrators may use their password in any case. */
  readonly isLocal: boolean;
}

/** Attempts are limited per network by the rate tier `auth` (DRIVE_RATE_AUTH), wrong two-factor codes per account. */
export class SignIn {
  readonly #deps: SignInDeps;
  readonly #auditFailure: ReturnType<typeof createFailedSignInAudit>;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
    this.#auditFailure = createFailedSignInAudit(deps);
  }

  /**
   * Throws `invalid_credentials`, after the same work whether or not there is such an account, and `access_denied` if passwords
   * are off.
   */
  async checkPassword(
    email: string,
    password: string,
    { clientNetwork, isLocal }: SignInClient,
  ): Promise<CheckedPassword> {
    const { database, passwords, config } = this.#deps;
    if (!config.passwordLogin && !isLocal) throw passwordsAreOff();
    const requester: HashRequester = { kind: 'signIn', network: clientNetwork };
    const key = emailKey(email);
    const fail = async (failure: FailedSignIn): Promise<never> => {
      await this.#auditFailure(key, failure, (record) => database.write(record));
      throw refused();
    };
    const user = await findPasswordByEmailKey(database.reader, key);
    if (user === undefined || user.passwordHash === noPassword) {
      await passwords.dummyVerify(password, requester);
      return fail({ reason: 'unknown_account', userId: user?.userId });
    }
    const isRight = await passwords.verify(password, user.passwordHash, requester);
    if (isRight && !config.passwordLogin && !user.isAdmin) throw passwordsAreOff();
    if (isRight && !user.isBarred) return user;
    return fail({ reason: isRight ? 'disabled' : 'password', userId: user.userId });
  }

  /** Throws `invalid_credentials`; with two-factor authentication also `totp_required` and `too_many_requests`. */
  async start(
    { userId, passwordHash }: CheckedPassword,
    { userAgent, ...second }: SecondFactor & { readonly userAgent: string | undefined },
  ): Promise<StartedSession> {
    const { database, sessions } = this.#deps;
    const sent = await this.#checkSecondFactor(second);
    const outcome = await database.write(async (tx): Promise<StartedSession | DomainError> => {
      const proof = await this.#completeProof(tx, { userId, passwordHash }, sent);
      return proof instanceof DomainError ? proof : sessions.open(tx, userId, userAgent, proof);
    });
    if (outcome instanceof DomainError) throw outcome;
    return outcome;
  }

  /** Signs in with a passkey alone. Throws `invalid_credentials`, and `access_denied` if the account is disabled. */
  async startWithPasskey(assertion: PasskeyAssertion, userAgent: string | undefined) {
    const { database, sessions, passkeys } = this.#deps;
    const passkey = await passkeys.check(assertion);
    requireVerifiedUser(passkey);
    const { userId } = passkey;
    const started = await database.write(async (tx) => {
      if (!(await passkeys.use(tx, passkey))) throw wrongPasskey();
      return sessions.open(tx, userId, userAgent, 'passkey');
    });
    return { userId, started };
  }

  /**
   * Takes the password of a session's user again, or a passkey, for what needs a recent sign-in. Throws like `checkPassword`
   * and `start`, and `access_denied` for an API key.
   */
  async reauthenticate(
    caller: Caller,
    { password, ...second }: SecondFactor & { readonly password?: string | undefined },
    clientNetwork: string,
  ): Promise<void> {
    const { database, passwords, sessions } = this.#deps;
    requireSession(caller);
    const { userId } = caller;
    const sent = await this.#checkSecondFactor(second);
    if (password === undefined) return this.#reauthenticateWith(caller, sent.passkey);
    const passwordHash = (await findPassword(database.reader, userId)) ?? '';
    if (!(await passwords.verify(password, passwordHash, { kind: 'signIn', network: clientNetwork }))) {
      await this.#auditFailure(`user ${userId}`, { reason: 'password', userId }, (record) => database.write(record));
      throw new DomainError('invalid_credentials', 'The password is wrong.');
    }
    const refusal = await database.write(async (tx): Promise<DomainError | undefined> => {
      const proof = await this.#completeProof(tx, { userId, passwordHash }, sent);
      if (proof instanceof DomainError) return proof;
      await sessions.prove(tx, caller);
      return undefined;
    });
    if (refusal !== undefined) throw refusal;
  }

  /** An encrypted proof that the password was right, which the code page sends back within ten minutes. */
  issueStep({ userId, passwordHash }: CheckedPassword): string {
    const { clock, secrets } = this.#deps;
    const step: Step = {
      userId,
      mark: secrets.sign('sign-in-step', passwordHash),
      expiresAt: clock.now() + stepLifetimeMs,
    };
    return secrets.encrypt('sign-in-step', 'step', JSON.stringify(step));
  }

  /** undefined if the proof has expired, is not valid, or the password was changed since. */
  async readStep(encrypted: string): Promise<CheckedPassword | undefined> {
    const { secrets, clock, database } = this.#deps;
    let step: Step;
    try {
      step = JSON.parse(secrets.decrypt('sign-in-step', 'step', encrypted)) as Step;
    } catch {
      return undefined;
    }
    const { userId, mark, expiresAt } = step;
    if (expiresAt <= clock.now()) return undefined;
    const passwordHash = await findPassword(database.reader, userId);
    const isUnchanged = passwordHash !== undefined && secrets.verify('sign-in-step', passwordHash, mark);
    return isUnchanged ? { userId, passwordHash } : undefined;
  }

  async #reauthenticateWith(caller: Caller, passkey: CheckedPasskey | undefined): Promise<void> {
    const { database, passkeys, sessions } = this.#deps;
    if (passkey === undefined || passkey.userId !== caller.userId) throw wrongPasskey();
    requireVerifiedUser(passkey);
    await database.write(async (tx) => {
      if (!(await passkeys.use(tx, passkey))) throw wrongPasskey();
      await sessions.prove(tx, caller);
    });
  }

  /** Checks the signature of a passkey, which a transaction must not wait for. */
  async #checkSecondFactor({ totp, passkey }: SecondFactor) {
    return { code: totp, passkey: passkey && (await this.#deps.passkeys.check(passkey)) };
  }

  /**
   * Checks the second factor of a right password. Returns with what the user proved who they are, or the refusal: it is not
   * thrown, because the transaction must commit the count of wrong codes.
   */
  async #completeProof(
    tx: Tx,
    { userId, passwordHash }: CheckedPassword,
    sent: { readonly code: string | undefined; readonly passkey: CheckedPasskey | undefined },
  ): Promise<'password' | 'totp' | 'password_and_passkey' | 'recovery_code' | DomainError> {
    const { twoFactor, audit } = this.#deps;
    const fail = (reason: FailedSignIn['reason']): Promise<void> =>
      this.#auditFailure(`user ${userId}`, { reason, userId }, (record) => record(tx));
    // Changes nothing, but waits for a concurrent change of the password.
    if (!(await updatePassword(tx, userId, passwordHash, { passwordHash }))) return refused();
    const second = await twoFactor.check(tx, userId, sent);
    switch (second.is) {
      case 'not_enabled':
        return 'password';
      case 'required':
        return factorRequired(second.methods);
      case 'exhausted':
        await fail('totp_exhausted');
        return new DomainError(
          'too_many_requests',
          `Too many wrong codes. Try again in ${Math.ceil(second.retryAfterSeconds / 60)} minutes.`,
          { retryAfterSeconds: second.retryAfterSeconds },
        );
      case 'wrong':
        await fail(sent.passkey === undefined ? 'totp' : 'passkey');
        return sent.passkey === undefined
          ? new DomainError('invalid_credentials', 'The code is wrong, has expired, or was used before.')
          : wrongPasskey();
      case 'right':
        if (second.by === 'recovery_code')
          await audit.record(tx, { action: 'totp.recovery_used', actor: { userId }, details: { left: second.left } });
        return second.by === 'passkey' ? 'password_and_passkey' : second.by;
    }
  }
}

function requireVerifiedUser({ verifiedUser }: CheckedPasskey): void {
  if (!verifiedUser)
    throw new DomainError(
      'invalid_credentials',
      'This passkey did not verify its user, by a fingerprint or a PIN. Sign in with your password and this passkey.',
    );
}

const wrongPasskey = (): DomainError =>
  new DomainError('invalid_credentials', 'This passkey does not belong to the account, or was removed.');

const passwordsAreOff = (): DomainError =>
  new DomainError('access_denied', 'This server does not sign users in with passwords. Use single sign-on.');

const factorRequired = (methods: readonly FactorMethod[]): DomainError =>
  new DomainError(
    'totp_required',
    methods.includes('totp')
      ? 'This account uses two-factor authentication. Send the password again, with the code of the authenticator as totp.'
      : 'This account uses a passkey as its second factor. Send the password again, with the answer of the passkey as passkey, or with a recovery code as totp.',
    { details: { methods } },
  );

interface Step {
  readonly userId: number;
  /** Changes with the password. */
  readonly mark: string;
  readonly expiresAt: number;
}
