import { hourMs, optionalIsoTime, secondMs } from '@drive/base';
import { limits, type TotpEnrolment, type TotpStatus } from '@drive/contract';
import type { Caller } from '../../../platform/access/index.ts';
import type { AuditActor } from '../../../platform/audit/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { secretIdOf, secretIdsOf } from '../../../platform/secrets.ts';
import type { CheckedPasskey, PasskeyPort } from './passkey-port.ts';
import type { RequirePassword } from './require-password.ts';
import { findSignInWays } from './second-factor-store.ts';
import type { Sessions } from './sessions.ts';
import { base32Alphabet, findStep, fromBase32 } from './totp-code.ts';
import type { TwoFactorMails } from './two-factor-mails.ts';
import * as store from './two-factor-store.ts';

export type FactorMethod = 'totp' | 'passkey' | 'recovery_code';

export type TwoFactorResult =
  | { readonly is: 'not_enabled' | 'wrong' }
  | { readonly is: 'required'; readonly methods: readonly FactorMethod[] }
  | { readonly is: 'exhausted'; readonly retryAfterSeconds: number }
  | { readonly is: 'right'; readonly by: 'totp' | 'passkey' }
  | { readonly is: 'right'; readonly by: 'recovery_code'; readonly left: number };

/** 160 bits, as RFC 4226 recommends. */
const secretCharacters = 32;
const confirmWithinMs = hourMs;
const failureWindowMs = limits.totpFailureSeconds * secondMs;
/** Without characters that are easily confused. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

type TwoFactorDeps = Pick<Ports, 'baseUrl' | 'database' | 'clock' | 'random' | 'secrets' | 'audit'> & {
  readonly mails: TwoFactorMails;
  readonly sessions: Sessions;
  readonly passkeys: PasskeyPort;
  readonly requirePassword: RequirePassword;
};

export class TwoFactor {
  readonly #deps: TwoFactorDeps;
  readonly #issuer: string;

  constructor(deps: TwoFactorDeps) {
    this.#deps = deps;
    this.#issuer = `Drive ${new URL(deps.baseUrl.origin).hostname}`;
  }

  async status(userId: number): Promise<TotpStatus> {
    const { database } = this.#deps;
    const confirmedAt = (await store.findTotp(database.reader, userId))?.confirmedAt ?? null;
    const left = await this.#countRecoveryCodes(database.reader, userId);
    return { enabled: confirmedAt !== null, enabledAt: optionalIsoTime(confirmedAt), recoveryCodesLeft: left };
  }

  /** Requires the password, so that a session left open cannot lock the user out. */
  async enroll(caller: Caller, email: string, password: string): Promise<TotpEnrolment> {
    const { random, secrets, database, clock } = this.#deps;
    requireSession(caller);
    const { userId } = caller;
    await this.#deps.requirePassword(caller, password);
    const secret = random.code(secretCharacters, base32Alphabet);
    const encrypted = secrets.encrypt('totp', store.sealOwnerOf(userId), secret);
    const isEnrolled = await database.write((tx) =>
      store.putUnconfirmed(tx, { userId, secret: encrypted, createdAt: clock.now() }),
    );
    if (!isEnrolled)
      throw new DomainError('totp_already_enabled', 'Two-factor authentication is already on. Turn it off first.');
    return this.#enrolmentOf(email, secret);
  }

  /** Turns two-factor authentication on and returns the recovery codes. Throws `authentication_required` as `requireAlive` does. */
  async confirm(caller: Caller, code: string): Promise<string[]> {
    const { database, clock, audit, mails, sessions } = this.#deps;
    requireSession(caller);
    const { userId } = caller;
    const totp = await this.#requireUnconfirmed(userId);
    const lastStep = this.#findStepOf(userId, totp.secret, code, totp.lastStep);
    if (lastStep === undefined)
      throw new DomainError('invalid_credentials', 'Wrong code. Check the clock of the device.');
    const codes = this.#newRecoveryCodes();
    await database.write(async (tx) => {
      await sessions.requireAlive(tx, caller);
      if (!(await store.confirm(tx, { userId, secret: totp.secret, lastStep, confirmedAt: clock.now() })))
        throw new DomainError('totp_not_enrolled', 'A newer secret was created meanwhile. Confirm that one.');
      await this.#putRecoveryCodes(tx, userId, codes);
      await audit.record(tx, { action: 'totp.enabled', actor: caller });
      await mails.enqueue(tx, userId, 'totp_enabled');
    });
    return codes;
  }

  async remove(caller: Caller, password: string): Promise<void> {
    const { database, audit, mails } = this.#deps;
    requireSession(caller);
    const { userId } = caller;
    await this.#deps.requirePassword(caller, password);
    await database.write(async (tx) => {
      if (!(await store.deleteTotp(tx, userId))) return;
      await store.deleteUnusedRecoveryCodes(tx, userId);
      await audit.record(tx, { action: 'totp.disabled', actor: caller });
      await mails.enqueue(tx, userId, 'totp_disabled');
    });
  }

  /** For operators. False if two-factor authentication was off. */
  reset(userId: number, actor: AuditActor): Promise<boolean> {
    const { database, audit, mails } = this.#deps;
    return database.write(async (tx) => {
      if (!(await store.deleteTotp(tx, userId))) return false;
      await store.deleteUnusedRecoveryCodes(tx, userId);
      await audit.record(tx, { action: 'totp.reset', actor, userId });
      await mails.enqueue(tx, userId, 'totp_reset');
      return true;
    });
  }

  /**
   * Call in the transaction that adds the first passkey of a user. Returns recovery codes unless the user has some; they
   * replace a passkey like a code.
   */
  async addPasskeyFactor(tx: Tx, userId: number): Promise<string[] | null> {
    await this.#deps.mails.enqueue(tx, userId, 'passkey_added');
    if ((await this.#countRecoveryCodes(tx, userId)) > 0) return null;
    const codes = this.#newRecoveryCodes();
    await this.#putRecoveryCodes(tx, userId, codes);
    return codes;
  }

  /** Call in the transaction that removed a passkey. */
  async removePasskeyFactor(tx: Tx, userId: number): Promise<void> {
    await store.deleteUnusedRecoveryCodes(tx, userId);
    await this.#deps.mails.enqueue(tx, userId, 'passkey_removed');
  }

  /** Consumes the code or counts it as wrong. The caller must commit the transaction for either result. */
  async check(
    tx: Tx,
    userId: number,
    { code, passkey }: { readonly code: string | undefined; readonly passkey: CheckedPasskey | undefined },
  ): Promise<TwoFactorResult> {
    const { hasTotp, hasPasskey } = await findSignInWays(tx, userId);
    if (!hasTotp && !hasPasskey) return { is: 'not_enabled' };
    if (passkey !== undefined) {
      const isRight = passkey.userId === userId && (await this.#deps.passkeys.use(tx, passkey));
      return isRight ? { is: 'right', by: 'passkey' } : { is: 'wrong' };
    }
    if (code === undefined || code.trim() === '')
      return {
        is: 'required',
        methods: [
          ...(hasTotp ? (['totp'] as const) : []),
          ...(hasPasskey && this.#deps.passkeys.isOn ? (['passkey'] as const) : []),
          'recovery_code',
        ],
      };
    return hasTotp ? this.#checkCode(tx, userId, code) : this.#checkRecoveryCode(tx, userId, code);
  }

  async #checkCode(tx: Tx, userId: number, code: string): Promise<TwoFactorResult> {
    const now = this.#deps.clock.now();
    const from = now - failureWindowMs;
    const attempt = await store.takeAttempt(tx, { userId, now, from, limit: limits.totpFailures });
    if (attempt === undefined) {
      const endsAt = (await store.getFailingSince(tx, userId)) + failureWindowMs;
      return { is: 'exhausted', retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now) / secondMs)) };
    }
    const step = this.#findStepOf(userId, attempt.secret, code, attempt.lastStep);
    if (step !== undefined) {
      await store.succeed(tx, userId, step);
      return { is: 'right', by: 'totp' };
    }
    if (!(await this.#consumeRecoveryCode(tx, userId, code))) return { is: 'wrong' };
    await store.succeed(tx, userId, attempt.lastStep);
    return { is: 'right', by: 'recovery_code', left: await this.#countRecoveryCodes(tx, userId) };
  }

  /** Of a user without an authenticator. Attempts are not counted: nobody guesses 50 bits. */
  async #checkRecoveryCode(tx: Tx, userId: number, code: string): Promise<TwoFactorResult> {
    if (!(await this.#consumeRecoveryCode(tx, userId, code))) return { is: 'wrong' };
    return { is: 'right', by: 'recovery_code', left: await this.#countRecoveryCodes(tx, userId) };
  }

  #countRecoveryCodes(reader: Reader, userId: number): Promise<number> {
    return store.countRecoveryCodes(reader, userId, secretIdsOf(this.#deps.secrets));
  }

  async #consumeRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
    const hashes = this.#deps.secrets.signatures('recovery-code', recoveryText(userId, code));
    for (const hash of hashes) if (await store.consumeRecoveryCode(tx, userId, hash ?? '')) return true;
    return false;
  }

  #decrypt(userId: number, encrypted: string): string {
    try {
      return this.#deps.secrets.decrypt('totp', store.sealOwnerOf(userId), encrypted);
    } catch (cause) {
      throw new DomainError(
        'unavailable',
        'The server cannot check the codes of this account, because its secret (DRIVE_SECRET) has changed since they were set up. The operator can restore the old secret, or run drive-server user reset-totp.',
        { cause },
      );
    }
  }

  /** Authenticator apps display codes with a space in between. */
  #findStepOf(userId: number, encrypted: string, code: string, lastStep: number): number | undefined {
    return findStep(
      fromBase32(this.#decrypt(userId, encrypted)),
      code.replaceAll(/\s/g, ''),
      this.#deps.clock.now(),
      lastStep,
    );
  }

  #enrolmentOf(email: string, secret: string): TotpEnrolment {
    // SHA-1, six digits and 30 seconds are the defaults. Leaving them out makes the QR code easier to scan.
    const [by, account] = [this.#issuer, email].map((text) => encodeURIComponent(text));
    return { secret, otpauthUrl: `otpauth://totp/${by}:${account}?secret=${secret}&issuer=${by}` };
  }

  #newRecoveryCodes(): string[] {
    return Array.from({ length: limits.recoveryCodes }, () => {
      const code = this.#deps.random.code(10, recoveryAlphabet);
      return `${code.slice(0, 5)}-${code.slice(5)}`;
    });
  }

  #putRecoveryCodes(tx: Tx, userId: number, codes: readonly string[]): Promise<void> {
    const { secrets } = this.#deps;
    return store.putRecoveryCodes(tx, userId, {
      hashes: codes.map((code) => secrets.sign('recovery-code', recoveryText(userId, code))),
      secretId: secretIdOf(secrets),
    });
  }

  async #requireUnconfirmed(userId: number): Promise<store.TotpRow> {
    const { database, clock } = this.#deps;
    const totp = await store.findTotp(database.reader, userId);
    if (totp !== undefined && totp.confirmedAt === null && totp.createdAt + confirmWithinMs > clock.now()) return totp;
    throw new DomainError('totp_not_enrolled', 'There is no secret to confirm. Start again with a new one.');
  }
}

const recoveryText = (userId: number, code: string): string =>
  `${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`;

/** A stolen key must not be able to lock its owner out. */
export function requireSession(caller: Caller): void {
  if (caller.kind !== 'session')
    throw new DomainError('access_denied', 'API keys are not allowed here: sign in with a browser.');
}
