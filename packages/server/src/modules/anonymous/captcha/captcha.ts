import type { CaptchaChallenge } from '@drive/contract';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';

/** Uses up what was verified, in the transaction of what it was for: `captcha_failed` where it was used before. */
export type Redeem = (tx: Tx) => Promise<void>;

/** Tells people from programs, as far as anything does. */
export interface Captcha {
  /**
   * Looks at what a client sent. `captcha_failed` where it is missing or wrong, `unavailable` where the service that knows
   * can't be asked.
   */
  verify(token: string): Promise<Redeem>;
  /** undefined where there is nothing to be had from this server. */
  readonly createChallenge?: () => Promise<CaptchaChallenge>;
}

export const captchaFailed = (): DomainError => new DomainError('captcha_failed', 'captcha verification failed');

/** Where none is asked for. */
export const noCaptcha: Captcha = { verify: async () => async () => undefined };
