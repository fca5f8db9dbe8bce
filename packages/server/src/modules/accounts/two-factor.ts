import { limits, type TotpEnrolment, type TotpStatus } from '@drive/contract';
import type { Audit, AuditActor } from '../../platform/audit/index.ts';
import { hourMs, optionalIsoTime, secondMs, type Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { PasswordHasher } from '../../platform/passwords/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { SecurityMails } from './security-mails.ts';
import { findPassword } from './user-store.ts';
import { base32Alphabet, findStep, fromBase32 } from './totp-code.ts';
import * as store from './two-factor-store.ts';

export interface TwoFactorDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly passwords: PasswordHasher;
  readonly audit: Audit;
  readonly securityMails: SecurityMails;
  readonly baseUrl: string;
}

/** What a sign-in's second step came to. */
export type TwoFactorResult =
  | { readonly is: 'not_asked' | 'required' | 'wrong' }
  | { readonly is: 'exhausted'; readonly retryAfterSeconds: number }
  | { readonly is: 'right'; readonly by: 'totp' }
  | { readonly is: 'right'; readonly by: 'recovery_code'; readonly left: number };

/** 160 bits, as RFC 4226 recommends. */
const secretCharacters = 32;
const confirmWithinMs = hourMs;
const failureWindowMs = limits.totpFailureSeconds * secondMs;
/** Nothing that is read as something else. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

export type TwoFactor = ReturnType<typeof createTwoFactor>;

/** Codes at sign-in: switching them on and off, and looking at one. */
export function createTwoFactor(deps: TwoFactorDeps) {
  const { database, clock, random, secrets, passwords, audit, securityMails, baseUrl } = deps;
  const ownerOf = (userId: number): string => `user ${userId}`;
  const reveal = (userId: number, encrypted: string): string => {
    try {
      return secrets.decrypt('totp', ownerOf(userId), encrypted);
    } catch (cause) {
      throw new DomainError(
        'unavailable',
        'The codes of this account cannot be checked: the server has another secret (DRIVE_SECRET) than when they were switched on. Whoever runs it can set the old one again, or run drive-server user reset-totp.',
        { cause },
      );
    }
  };
  const read = (userId: number, encrypted: string): Buffer => fromBase32(reveal(userId, encrypted));
  const hashOf = (userId: number, code: string): string =>
    secrets.sign('recovery-code', `${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);
  const issuer = `Drive ${new URL(baseUrl).hostname}`;

  const otpauthUrl = (email: string, secret: string): string => {
    // SHA-1, six digits and 30 seconds are what is meant where nothing is said, and make for a QR code that is easier to
    // read.
    const [by, account] = [issuer, email].map((text) => encodeURIComponent(text));
    return `otpauth://totp/${by}:${account}?secret=${secret}&issuer=${by}`;
  };

  const newRecoveryCode = (): string => {
    const code = random.code(10, recoveryAlphabet);
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  };

  const requireUnconfirmed = async (userId: number): Promise<store.Enrolled> => {
    const enrolled = await store.findTotp(database.reader, userId);
    const isOpen =
      enrolled !== undefined && enrolled.confirmedAt === null && enrolled.createdAt + confirmWithinMs > clock.now();
    if (isOpen) return enrolled;
    throw new DomainError('totp_not_enrolled', 'There is nothing to confirm. Begin with a new secret.');
  };

  const requirePassword = async (userId: number, password: string): Promise<void> => {
    const hash = await findPassword(database.reader, userId);
    if (hash === undefined || !(await passwords.verify(password, hash, { kind: 'user', userId })))
      throw new DomainError('invalid_credentials', 'The password is wrong.');
  };

  return {
    status: async (userId: number): Promise<TotpStatus> => {
      const confirmedAt = (await store.findTotp(database.reader, userId))?.confirmedAt ?? null;
      const left = confirmedAt === null ? 0 : await store.countRecoveryCodes(database.reader, userId);
      return { enabled: confirmedAt !== null, enabledAt: optionalIsoTime(confirmedAt), recoveryCodesLeft: left };
    },

    /** With the password: whoever finds a browser signed in must not be able to lock its owner out. */
    enroll: async (caller: Caller, email: string, password: string): Promise<TotpEnrolment> => {
      requireSession(caller);
      const { userId } = caller;
      await requirePassword(userId, password);
      const secret = random.code(secretCharacters, base32Alphabet);
      const encrypted = secrets.encrypt('totp', ownerOf(userId), secret);
      const isNew = await database.write((tx) =>
        store.putUnconfirmed(tx, { userId, secret: encrypted, createdAt: clock.now() }),
      );
      if (!isNew)
        throw new DomainError('totp_already_enabled', 'Codes are switched on already. Switch them off first.');
      return { secret, otpauthUrl: otpauthUrl(email, secret) };
    },

    /** The secret that waits to be confirmed, to be shown again. */
    findEnrolment: async (userId: number, email: string): Promise<TotpEnrolment> => {
      const { secret: encrypted } = await requireUnconfirmed(userId);
      const secret = reveal(userId, encrypted);
      return { secret, otpauthUrl: otpauthUrl(email, secret) };
    },

    /** The recovery codes. */
    confirm: async (caller: Caller, typed: string): Promise<string[]> => {
      requireSession(caller);
      const { userId } = caller;
      const enrolled = await requireUnconfirmed(userId);
      const now = clock.now();
      const lastStep = findStep(read(userId, enrolled.secret), withoutBlanks(typed), now, enrolled.lastStep);
      if (lastStep === undefined)
        throw new DomainError('invalid_credentials', 'This is not the code. Is the clock of the device right?');
      const codes = Array.from({ length: limits.recoveryCodes }, newRecoveryCode);
      await database.write(async (tx) => {
        if (!(await store.confirm(tx, { userId, secret: enrolled.secret, lastStep, confirmedAt: now })))
          throw new DomainError('totp_not_enrolled', 'Another secret was made meanwhile. Confirm that one.');
        await store.putRecoveryCodes(
          tx,
          userId,
          codes.map((code) => hashOf(userId, code)),
        );
        await audit.record(tx, { action: 'totp.enabled', actor: caller });
        await securityMails.enqueue(tx, userId, 'totp_enabled');
      });
      return codes;
    },

    remove: async (caller: Caller, password: string): Promise<void> => {
      requireSession(caller);
      const { userId } = caller;
      await requirePassword(userId, password);
      await database.write(async (tx) => {
        if (!(await store.deleteTotp(tx, userId))) return;
        await audit.record(tx, { action: 'totp.disabled', actor: caller });
        await securityMails.enqueue(tx, userId, 'totp_disabled');
      });
    },

    /** For whoever runs the server; false where it was not on. */
    reset: (userId: number, actor: AuditActor): Promise<boolean> =>
      database.write(async (tx) => {
        const wasOn = await store.deleteTotp(tx, userId);
        if (!wasOn) return false;
        await audit.record(tx, { action: 'totp.reset', actor, userId });
        await securityMails.enqueue(tx, userId, 'totp_reset');
        return true;
      }),

    /** Uses the code up, or counts it as wrong, in the caller's transaction: that has to be kept, whatever it came to. */
    check: async (tx: Tx, userId: number, typed: string | undefined): Promise<TwoFactorResult> => {
      const enrolled = await store.findTotp(tx, userId);
      if (enrolled === undefined || enrolled.confirmedAt === null) return { is: 'not_asked' };
      if (typed === undefined || typed.trim() === '') return { is: 'required' };

      const now = clock.now();
      const from = now - failureWindowMs;
      const attempt = await store.takeAttempt(tx, { userId, now, from, limit: limits.totpFailures });
      if (attempt === undefined) {
        const endsAt = (await store.getFailingSince(tx, userId)) + failureWindowMs;
        return { is: 'exhausted', retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now) / secondMs)) };
      }
      const step = findStep(read(userId, attempt.secret), withoutBlanks(typed), now, attempt.lastStep);
      if (step !== undefined) {
        await store.succeed(tx, userId, step);
        return { is: 'right', by: 'totp' };
      }
      if (!(await store.takeRecoveryCode(tx, userId, hashOf(userId, typed)))) return { is: 'wrong' };
      await store.succeed(tx, userId, attempt.lastStep);
      return { is: 'right', by: 'recovery_code', left: await store.countRecoveryCodes(tx, userId) };
    },
  };
}

/** Authenticators show codes as two halves. */
const withoutBlanks = (typed: string): string => typed.replaceAll(/\s/g, '');

/** A key that got lost must not be able to lock its owner out. */
function requireSession(caller: Caller): void {
  if (caller.kind !== 'session')
    throw new DomainError('access_denied', 'This takes a session: sign in with a browser. An API key may not do it.');
}
