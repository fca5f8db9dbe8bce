import { createHash } from 'node:crypto';
import { auditActions, type AuditAction, type AuditEntry } from '@drive/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUserWithTwoFactor } from '../../../test/api/authenticator.ts';
import { feedbackApi } from '../../../test/api/feedback-api.ts';
import { createTestPasskey } from '../../../test/api/test-passkey.ts';
import { createTestBrowser } from '../../../test/browser/browser.ts';
import { startDrive, type Drive, type DriveInit, type TestSession, type TestUser } from '../../../test/drive.ts';
import { signInBy, startIssuer, type SignInOutcome, type TestIssuer } from '../../../test/network/test-issuer.ts';

/** Fields that an entry must have; names stand for the ids of the administrator and the user. */
type Expected = Omit<Partial<AuditEntry>, 'actor' | 'user'> & {
  readonly actor?: 'user' | 'admin' | 'console' | 'nobody';
};

const baseUrl = 'http://drive.localhost';
let issuer: TestIssuer;
let drive: Drive;
let admin: TestUser;
let user: TestUser;
let session: TestSession;
let refusesMail = false;
const ids = new Map<string, string>();

beforeAll(async () => {
  issuer = await startIssuer();
  issuer.register({ url: baseUrl });
  drive = await startDrive({
    settings: {
      ...issuer.settings,
      BASE_URL: baseUrl,
      OIDC_ALLOWED_GROUPS: 'staff',
      OIDC_LINK_BY_EMAIL: 'on',
      REGISTRATION: 'open',
      FEATURE_LIMITS: 'off',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    },
    outbound: { allowCidrs: ['127.0.0.0/8'] },
    onMail: () => {
      if (refusesMail) throw new Error('not today');
    },
  });
  admin = await drive.createUser({ isAdmin: true });
  user = await drive.createUser({ email: 'ada@example.com' });
  session = await drive.signIn(user);
  for (const one of [admin, user]) ids.set(one.email, (await call('GET', '/api/me', { key: one.key })).id);
});
afterAll(async () => {
  await drive.close();
  await issuer.close();
});

async function call(method: string, path: string, init: DriveInit = {}): Promise<any> {
  const response = await drive.fetch(path, { method, ...init });
  const text = await response.text();
  if (response.status >= 400) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
const mine = (method: string, path: string, json?: unknown): Promise<any> =>
  call(method, path, { key: user.key, ...(json === undefined ? {} : { json }) });
const asAdmin = (method: string, path: string, json?: unknown): Promise<any> =>
  call(method, path, { key: admin.key, ...(json === undefined ? {} : { json }) });
const newestOf = async (action: AuditAction): Promise<AuditEntry | undefined> =>
  ((await asAdmin('GET', `/api/admin/audit?action=${action}&limit=1`)) as { audit: AuditEntry[] }).audit[0];

let files = 0;
async function putFile(): Promise<string> {
  const { fileId, uploadUrl } = await mine('POST', '/api/uploads', {
    fileName: `private-name-${(files += 1)}.txt`,
    contentType: 'text/plain',
    fileSizeBytes: 5,
  });
  await drive.fetch(new URL(uploadUrl).pathname, { method: 'PUT', body: 'hello' });
  return fileId;
}
const share = async (wishes: object = {}): Promise<{ fileId: string; token: string; mark: string }> => {
  const fileId = await putFile();
  const { shareToken: token } = await mine('POST', `/api/files/${fileId}/share`, wishes);
  return { fileId, token, mark: createHash('sha256').update(token).digest('hex').slice(0, 16) };
};
const collection = () => mine('POST', '/api/collections', { name: 'private-name', folderId: null });
const proofing = async () => mine('POST', '/api/proofings', { name: 'private-name', fileIds: [await putFile()] });
const paste = () => mine('POST', '/api/pastes', { content: 'private-text', title: 'private-name' });
const webhook = async (): Promise<{ id: string }> => {
  for (const { id } of (await mine('GET', '/api/users/me/webhooks')) as { id: string }[])
    await mine('DELETE', `/api/users/me/webhooks/${id}`);
  return mine('POST', '/api/users/me/webhooks', { url: 'http://127.0.0.1:9/private-path' });
};
const device = async (approve: boolean): Promise<void> => {
  const { userCode } = await call('POST', '/api/auth/device');
  await mine('POST', '/api/auth/device/approve', { userCode, approve });
};
let people = 0;
const person = async (): Promise<{ id: string; email: string; password: string }> => {
  const wanted = { email: `private${(people += 1)}@example.com`, password: 'private-password' };
  return { ...wanted, ...(await asAdmin('POST', '/api/admin/users', wanted)) };
};
const access = async (): Promise<{ fileId: string; accessId: string }> => {
  const [fileId, { id: userId }] = [await putFile(), await person()];
  const given = { grants: [{ userId, role: 'viewer' }], notify: false };
  const { access: added } = await mine('POST', `/api/files/${fileId}/access`, given);
  return { fileId, accessId: added[0].id };
};
let invited = { fileId: '', id: '' };
const group = (): Promise<{ id: string }> =>
  asAdmin('POST', '/api/admin/groups', { name: `private-name ${(people += 1)}` });

const teamDrive = (): Promise<{ id: string }> =>
  asAdmin('POST', '/api/drives', { name: `private-name ${(people += 1)}` });

/** Signs a person in by the issuer, as a member of these groups. */
async function signInByIssuer(
  { email }: { email: string },
  groups: readonly string[] = ['staff'],
): Promise<SignInOutcome> {
  issuer.users.set(email, { email, email_verified: true, groups });
  return signInBy(drive, issuer, email);
}
async function addPasskey(): Promise<{ id: string; session: TestSession }> {
  const mySession = await drive.signIn(await person());
  const start = await call('POST', '/api/auth/passkeys/register/options', { session: mySession, json: {} });
  const response = createTestPasskey(baseUrl).create(start);
  const json = { name: 'private-name', response };
  const { id } = await call('POST', '/api/auth/passkeys/register', { session: mySession, json });
  return { id, session: mySession };
}

const deleteAccountOf = async (one: { email: string; password: string }): Promise<void> => {
  await call('POST', '/api/me/deletion', { session: await drive.signIn(one), json: { password: one.password } });
};

/** The real request that causes each action, and the entry it must write. */
const acts: Record<AuditAction, () => Promise<Expected>> = {
  'sign_in.succeeded': async () => {
    await drive.signIn(user);
    return { actor: 'user', details: { with: 'password' }, target: { kind: 'session', id: expect.any(String) } };
  },
  'sign_in.failed': async () => {
    const json = { email: user.email, password: 'private-password' };
    await drive.fetch('/api/auth/login', { method: 'POST', json });
    return { actor: 'nobody', details: { reason: 'password', notRecorded: 0 } };
  },
  sign_out: async () => {
    const other = await drive.signIn(user);
    await call('POST', '/api/auth/logout', { session: other });
    return { actor: 'user', target: { kind: 'session', id: expect.any(String) } };
  },
  'session.ended': async () => {
    await drive.signIn(user);
    const sessions = (await call('GET', '/api/me/sessions', { session })) as { id: string; current: boolean }[];
    const id = sessions.find(({ current }) => !current)?.id ?? '';
    await call('DELETE', `/api/me/sessions/${id}`, { session });
    return { actor: 'user', target: { kind: 'session', id } };
  },
  'password.changed': async () => {
    const json = { currentPassword: user.password, newPassword: user.password };
    await call('POST', '/api/auth/password', { session, json });
    return { actor: 'user', target: null, details: {} };
  },
  'password.reset': async () => {
    await call('POST', '/api/auth/password/forgot', { json: { email: user.email } });
    await drive.drain();
    const token = /reset\?token=([\w-]+)/.exec(drive.mails.at(-1)?.text ?? '')?.[1];
    await call('POST', '/api/auth/password/reset', { json: { token, newPassword: user.password, revokeKeys: false } });
    session = await drive.signIn(user);
    return { actor: 'nobody' };
  },
  'password.set': async () => {
    await drive.app.accounts.setPassword(user.email, user.password);
    const { rawKey } = await drive.app.apiKeys.createKey({ userId: user.userId, label: null });
    user = { ...user, key: rawKey };
    session = await drive.signIn(user);
    return { actor: 'console' };
  },
  'totp.enabled': async () => {
    await createUserWithTwoFactor(drive);
    return { target: null, details: {} };
  },
  'totp.disabled': async () => {
    const withCodes = await createUserWithTwoFactor(drive);
    const json = { password: withCodes.user.password };
    await call('DELETE', '/api/auth/totp', { session: withCodes.session, json });
    return {};
  },
  'totp.reset': async () => {
    const withCodes = await createUserWithTwoFactor(drive);
    await drive.app.accounts.resetTotp(withCodes.user.email);
    return { actor: 'console' };
  },
  'totp.recovery_used': async () => {
    const withCodes = await createUserWithTwoFactor(drive);
    const { email, password } = withCodes.user;
    await call('POST', '/api/auth/login', { json: { email, password, totp: withCodes.recoveryCodes[0] } });
    return { details: { left: 9 } };
  },
  'passkey.added': async () => ({ target: { kind: 'passkey', id: (await addPasskey()).id } }),
  'passkey.removed': async () => {
    const added = await addPasskey();
    await call('DELETE', `/api/me/passkeys/${added.id}`, { session: added.session });
    return { target: { kind: 'passkey', id: added.id } };
  },
  'identity.linked': async () => {
    await signInByIssuer(await person());
    return { actor: 'nobody', details: { by: 'email' } };
  },
  'identity.unlinked': async () => {
    const someone = await person();
    await signInByIssuer(someone);
    const own = await drive.signIn(someone);
    const [{ id }] = await call('GET', '/api/me/identities', { session: own });
    await call('DELETE', `/api/me/identities/${id}`, { session: own });
    return { target: { kind: 'identity', id } };
  },
  'account.suspended': async () => {
    const someone = await person();
    await signInByIssuer(someone);
    await signInByIssuer(someone, []);
    return { target: null, details: {} };
  },
  'account.admitted': async () => {
    const someone = await person();
    for (const groups of [['staff'], [], ['staff']]) await signInByIssuer(someone, groups);
    return { target: null, details: {} };
  },
  'account.deletion_requested': async () => {
    await deleteAccountOf(await person());
    return { target: null, details: {} };
  },
  'account.kept': async () => {
    await deleteAccountOf(await person());
    await drive.drain();
    const path = /\/keep-account\?token=[\w.-]+/.exec(drive.mails.at(-1)?.text ?? '')?.[0] ?? '';
    const browser = createTestBrowser(drive);
    await browser.submit(await browser.open(path), {});
    return { target: null, details: {} };
  },
  'account.registered': async () => {
    await call('POST', '/api/auth/register', { json: { email: 'new@example.com', password: 'private-password' } });
    return { details: { by: 'registration' } };
  },
  'account.vouched': async () => {
    const json = { email: `private${(people += 1)}@example.com`, password: 'private-password' };
    await call('POST', '/api/auth/register', { json });
    await signInByIssuer(json);
    return { actor: 'nobody', target: null, details: { by: 'single_sign_on' } };
  },
  'invite.created': async () => {
    const { id } = await asAdmin('POST', '/api/admin/invites', { email: 'private@example.com' });
    return { actor: 'admin', target: { kind: 'invite', id } };
  },
  'invite.revoked': async () => {
    const { id } = await asAdmin('POST', '/api/admin/invites');
    await asAdmin('DELETE', `/api/admin/invites/${id}`);
    return { actor: 'admin', target: { kind: 'invite', id } };
  },
  'api_key.created': async () => {
    const { id } = await mine('POST', '/api/me/api-keys', { label: 'private-label' });
    return { actor: 'user', target: { kind: 'api_key', id }, details: { by: 'user' } };
  },
  'api_key.revoked': async () => {
    const { id } = await mine('POST', '/api/me/api-keys', { label: 'private-label' });
    await mine('DELETE', `/api/me/api-keys/${id}`);
    return { actor: 'user', target: { kind: 'api_key', id } };
  },
  'device.approved': async () => {
    await device(true);
    return { actor: 'user' };
  },
  'device.refused': async () => {
    await device(false);
    return { actor: 'user' };
  },
  'share.created': async () => {
    const { fileId, mark } = await share({ password: 'private-password', expiresInDays: 1 });
    const expiresAt = new Date(drive.clock.now() + 86_400_000).toISOString();
    const details = { mode: 'SHARED', fileId, files: 1, hasPassword: true, expiresAt };
    return { actor: 'user', target: { kind: 'share', id: mark }, details };
  },
  'share.changed': async () => {
    const { fileId, mark } = await share();
    await mine('POST', `/api/files/${fileId}/share`, { shareMode: 'PUBLIC', password: 'private-password' });
    return { actor: 'user', target: { kind: 'share', id: mark }, details: { changed: 'shareMode,password', fileId } };
  },
  'share.revoked': async () => {
    const { fileId, mark } = await share();
    await mine('PATCH', '/api/files/visibility', { ids: [fileId], mode: 'PRIVATE' });
    return { actor: 'user', target: { kind: 'share', id: mark }, details: { fileId } };
  },
  'share.recipients_added': async () => {
    const { token, mark } = await share();
    await mine('POST', `/api/shares/${token}/recipients`, { emails: ['private@example.com', 'too@example.com'] });
    return { actor: 'user', target: { kind: 'share', id: mark }, details: { count: 2 } };
  },
  'share.recipient_removed': async () => {
    const { token, mark } = await share();
    const { recipients } = await mine('POST', `/api/shares/${token}/recipients`, { emails: ['private@example.com'] });
    await mine('DELETE', `/api/shares/${token}/recipients/${recipients[0].id}`);
    return { actor: 'user', target: { kind: 'share', id: mark } };
  },
  'collection.created': async () => {
    const { id } = await collection();
    return { actor: 'user', target: { kind: 'collection', id }, details: { hasPassword: false, expiresAt: null } };
  },
  'collection.changed': async () => {
    const { id } = await collection();
    await mine('PATCH', `/api/collections/${id}`, { name: 'private-name too', password: 'private-password' });
    return { target: { kind: 'collection', id }, details: { changed: 'name,password' } };
  },
  'collection.deleted': async () => {
    const { id } = await collection();
    await mine('DELETE', `/api/collections/${id}`);
    return { target: { kind: 'collection', id } };
  },
  'upload_grant.created': async () => {
    const { id } = await mine('POST', '/api/upload-grants', { data: 'private-data' });
    return {
      actor: 'user',
      details: { expiresAt: expect.any(String), maxFiles: 1 },
      target: { kind: 'upload_grant', id },
    };
  },
  'upload_grant.revoked': async () => {
    const { id } = await mine('POST', '/api/upload-grants', {});
    await mine('DELETE', `/api/upload-grants/${id}`);
    return { actor: 'user', target: { kind: 'upload_grant', id } };
  },
  'proofing.created': async () => {
    const { id } = await proofing();
    return { actor: 'user', target: { kind: 'proofing', id }, details: { hasPassword: false, expiresAt: null } };
  },
  'proofing.changed': async () => {
    const { id } = await proofing();
    await mine('PATCH', `/api/proofings/${id}`, { message: 'private-text' });
    return { target: { kind: 'proofing', id }, details: { changed: 'message' } };
  },
  'proofing.deleted': async () => {
    const { id } = await proofing();
    await mine('DELETE', `/api/proofings/${id}`);
    return { target: { kind: 'proofing', id } };
  },
  'paste.created': async () => {
    const { id } = await paste();
    return { actor: 'user', target: { kind: 'paste', id } };
  },
  'paste.deleted': async () => {
    const { id } = await paste();
    await mine('DELETE', `/api/pastes/${id}`);
    return { actor: 'user', target: { kind: 'paste', id } };
  },
  'webhook.created': async () => {
    const { id } = await webhook();
    return { actor: 'user', target: { kind: 'webhook', id } };
  },
  'webhook.changed': async () => {
    const { id } = await webhook();
    await mine('PATCH', `/api/users/me/webhooks/${id}`, { enabled: false });
    return { target: { kind: 'webhook', id }, details: { changed: 'enabled' } };
  },
  'webhook.secret_rotated': async () => {
    const { id } = await webhook();
    await mine('POST', `/api/users/me/webhooks/${id}/rotate-secret`);
    return { target: { kind: 'webhook', id } };
  },
  'webhook.deleted': async () => {
    const { id } = await webhook();
    await mine('DELETE', `/api/users/me/webhooks/${id}`);
    return { target: { kind: 'webhook', id } };
  },
  'user.created': async () => {
    const { id } = await person();
    return { actor: 'admin', target: { kind: 'user', id }, details: { plan: 'free', isAdmin: false } };
  },
  'user.changed': async () => {
    const { id } = await person();
    await asAdmin('PATCH', `/api/admin/users/${id}`, { plan: 'paid' });
    return { actor: 'admin', target: { kind: 'user', id }, details: { changed: 'plan' } };
  },
  'user.disabled': async () => {
    const { id } = await person();
    await asAdmin('PATCH', `/api/admin/users/${id}`, { disabled: true });
    return { actor: 'admin', target: { kind: 'user', id } };
  },
  'user.enabled': async () => {
    const { id } = await person();
    for (const disabled of [true, false]) await asAdmin('PATCH', `/api/admin/users/${id}`, { disabled });
    return { actor: 'admin', target: { kind: 'user', id } };
  },
  'user.deleted': async () => {
    const { id } = await person();
    await asAdmin('DELETE', `/api/admin/users/${id}`);
    return { actor: 'admin', target: { kind: 'user', id } };
  },
  'access.given': async () => {
    const { fileId, accessId } = await access();
    expect(accessId).toEqual(expect.any(String));
    return { actor: 'user', target: { kind: 'file', id: fileId }, details: { role: 'viewer', to: 'user' } };
  },
  'access.invited': async () => {
    const fileId = await putFile();
    const grants = [{ email: 'private-name@example.com', role: 'viewer' }];
    await asAdmin('PATCH', `/api/admin/users/${ids.get(user.email)}`, { isAdmin: true });
    const { invitations } = await mine('POST', `/api/files/${fileId}/access`, { grants });
    await asAdmin('PATCH', `/api/admin/users/${ids.get(user.email)}`, { isAdmin: false });
    invited = { fileId, id: invitations[0].id };
    return { actor: 'user', target: { kind: 'file', id: fileId }, details: { role: 'viewer' } };
  },
  'access.invitation_revoked': async () => {
    await mine('DELETE', `/api/files/${invited.fileId}/access/${invited.id}`);
    return { actor: 'user', target: { kind: 'file', id: invited.fileId }, details: { role: 'viewer' } };
  },
  'access.changed': async () => {
    const { fileId, accessId } = await access();
    await mine('PATCH', `/api/files/${fileId}/access/${accessId}`, { role: 'editor' });
    return { actor: 'user', target: { kind: 'file', id: fileId }, details: { role: 'editor', to: 'user' } };
  },
  'access.revoked': async () => {
    const { fileId, accessId } = await access();
    await mine('DELETE', `/api/files/${fileId}/access/${accessId}`);
    return { actor: 'user', target: { kind: 'file', id: fileId }, details: { role: 'viewer', to: 'user' } };
  },
  'drive.created': async () => ({ actor: 'admin', target: { kind: 'drive', id: (await teamDrive()).id } }),
  'drive.changed': async () => {
    const { id } = await teamDrive();
    await asAdmin('PATCH', `/api/drives/${id}`, { linkRole: 'editor' });
    return { actor: 'admin', target: { kind: 'drive', id }, details: { changed: 'linkRole' } };
  },
  'drive.deleted': async () => {
    const { id } = await teamDrive();
    await asAdmin('DELETE', `/api/drives/${id}`);
    return { actor: 'admin', target: { kind: 'drive', id } };
  },
  'drive.restored': async () => {
    const { id } = await teamDrive();
    await asAdmin('DELETE', `/api/drives/${id}`);
    await asAdmin('POST', `/api/admin/drives/${id}/restore`);
    return { actor: 'admin', target: { kind: 'drive', id } };
  },
  'drive.purged': async () => {
    const { id } = await teamDrive();
    await asAdmin('DELETE', `/api/drives/${id}`);
    await asAdmin('DELETE', `/api/admin/drives/${id}/permanent`);
    return { actor: 'admin', target: { kind: 'drive', id } };
  },
  'group.created': async () => {
    const { id } = await group();
    return { actor: 'admin', target: { kind: 'group', id } };
  },
  'group.changed': async () => {
    const { id } = await group();
    await asAdmin('PATCH', `/api/admin/groups/${id}`, { name: `private ${id}` });
    return { actor: 'admin', target: { kind: 'group', id }, details: { changed: 'name' } };
  },
  'group.deleted': async () => {
    const { id } = await group();
    await asAdmin('DELETE', `/api/admin/groups/${id}`);
    return { actor: 'admin', target: { kind: 'group', id } };
  },
  'group.member_added': async () => {
    const { id } = await group();
    await asAdmin('PUT', `/api/admin/groups/${id}/members/${(await person()).id}`);
    return { actor: 'admin', target: { kind: 'group', id }, details: { source: 'admin' } };
  },
  'group.member_removed': async () => {
    const [{ id }, { id: userId }] = [await group(), await person()];
    for (const method of ['PUT', 'DELETE']) await asAdmin(method, `/api/admin/groups/${id}/members/${userId}`);
    return { actor: 'admin', target: { kind: 'group', id }, details: { source: 'admin' } };
  },
  'file.deleted': async () => {
    const id = await putFile();
    await asAdmin('DELETE', `/api/admin/files/${id}`);
    return { actor: 'admin', target: { kind: 'file', id } };
  },
  'file.quarantined': async () => {
    const id = await putFile();
    await asAdmin('POST', `/api/admin/files/${id}/quarantine`, { quarantined: true, reason: 'private-text' });
    return { actor: 'admin', target: { kind: 'file', id } };
  },
  'file.released': async () => {
    const id = await putFile();
    for (const quarantined of [true, false])
      await asAdmin('POST', `/api/admin/files/${id}/quarantine`, { quarantined });
    return { actor: 'admin', target: { kind: 'file', id } };
  },
  'job.retried': async () => {
    refusesMail = true;
    await call('POST', '/api/auth/password/forgot', { json: { email: user.email } });
    for (let tries = 0; ; tries += 1) {
      await drive.drain();
      const { jobs } = await asAdmin('GET', '/api/admin/jobs?state=failed');
      const job = jobs[0] as { id: string; name: string } | undefined;
      drive.clock.advance(3_600_000);
      if (job === undefined && tries < 100) continue;
      refusesMail = false;
      await asAdmin('POST', `/api/admin/jobs/${job?.id}/retry`);
      return { actor: 'admin', target: { kind: 'job', id: job?.id ?? '' }, details: { type: job?.name ?? '' } };
    }
  },
  'report.closed': async () => {
    const { token } = await share();
    await call('POST', `/api/public/share/${token}/reports`, { json: { reason: 'other' } });
    const { reports } = await asAdmin('GET', '/api/admin/reports');
    await asAdmin('DELETE', `/api/admin/reports/${reports[0].id}`);
    return { actor: 'admin', target: { kind: 'report', id: reports[0].id } };
  },
  'settings.changed': async () => {
    const settings = [{ name: 'DRIVE_OIDC_GROUPS_CLAIM', value: 'private-name' }];
    await asAdmin('PATCH', '/api/admin/settings', { settings });
    await asAdmin('PATCH', '/api/admin/settings', { settings: [{ ...settings[0], value: null }] });
    return { actor: 'admin', details: { changed: 'DRIVE_OIDC_GROUPS_CLAIM' } };
  },
  'comment.deleted': async () => {
    const { token } = await share({ commentsEnabled: true });
    const { id } = await feedbackApi(drive, token).said('private-text');
    await mine('DELETE', `/api/public/share/${token}/comments/${id}`);
    return { actor: 'user', target: { kind: 'comment', id } };
  },
};

it.each(auditActions.map((action) => [action]))('[P-48] %s is recorded', async (action) => {
  const before = await newestOf(action);
  const { actor, ...expected } = await acts[action]();
  const entry = await newestOf(action);
  expect(entry?.id).not.toBe(before?.id);
  expect(entry).toMatchObject({ action, at: expect.any(String), ...expected });
  if (actor === 'console' || actor === 'nobody')
    expect(entry?.actor).toEqual({ kind: actor, id: null, email: null, via: null });
  if (actor === 'admin' || actor === 'user') {
    const { email } = actor === 'admin' ? admin : user;
    expect(entry?.actor).toMatchObject({ kind: 'user', id: ids.get(email), email });
  }
});

it('audit entries contain no secret, name or email address', async () => {
  const rows = JSON.stringify(await drive.database.reader.selectFrom('audit_log').selectAll().execute());
  expect(rows).not.toMatch(/private|example\.com|svc_|127\.0\.0\.1/i);
});
