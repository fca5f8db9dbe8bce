import { endpoints, type User } from '@drive/contract';
import { isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Account } from './account.ts';
import type { AccountServices } from './account-services.ts';
import { updateName } from './user-store.ts';

export interface RoutesDeps extends AccountServices {
  readonly database: Database;
  readonly getAccount: (userId: number) => Promise<Account>;
  readonly readProfile: (account: Account) => Promise<User>;
}

export function mountRoutes(router: Router, deps: RoutesDeps): void {
  const { sessions, registration, initialSetup, passwords, signIn, totp, cookies, readProfile, getAccount } = deps;

  router.mount(
    endpoints.register,
    async ({ body: { inviteToken, ...user }, clientNetwork }) =>
      readProfile(await registration.register(user, inviteToken, clientNetwork)),
    { beforeBody: registration.requireOpen },
  );

  router.mount(
    endpoints.setup,
    async ({ body: { token, ...user }, clientNetwork }) =>
      readProfile(await initialSetup.setUp(token, user, clientNetwork)),
    { beforeBody: initialSetup.requireLink },
  );

  router.mount(endpoints.login, async ({ body, clientNetwork, context }) => {
    const checked = await signIn.checkPassword(body.email, body.password, clientNetwork);
    const userAgent = context.req.header('user-agent');
    cookies.set(context, await signIn.start(checked, { userAgent, totp: body.totp }));
    const account = await getAccount(checked.userId);
    return readProfile(account);
  });

  router.mount(endpoints.logout, async ({ caller, context }) => {
    await sessions.end(caller);
    cookies.clear(context);
    return undefined;
  });

  router.mount(endpoints.changePassword, async ({ caller, body }) => {
    await passwords.change(caller, body.currentPassword, body.newPassword);
    return undefined;
  });

  router.mount(endpoints.forgotPassword, async ({ body }) => {
    await passwords.forget(body.email);
    return undefined;
  });

  router.mount(endpoints.resetPassword, async ({ body, clientNetwork }) => {
    await passwords.reset(body.token, body.newPassword, clientNetwork);
    return undefined;
  });

  router.mount(endpoints.getTotp, ({ caller }) => totp.status(caller.userId));

  router.mount(endpoints.enrollTotp, async ({ caller, body }) =>
    totp.enroll(caller, (await getAccount(caller.userId)).email, body.password),
  );

  router.mount(endpoints.confirmTotp, async ({ caller, body }) => ({
    recoveryCodes: await totp.confirm(caller, body.code),
  }));

  router.mount(endpoints.removeTotp, async ({ caller, body }) => {
    await totp.remove(caller, body.password);
    return undefined;
  });

  router.mount(endpoints.getMe, async ({ caller }) => readProfile(await getAccount(caller.userId)));

  router.mount(endpoints.updateMe, async ({ caller, body: { name } }) => {
    if (name !== undefined) await deps.database.write((tx) => updateName(tx, caller.userId, name));
    return readProfile(await getAccount(caller.userId));
  });

  router.mount(endpoints.listSessions, async ({ caller }) => {
    const rows = await sessions.list(caller.userId);
    return rows.map(({ rowId, id, createdAt, lastUsedAt, expiresAt, userAgent }) => ({
      id,
      createdAt: isoTime(createdAt),
      lastUsedAt: isoTime(lastUsedAt),
      expiresAt: isoTime(expiresAt),
      userAgent,
      current: caller.kind === 'session' && caller.credentialId === rowId,
    }));
  });

  router.mount(endpoints.revokeSession, async ({ caller, params }) => {
    await sessions.revoke(caller, params.id);
    return undefined;
  });
}
