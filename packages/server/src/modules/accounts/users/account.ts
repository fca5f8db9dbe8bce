import { emailKey as keyOf, limits } from '@drive/contract';
import { DomainError } from '../../../platform/errors.ts';

export type Plan = 'free' | 'paid';

/** `open`: everyone; `invite`: everyone with an invitation; `closed`: only administrators create accounts. */
export type RegistrationPolicy = 'open' | 'invite' | 'closed';

export interface PlanLimits {
  readonly maxFileBytes: number;
  /** null: no limit. */
  readonly maxItems: number | null;
  /** null: no quota. */
  readonly quotaBytes: number | null;
}

/** Email addresses with the same key belong to the same account. Throws `validation_failed` if the text is too long. */
export function emailKey(email: string): string {
  if (email.length <= limits.emailBytes * limits.rawUnitsPerCharacter) return keyOf(email);
  const message = `must have at most ${limits.emailBytes} characters`;
  throw new DomainError('validation_failed', `The email address ${message}.`, {
    issues: [{ field: 'email', message, code: 'too_big' }],
  });
}
