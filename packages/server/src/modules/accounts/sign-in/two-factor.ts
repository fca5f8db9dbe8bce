import { hourMs, optionalIsoTime, secondMs } from '@drive/base';
import { limits, type TotpEnrolment, type TotpStatus } from '@drive/contract';
import type { Caller } from '../../../platform/access/index.ts';
import type { AuditActor } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { findPassword } from '../users/user-store.ts';
import { base32Alphabet, findStep, fromBase32 } from './totp-code.ts';
import type { TwoFactorMails } from './two-factor-mails.ts';
import * as store from './two-factor-store.ts';

export type TwoFactorResult =
  | { readonly is: 'not_enabled' | 'required' | 'wrong' }
  | { readonly is: 'exhausted'; readonly retryAfterSeconds: number }
  | { readonly is: 'right'; readonly by: 'totp' }
  | { readonly is: 'right'; readonly by: 'recovery_code'; readonly left: number };

/** 160 bits, as RFC 4226 recommends. */
const secretCharacters = 32;
const confirmWithinMs = hourMs;
const failureWindowMs = limits.totpFailureSeconds * secondMs;
/** Without characters that are easily confused. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

type TwoFactorDeps = Pick<Ports, 'baseUrl' | 'database' | 'clock' | 'random' | 'secrets' | 'passwords' | 'audit'> & {
  readonly mails: TwoFactorMails;
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
    const left = confirmedAt === null ? 0 : await store.countRecoveryCodes(database.reader, userId);
    return { enabled: confirmedAt !== null, enabledAt: optionalIsoTime(confirmedAt), recoveryCodesLeft: left };
  }

  /** Requires the password, so that a session left open cannot lock the user out. */
  async enroll(caller: Caller, email: string, password: string): Promise<TotpEnrolment> {
    const { random, secrets, database, clock } = this.#deps;
    requireSession(caller);
    const { userId } = caller;
    await this.#requirePassword(userId, password);
    const secret = random.code(secretCharacters, base32Alphabet);
    const encrypted = secrets.encrypt('totp', this.#ownerOf(userId), secret);
    const isEnrolled = await database.write((tx) =>
      store.putUnconfirmed(tx, { userId, secret: encrypted, createdAt: clock.now() }),
    );
    if (!isEnrolled)
      throw new DomainError('totp_already_enabled', 'Two-factor authentication is already on. Turn it off first.');
    return this.#enrolmentOf(email, secret);
  }

  /** Turns two-factor authentication on and returns the recovery codes. */
  async confirm(caller: Caller, code: string): Promise<string[]> {
    const { database, clock, audit, mails } = this.#deps;
    requireSession(caller);
    const { userId } = caller;
    const totp = await this.#requireUnconfirmed(userId);
    const lastStep = this.#findStepOf(userId, totp.secret, code, totp.lastStep);
    if (lastStep === undefined)
      throw new DomainError('invalid_credentials', 'Wrong code. Check the clock of the device.');
    const codes = Array.from({ length: limits.recoveryCodes }, () => this.#newRecoveryCode());
    const codeHashes = codes.map((each) => this.#hashOf(userId, each));
    await database.write(async (tx) => {
      if (!(await store.confirm(tx, { userId, secret: totp.secret, lastStep, confirmedAt: clock.now() })))
        throw new DomainError('totp_not_enrolled', 'A newer secret was created meanwhile. Confirm that one.');
      await store.putRecoveryCodes(tx, userId, codeHashes);
      await audit.record(tx, { action: 'totp.enabled', actor: caller });
      await mails.enqueue(tx, userId, 'totp_enabled');
    });
    return codes;
  }

  async remove(caller: Caller, password: string): Promise<void> {
    const { database, audit, mails } = this.#deps;
    requireSession(caller);
    const { userId } = caller;
    await this.#requirePassword(userId, password);
    await database.write(async (tx) => {
      if (!(await store.deleteTotp(tx, userId))) return;
      await audit.record(tx, { action: 'totp.disabled', actor: caller });
      await mails.enqueue(tx, userId, 'totp_disabled');
    });
  }

  /** For operators. False if two-factor authentication was off. */
  reset(userId: number, actor: AuditActor): Promise<boolean> {
    const { database, audit, mails } = this.#deps;
    return database.write(async (tx) => {
      if (!(await store.deleteTotp(tx, userId))) return false;
      await audit.record(tx, { action: 'totp.reset', actor, userId });
      await mails.enqueue(tx, userId, 'totp_reset');
      return true;
    });
  }

  /** Consumes the code or counts it as wrong. The caller must commit the transaction for either result. */
  async check(tx: Tx, userId: number, code: string | undefined): Promise<TwoFactorResult> {
    const totp = await store.findTotp(tx, userId);
    if (totp === undefined || totp.confirmedAt === null) return { is: 'not_enabled' };
    if (code === undefined || code.trim() === '') return { is: 'required' };

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
    if (!(await store.consumeRecoveryCode(tx, userId, this.#hashOf(userId, code)))) return { is: 'wrong' };
    await store.succeed(tx, userId, attempt.lastStep);
    return { is: 'right', by: 'recovery_code', left: await store.countRecoveryCodes(tx, userId) };
  }

  #ownerOf(userId: number): string {
    return `user ${userId}`;
  }

  #decrypt(userId: number, encrypted: string): string {
    try {
      return this.#deps.secrets.decrypt('totp', this.#ownerOf(userId), encrypted);
    } catch (cause) {
      throw new DomainError(
        'unavailable',
        'The server cannot check the codes of this account, because its secret (DRIVE_SECRET) has changed since they were set up. The operator can restore the old secret, or run drive-server user reset-totp.',
        { cause },
      );
    }
  }

  #hashOf(userId: number, code: string): string {
    return this.#deps.secrets.sign('recovery-code', `${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);
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

  #newRecoveryCode(): string {
    const code = this.#deps.random.code(10, recoveryAlphabet);
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  }

  async #requireUnconfirmed(userId: number): Promise<store.TotpRow> {
    const { database, clock } = this.#deps;
    const totp = await store.findTotp(database.reader, userId);
    if (totp !== undefined && totp.confirmedAt === null && totp.createdAt + confirmWithinMs > clock.now()) return totp;
    throw new DomainError('totp_not_enrolled', 'There is no secret to confirm. Start again with a new one.');
  }

  async #requirePassword(userId: number, password: string): Promise<void> {
    const { database, passwords } = this.#deps;
    const hash = await findPassword(database.reader, userId);
    if (hash === undefined || !(await passwords.verify(password, hash, { kind: 'user', userId })))
      throw new DomainError('invalid_credentials', 'The password is wrong.');
  }
}

/** A stolen key must not be able to lock its owner out. */
export function requireSession(caller: Caller): void {
  if (caller.kind !== 'session')
    throw new DomainError('access_denied', 'API keys are not allowed here: sign in with a browser.');
}
