import { isoTime } from '@drive/base';
import { endpoints, type User } from '@drive/contract';
import type { Router } from '../../platform/http/index.ts';
import type { AccountsDeps, AccountServices } from './account-services.ts';
import { toUser } from './registration/users.ts';
import { getUsage, updateUser, type Account } from './users/user-store.ts';

export function mountAccountRoutes(
  router: Router,
  services: AccountServices,
  { database, config }: Pick<AccountsDeps, 'database' | 'config'>,
): void {
  const { sessions, registration, initialSetup, passwords, passwordReset, signIn, twoFactor, browserSessions } =
    services;

  const userOf = async (account: Account): Promise<User> =>
    toUser({ ...account, ...(await getUsage(database.reader, account.userId)) }, config.plans);
  const getUser = async (userId: number): Promise<User> => userOf(await services.getAccount(userId));

  router.mount(
    endpoints.register,
    async ({ body: { inviteToken, ...user }, clientNetwork }) =>
      userOf(await registration.register(user, inviteToken, clientNetwork)),
    { beforeBody: registration.requireOpen },
  );

  router.mount(
    endpoints.setup,
    async ({ body: { token, ...user }, clientNetwork }) => userOf(await initialSetup.setUp(token, user, clientNetwork)),
    { beforeBody: initialSetup.requireLink },
  );

  router.mount(endpoints.login, async ({ body, clientNetwork, context }) => {
    const checked = await signIn.checkPassword(body.email, body.password, clientNetwork);
    const userAgent = context.req.header('user-agent');
    browserSessions.setCookies(context, await signIn.start(checked, { userAgent, totp: body.totp }));
    return getUser(checked.userId);
  });

  router.mount(endpoints.logout, async ({ caller, context }) => {
    await sessions.end(caller);
    browserSessions.clearCookies(context);
    return undefined;
  });

  router.mount(endpoints.changePassword, ({ caller, body }) =>
    passwords.change(caller, body.currentPassword, body.newPassword),
  );

  router.mount(endpoints.forgotPassword, ({ body }) => passwordReset.request(body.email));

  router.mount(endpoints.resetPassword, ({ body, clientNetwork }) =>
    passwordReset.reset(
      { token: body.token, newPassword: body.newPassword, revokesKeys: body.revokeKeys ?? true },
      clientNetwork,
    ),
  );

  router.mount(endpoints.reauthenticate, ({ caller, body, clientNetwork }) =>
    signIn.reauthenticate(caller, body, clientNetwork),
  );

  router.mount(endpoints.getTotp, ({ caller }) => twoFactor.status(caller.userId));

  router.mount(endpoints.enrollTotp, async ({ caller, body }) =>
    twoFactor.enroll(caller, (await services.getAccount(caller.userId)).email, body.password),
  );

  router.mount(endpoints.confirmTotp, async ({ caller, body }) => ({
    recoveryCodes: await twoFactor.confirm(caller, body.code),
  }));

  router.mount(endpoints.removeTotp, ({ caller, body }) => twoFactor.remove(caller, body.password));

  router.mount(endpoints.getMe, ({ caller }) => getUser(caller.userId));

  router.mount(endpoints.updateMe, async ({ caller, body: { name } }) => {
    if (name !== undefined) await database.write((tx) => updateUser(tx, caller.userId, { name }));
    return getUser(caller.userId);
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

  router.mount(endpoints.revokeSession, ({ caller, params }) => sessions.revoke(caller, params.id));
}
