import { DomainError } from '../../../platform/errors.ts';
import type { Account } from './user-store.ts';

/** Throws `access_denied` if nobody has vouched for the account, before an administrator gives it what is meant for its address. */
export function requireVouched({ vouchedAt }: Pick<Account, 'vouchedAt'>): void {
  if (vouchedAt !== null) return;
  throw new DomainError(
    'access_denied',
    'This account was registered by somebody who has not shown that its email address is theirs. Invite the address: its user opens the link while signed in.',
  );
}
