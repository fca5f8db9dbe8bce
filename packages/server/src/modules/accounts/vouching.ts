import { isoTime } from '@drive/base';
import { appScreens, t } from '@drive/pages';
import type { AuditDetails } from '../../platform/audit/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import type { Mails } from '../../platform/mail/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { RevokeKeys } from './passwords/passwords.ts';
import { findSignInWays } from './sign-in/second-factor-store.ts';
import { deleteTotp, deleteUnusedRecoveryCodes } from './sign-in/two-factor-store.ts';
import type { UserDirectory } from './user-directory.ts';
import { setVouched } from './users/user-standing-store.ts';
import { findEmail, findUser, noPassword, updatePassword } from './users/user-store.ts';

/**
 * Ends what a module lets the user of an account (users.row_id) come back with, or learn by. `keepsFactors`: what is also a second
 * factor stays.
 */
export type OnTakeover = (tx: Tx, userId: number, how: { readonly keepsFactors: boolean }) => Promise<void>;

type VouchingDeps = Pick<Ports, 'baseUrl' | 'clock' | 'audit'> & {
  readonly mails: Mails;
  readonly revokeKeys: RevokeKeys;
  readonly directory: Pick<UserDirectory, 'endAccess'>;
};

/**
 * Accounts that were registered openly, with an address that may be that of somebody else, until somebody vouches for them. Their
 * password, keys and links may then be those of whoever registered them.
 */
export class Vouching {
  readonly #deps: VouchingDeps;
  readonly #listeners: OnTakeover[] = [];
  readonly #mail;

  constructor(deps: VouchingDeps) {
    this.#deps = deps;
    this.#mail = createVouchedMail(deps);
  }

  onTakeover(listen: OnTakeover): void {
    this.#listeners.push(listen);
  }

  /** The user of the account has opened a link that was sent to its address. Nothing ends. */
  accept(tx: Tx, userId: number): Promise<boolean> {
    return this.#vouch(tx, userId, 'invite');
  }

  /**
   * An identity provider gives the account to the user of its address. If nobody has vouched for it before, all ways to sign in
   * and all credentials end, and the user is told by email. Call before the identity of the user is added.
   */
  async adopt(tx: Tx, userId: number, by: 'single_sign_on' | 'scim'): Promise<void> {
    if (!(await this.#vouch(tx, userId, by))) return;
    await this.#takeOver(tx, userId, { keepsFactors: false });
    await updatePassword(tx, userId, noPassword);
    await deleteTotp(tx, userId);
    await deleteUnusedRecoveryCodes(tx, userId);
    await this.#mail(tx, userId);
  }

  /**
   * Ends all credentials of an account for which nobody has vouched but the password, which a link to the address or the operator has
   * just set, and a second factor, without which that password signs nobody in. While the account has one, nobody has vouched for it.
   */
  async reset(tx: Tx, userId: number): Promise<void> {
    if ((await findUser(tx, userId))?.vouchedAt !== null) return;
    await this.#takeOver(tx, userId, { keepsFactors: true });
    const { hasTotp, hasPasskey } = await findSignInWays(tx, userId);
    if (!hasTotp && !hasPasskey && (await this.#vouch(tx, userId, 'password_reset'))) await this.#mail(tx, userId);
  }

  async #vouch(tx: Tx, userId: number, by: AuditDetails['account.vouched']['by']): Promise<boolean> {
    const { clock, audit } = this.#deps;
    if (!(await setVouched(tx, userId, clock.now()))) return false;
    await audit.record(tx, { action: 'account.vouched', actor: 'nobody', userId, details: { by } });
    return true;
  }

  async #takeOver(tx: Tx, userId: number, how: Parameters<OnTakeover>[2]): Promise<void> {
    const { directory, revokeKeys } = this.#deps;
    await tx.lock(`sign-in-ways:${userId}`);
    await directory.endAccess(tx, userId);
    await revokeKeys(tx, userId, 'nobody');
    for (const listen of this.#listeners) await listen(tx, userId, how);
  }
}

/** Emails users (users.row_id) that the account with their address is theirs from now on. */
function createVouchedMail({ baseUrl, clock, mails }: Pick<VouchingDeps, 'baseUrl' | 'clock' | 'mails'>) {
  const job = mails.defineSecurity({
    type: 'accounts.vouched-mail',
    load: async ({ userId, at }: { readonly userId: number; readonly at: number }, reader) => {
      const to = await findEmail(reader, userId);
      return to === undefined ? undefined : { to, at };
    },
    render: ({ to, at }) => ({
      subject: t('The address of your account is confirmed'),
      before: [
        `${t('{account} is now known to be your address. Whoever registered the account had not shown that, so everything that could sign in to it before has ended: the former password, second factor, passkeys, API keys and sessions. Its upload grants are revoked, and its webhooks are off.', { account: to })} ${t('Time of the change: {at}.', { at: isoTime(at) })}`,
      ],
      link: { label: t('Your account'), url: baseUrl.link(appScreens.security) },
      after: [
        t('If you have no other way to sign in, request a new password on the sign-in page.'),
        t(
          'Files in the account have stayed. If you did not put them there, look at them, their links and who has access before you add your own.',
        ),
      ],
    }),
  });
  return (tx: Tx, userId: number): Promise<void> => job.enqueue(tx, { userId, at: clock.now() });
}
