import { endpoints } from '@drive/contract';
import { appScreens, ownPath } from '@drive/pages';
import type { Caller } from '../../platform/access/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import { requireSession, type Accounts } from '../accounts/index.ts';
import type { Issuer } from './oidc/issuer.ts';
import type { SingleSignOn } from './oidc/single-sign-on.ts';
import type { SsoPages } from './oidc/sso-pages.tsx';
import type { PasskeyFactor, Passkeys } from './passkeys/passkeys.ts';

export interface IdentityRoutesDeps {
  readonly accounts: Accounts;
  readonly passkeys: Passkeys;
  readonly oidc: { readonly issuer: Issuer; readonly singleSignOn: SingleSignOn; readonly pages: SsoPages };
}

export function mountIdentityRoutes(router: Router, { accounts, passkeys, oidc }: IdentityRoutesDeps): void {
  const { twoFactor, sessions } = accounts.signIns;
  const factor: PasskeyFactor = {
    requireAlive: (tx, caller) => sessions.requireAlive(tx, caller),
    addPasskeyFactor: (tx, userId) => twoFactor.addPasskeyFactor(tx, userId),
    removePasskeyFactor: (tx, userId) => twoFactor.removePasskeyFactor(tx, userId),
    requireSignInWay: accounts.requireSignInWay,
  };

  router.mount(endpoints.startPasskeyRegistration, async ({ caller, body, clientNetwork }) => {
    requireSession(caller);
    await requireProof(accounts, caller, body.password, clientNetwork);
    const { userId, accountId } = caller;
    const email = await accounts.getEmail(userId);
    return passkeys.registrationOptions({ userId, accountId, email });
  });

  router.mount(endpoints.registerPasskey, ({ caller, body }) => {
    requireSession(caller);
    return passkeys.register(caller, body, factor);
  });

  router.mount(endpoints.startPasskeySignIn, ({ body }) =>
    passkeys.authenticationOptions({ verifiesUser: body.email === undefined }),
  );

  router.mount(endpoints.listPasskeys, ({ caller }) => passkeys.list(caller.userId));

  router.mount(endpoints.renamePasskey, ({ caller, params, body }) =>
    passkeys.rename(caller.userId, params.id, body.name),
  );

  router.mount(endpoints.deletePasskey, async ({ caller, params }) => {
    requireSession(caller);
    await accounts.requireRecent(caller);
    await passkeys.delete(caller, params.id, factor);
  });

  router.mount(endpoints.listIdentities, async ({ caller }) =>
    oidc.issuer.isOn ? oidc.singleSignOn.list(caller.userId) : [],
  );

  router.mount(endpoints.linkIdentity, async ({ caller, body, context }) => {
    requireSession(caller);
    if (!oidc.issuer.isOn)
      throw new DomainError(
        'access_denied',
        'This server has no single sign-on. An administrator sets DRIVE_OIDC_ISSUER.',
      );
    await accounts.requireRecent(caller);
    const url = await oidc.pages.begin(context, {
      purpose: 'link',
      sessionId: caller.credentialId,
      returnTo: ownPath(body.returnTo ?? appScreens.security),
    });
    return { url };
  });

  router.mount(endpoints.unlinkIdentity, async ({ caller, params }) => {
    requireSession(caller);
    if (!oidc.issuer.isOn) throw new DomainError('identity_not_found', 'You have no such identity.');
    await oidc.singleSignOn.unlink(caller, params.id);
  });
}

/** A recent sign-in is enough; otherwise the password, with the second factor of an account that has one. */
async function requireProof(
  accounts: Accounts,
  caller: Caller,
  password: string | undefined,
  clientNetwork: string,
): Promise<void> {
  if (await accounts.isRecent(caller)) return;
  if (password === undefined)
    throw new DomainError(
      'reauthentication_required',
      'Your sign-in is some time ago. Send your password, or confirm who you are, then try again.',
    );
  await accounts.reauthenticate(caller, { password }, clientNetwork);
}
