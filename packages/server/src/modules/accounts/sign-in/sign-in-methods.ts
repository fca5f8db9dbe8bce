import type { Caller } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { PasskeyPort } from './passkey-port.ts';
import { findSignInWays } from './second-factor-store.ts';
import type { Sessions } from './sessions.ts';

export interface NeededProof {
  readonly password: boolean;
  /** Of an authenticator or a recovery code. */
  readonly code: boolean;
  /** Name of the issuer of single sign-on that can confirm it. */
  readonly issuer: string | undefined;
}

type SignInMethodsDeps = Pick<Ports, 'database'> & {
  readonly sessions: Sessions;
  readonly passkeys: PasskeyPort;
  readonly singleSignOn: { readonly name: string | undefined };
  readonly config: { readonly passwordLogin: boolean };
};

/** How users can sign in, as far as this server lets them. */
export class SignInMethods {
  readonly #deps: SignInMethodsDeps;

  constructor(deps: SignInMethodsDeps) {
    this.#deps = deps;
  }

  async neededProof(caller: Caller): Promise<NeededProof | undefined> {
    const { database, sessions, singleSignOn } = this.#deps;
    if (await sessions.isRecent(caller)) return undefined;
    const { hasPassword, hasTotp, hasPasskey, hasIdentity } = await findSignInWays(database.reader, caller.userId);
    return {
      password: hasPassword,
      code: hasPassword && (hasTotp || hasPasskey),
      issuer: hasIdentity ? singleSignOn.name : undefined,
    };
  }

  async requireOne(tx: Tx, userId: number): Promise<void> {
    const { passkeys, singleSignOn, config } = this.#deps;
    const { hasPassword, hasPasskey, hasIdentity } = await findSignInWays(tx, userId);
    const hasOne =
      (hasPassword && config.passwordLogin) ||
      (hasPasskey && passkeys.isOn) ||
      (hasIdentity && singleSignOn.name !== undefined);
    if (!hasOne)
      throw new DomainError(
        'last_sign_in_method',
        'This is the only way to sign in to your account. Add another one first, such as a passkey.',
      );
  }
}
