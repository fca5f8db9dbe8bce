import { isoTime } from '@drive/base';
import { endpoints, type Session, type User } from '@drive/contract';
import type { Caller } from '../../platform/access/index.ts';
import { incomingOf, isFromThisMachine, type Router } from '../../platform/http/index.ts';
import type { AccountsDeps, AccountServices } from './account-services.ts';
import type { SessionRow } from './sign-in/session-store.ts';
import { getUsage, toUser, updateUser, type Account } from './users/user-store.ts';

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
    const client = { clientNetwork, isLocal: isFromThisMachine(incomingOf(context)) };
    const checked = await signIn.checkPassword(body.email, body.password, client);
    const userAgent = context.req.header('user-agent');
    const { totp, passkey } = body;
    browserSessions.setCookies(context, await signIn.start(checked, { userAgent, totp, passkey }));
    return getUser(checked.userId);
  });

  router.mount(endpoints.signInWithPasskey, async ({ body, context }) => {
    const { userId, started } = await signIn.startWithPasskey(body.response, context.req.header('user-agent'));
    browserSessions.setCookies(context, started);
    return getUser(userId);
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

  router.mount(endpoints.updateMe, async ({ caller, body }) => {
    const { notifications, ...fields } = body;
    const patch = { ...fields, notificationMail: notifications?.mail };
    if (Object.keys(body).length > 0) await database.write((tx) => updateUser(tx, caller.userId, patch));
    return getUser(caller.userId);
  });

  router.mountStreamed(endpoints.listSessions, async function* ({ caller }) {
    for await (const rows of sessions.listAll(caller.userId)) yield rows.map((row) => toSession(row, caller));
  });

  router.mount(endpoints.listSessionPage, async ({ caller, query }) => {
    const { rows, pagination } = await sessions.list(caller.userId, query);
    return { sessions: rows.map((row) => toSession(row, caller)), pagination };
  });

  router.mount(endpoints.revokeSession, ({ caller, params }) => sessions.revoke(caller, params.id));
}

const toSession = (
  { rowId, id, createdAt, lastUsedAt, expiresAt, userAgent }: SessionRow,
  caller: Caller,
): Session => ({
  id,
  createdAt: isoTime(createdAt),
  lastUsedAt: isoTime(lastUsedAt),
  expiresAt: isoTime(expiresAt),
  userAgent,
  current: caller.kind === 'session' && caller.credentialId === rowId,
});
