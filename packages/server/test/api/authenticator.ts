import type { RecoveryCodes, TotpEnrolment } from '@drive/contract';
import { codeOf, fromBase32, stepAt } from '../../src/modules/accounts/sign-in/totp-code.ts';
import type { Drive, TestSession, TestUser } from '../drive.ts';

/** Returns codes like an authenticator app, by the server's clock; `steps` from now. */
export type Authenticator = (steps?: number) => string;

export const authenticatorOf =
  (drive: Pick<Drive, 'clock'>, secret: string): Authenticator =>
  (steps = 0) =>
    codeOf(fromBase32(secret), stepAt(drive.clock.now()) + steps);

export interface UserWithTwoFactor {
  readonly user: TestUser;
  readonly session: TestSession;
  readonly secret: string;
  readonly authenticator: Authenticator;
  readonly recoveryCodes: readonly string[];
}

/** A user with two-factor authentication; the clock has advanced, so that the next code is unused. */
export async function createUserWithTwoFactor(drive: Drive): Promise<UserWithTwoFactor> {
  const user = await drive.createUser();
  const session = await drive.signIn(user);
  const enrolled = await drive.fetch('/api/auth/totp/enroll', {
    method: 'POST',
    session,
    json: { password: user.password },
  });
  const { secret } = (await enrolled.json()) as TotpEnrolment;
  const authenticator = authenticatorOf(drive, secret);
  const confirmed = await drive.fetch('/api/auth/totp/confirm', {
    method: 'POST',
    session,
    json: { code: authenticator() },
  });
  const { recoveryCodes } = (await confirmed.json()) as RecoveryCodes;
  drive.clock.advance(60_000);
  return { user, session, secret, authenticator, recoveryCodes };
}
