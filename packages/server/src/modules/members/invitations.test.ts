import { dayMs } from '@drive/base';
import { limits, type AuditEntry } from '@drive/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { readEvents } from '../../../test/api/sender-api.ts';
import { createTestBrowser } from '../../../test/browser/browser.ts';
import { startDrive, type Drive, type DriveOptions, type TestUser } from '../../../test/drive.ts';
import { signInBy, startIssuer } from '../../../test/network/test-issuer.ts';
import { sharedApi, type SharedApi } from '../../../test/shared.ts';

let drive: Drive;
let admin: TestUser;
let asAdmin: SharedApi;
let owner: TestUser;
let mine: SharedApi;
let folder: string;
afterEach(() => drive.close());

async function start(settings: DriveOptions['settings'] = {}): Promise<void> {
  drive = await startDrive({ settings });
  admin = await drive.createUser({ isAdmin: true, email: 'admin@example.com' });
  asAdmin = sharedApi(drive, admin);
  owner = await drive.createUser({ email: 'owner@example.com' });
  mine = sharedApi(drive, owner);
  folder = await mine.folder('Plans');
}

const to = 'grace@example.com';
const give = (api: SharedApi, email = to, role = 'editor', more: object = {}, id = folder) =>
  api.call('POST', `/api/files/${id}/access`, { grants: [{ email, role }], ...more });
const accessOf = async (api: SharedApi, id = folder) => (await api.call('GET', `/api/files/${id}/access`)).body;
/** The path in the last email to the address. */
async function linkIn(email = to): Promise<string> {
  await drive.drain();
  const text = drive.mails.findLast((mail) => mail.to === email)?.text ?? '';
  return /\/register\?invite=\S+/.exec(text)?.[0] ?? 'no link';
}
async function register(path: string, email = to): Promise<void> {
  const browser = createTestBrowser(drive);
  const page = await browser.submit(await browser.open(path), { email, name: 'Grace', password: 'correct horse' });
  expect(page.path).toBe('/app/');
}
async function rolesIn(id = folder): Promise<unknown> {
  const { access } = await accessOf(mine, id);
  return access.map((grant: { principal: { email: string }; role: string }) => [grant.principal.email, grant.role]);
}

describe('an email address without an account', () => {
  it('[P-1560] is invited by members if the server lets them, and by administrators, else it is unknown', async () => {
    await start();
    const file = await asAdmin.folder('Of the administrator');
    expect((await give(mine)).body).toMatchObject({ code: 'user_not_found' });
    const { status, body } = await give(asAdmin, to, 'viewer', {}, file);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      access: [],
      invitations: [{ email: to, role: 'viewer', inheritedFrom: null, createdBy: { id: expect.any(String) } }],
    });
    expect(body.invitations[0].url).toContain('/register?invite=');
    await drive.close();
    await start({ MEMBERS_INVITE: 'on' });
    const { body: sent } = await give(mine);
    expect(sent.invitations).toMatchObject([{ email: to, role: 'editor', url: null, mailDelivery: 'outbox' }]);
    expect(await readEvents(drive, owner.userId, 'access.invited')).toMatchObject([
      { item_id: folder, item_name: 'Plans', email: to, role: 'editor' },
    ]);
    await drive.close();
    await start({ MEMBERS_INVITE: 'on', REGISTRATION: 'closed' });
    expect((await give(mine)).body).toMatchObject({ code: 'user_not_found' });
  });

  it('[P-1561] gets the role with the account that its link creates, and everything else that it was invited to', async () => {
    await start({ MEMBERS_INVITE: 'on' });
    const other = await mine.folder('Other');
    await give(mine, to, 'viewer', { message: 'Look at this.' });
    const first = await linkIn();
    expect(drive.mails.at(-1)?.text).toContain('Look at this.');
    expect(drive.mails.at(-1)?.subject).toBe('owner@example.com gives you access to Plans');
    await give(mine, 'Grace@Example.com', 'editor');
    await give(mine, to, 'contributor', {}, other);
    // A new invitation has taken the place of the first.
    expect((await accessOf(mine)).invitations).toMatchObject([{ role: 'editor' }]);
    expect((await createTestBrowser(drive).open(first)).status).toBe(403);
    await register(await linkIn());
    expect([await rolesIn(), await rolesIn(other)]).toEqual([[[to, 'editor']], [[to, 'contributor']]]);
    expect((await accessOf(mine)).invitations).toEqual([]);
    const { body } = await asAdmin.call('GET', '/api/admin/audit?action=access.given');
    expect(body.audit.map(({ actor, user }: AuditEntry) => [actor.email, user?.email])).toEqual([
      [owner.email, to],
      [owner.email, to],
    ]);
    expect(await readEvents(drive, owner.userId, 'access.given')).toHaveLength(2);
    expect((await asAdmin.call('GET', '/api/admin/invites')).body.invites).toEqual([]);
  });

  it('[P-1562] gets no role by an invitation that was revoked, has expired, or whose sender is disabled', async () => {
    await start({ MEMBERS_INVITE: 'on', REGISTRATION: 'open' });
    const { body } = await give(mine, 'a@example.com');
    const [{ id }] = body.invitations;
    const viewer = await drive.createUser();
    const stranger = sharedApi(drive, viewer);
    expect((await stranger.call('DELETE', `/api/files/${folder}/access/${id}`)).status).toBe(404);
    const { id: userId } = await drive.app.accounts.directory.get({ email: viewer.email });
    await mine.call('POST', `/api/files/${folder}/access`, { grants: [{ userId, role: 'viewer' }], notify: false });
    expect((await accessOf(stranger)).invitations).toEqual([]);
    expect((await stranger.call('DELETE', `/api/files/${folder}/access/${id}`)).status).toBe(404);
    const path = await linkIn('a@example.com');
    expect((await mine.call('DELETE', `/api/files/${folder}/access/${id}`)).status).toBe(204);
    expect((await mine.call('DELETE', `/api/files/${folder}/access/${id}`)).body.code).toBe('access_not_found');
    await register(path, 'a@example.com');
    await give(mine, 'b@example.com');
    const { id: ownerId } = await drive.app.accounts.directory.get({ email: owner.email });
    await asAdmin.call('PATCH', `/api/admin/users/${ownerId}`, { disabled: true });
    await asAdmin.call('POST', '/api/admin/users', { email: 'b@example.com', password: 'correct horse' });
    await asAdmin.call('PATCH', `/api/admin/users/${ownerId}`, { disabled: false });
    await give(mine, 'c@example.com');
    drive.clock.advance(limits.accessInvitationDays * dayMs);
    expect((await accessOf(mine)).invitations).toEqual([]);
    await asAdmin.call('POST', '/api/admin/users', { email: 'c@example.com', password: 'correct horse' });
    expect(await rolesIn()).toEqual([[viewer.email, 'viewer']]);
    const { body: audit } = await asAdmin.call('GET', '/api/admin/audit?action=access.invitation_revoked');
    expect(audit.audit).toHaveLength(1);
  });

  it('[P-1563] gets the role by an account that an administrator or single sign-on creates', async () => {
    const issuer = await startIssuer();
    try {
      await start({ MEMBERS_INVITE: 'on', REGISTRATION: 'closed', ...issuer.settings });
      issuer.register(drive);
      await give(mine);
      const page = await createTestBrowser(drive).open(await linkIn());
      const next = /\/sign-in\?next=(\S+?)"/.exec(page.html)?.[1] ?? '';
      expect([page.status, decodeURIComponent(next)]).toEqual([200, expect.stringContaining('/register?invite=')]);
      issuer.users.set('grace', { email: to, email_verified: true });
      const { session, location } = await signInBy(drive, issuer, 'grace', {
        start: `/api/auth/oidc/start?returnTo=${next}`,
      });
      const arrived = await drive.fetch(location ?? '', { session, redirect: 'manual' });
      expect([arrived.status, arrived.headers.get('location')]).toEqual([303, '/app/shared-with-me']);
      await give(mine, 'ada@example.com', 'viewer');
      await asAdmin.call('POST', '/api/admin/users', { email: 'ada@example.com', password: 'correct horse' });
      expect(await rolesIn()).toEqual([
        [to, 'editor'],
        ['ada@example.com', 'viewer'],
      ]);
    } finally {
      await issuer.close();
    }
  });

  it('gets the role by the link only if single sign-on does not say that the address is verified', async () => {
    const issuer = await startIssuer();
    try {
      await start({ MEMBERS_INVITE: 'on', REGISTRATION: 'closed', ...issuer.settings });
      issuer.register(drive);
      await give(mine);
      const path = await linkIn();
      for (const claims of [{ email: to }, { preferred_username: to }]) {
        issuer.users.set('mallory', claims);
        const { status, session } = await signInBy(drive, issuer, 'mallory');
        expect([status, await rolesIn()]).toEqual([303, []]);
        const page = await (await drive.fetch(path, { session, headers: { accept: 'text/html' } })).text();
        expect(page).toContain('You get access with your account grace@example.com.');
      }
      expect((await accessOf(mine)).invitations).toHaveLength(1);
    } finally {
      await issuer.close();
    }
  });

  it('[P-1564] gives nobody a role who only says to have it: the account accepts by the link', async () => {
    await start({ MEMBERS_INVITE: 'on', REGISTRATION: 'open' });
    await give(mine);
    const path = await linkIn();
    const json = { email: to, password: 'correct horse' };
    expect((await drive.fetch('/api/auth/register', { method: 'POST', json })).status).toBe(201);
    expect(await rolesIn()).toEqual([]);
    const browser = createTestBrowser(drive);
    const invited = await browser.open(path);
    expect(invited).toMatchObject({ status: 200, heading: 'You are invited to Drive' });
    expect(invited.html).toContain('Sign in as grace@example.com to accept the invitation.');
    const other = createTestBrowser(drive);
    await other.submit(await other.open('/sign-in'), { email: owner.email, password: owner.password });
    expect((await other.open(path)).html).not.toContain('/register/accept');
    const signIn = `/sign-in?next=${encodeURIComponent(path)}`;
    const page = await browser.submit(await browser.open(signIn), json);
    expect(page.html).toContain('You get access with your account grace@example.com.');
    await browser.submit(page, {});
    expect(await rolesIn()).toEqual([[to, 'editor']]);
    expect((await browser.open(path)).html).not.toContain('/register/accept');
  });

  it('[P-1565] stays invited to what moves within a tree, and not to what goes to another owner', async () => {
    await start({ MEMBERS_INVITE: 'on' });
    const inner = await mine.folder('Inner', folder);
    await give(mine, to, 'editor', {}, inner);
    const link = await linkIn();
    expect((await mine.patch(inner, { moveToRoot: true })).status).toBe(200);
    expect((await accessOf(mine, inner)).invitations).toHaveLength(1);
    const { body } = await asAdmin.call('POST', '/api/drives', { name: 'Design' });
    const { id: ownerId } = await drive.app.accounts.directory.get({ email: owner.email });
    await asAdmin.call('POST', `/api/files/${body.rootId}/access`, { grants: [{ userId: ownerId, role: 'editor' }] });
    expect((await mine.patch(inner, { moveToRoot: true, driveId: body.id })).status).toBe(200);
    expect((await accessOf(asAdmin, inner)).invitations).toEqual([]);
    expect((await createTestBrowser(drive).open(link)).status).toBe(403);
    expect((await asAdmin.call('GET', '/api/admin/invites')).body.invites).toEqual([]);
    await asAdmin.call('POST', '/api/admin/users', { email: to, password: 'correct horse' });
    expect((await accessOf(asAdmin, inner)).access.map(({ role }: { role: string }) => role)).toEqual([
      'manager',
      'editor',
    ]);
  });

  it('is no longer invited by a link to what was permanently deleted', async () => {
    await start({ MEMBERS_INVITE: 'on' });
    const inner = await mine.folder('Inner', folder);
    await give(mine, to, 'editor', {}, inner);
    const link = await linkIn();
    await mine.trash(inner);
    expect((await mine.purge(inner)).status).toBe(204);
    await drive.drain();
    expect((await createTestBrowser(drive).open(link)).status).toBe(403);
    expect((await asAdmin.call('GET', '/api/admin/invites')).body.invites).toEqual([]);
  });
});

describe('an address that somebody has registered without showing that it is theirs', () => {
  const json = { email: to, password: 'correct horse' };
  const find = async (q: string) =>
    (await mine.call('GET', `/api/directory?q=${encodeURIComponent(q)}`)).body.results.length;

  it.each(['on', 'exact'])(
    'is invited instead of given a role, and not found, with DRIVE_DIRECTORY=%s',
    async (DIRECTORY) => {
      await start({ REGISTRATION: 'open', DIRECTORY });
      expect((await drive.fetch('/api/auth/register', { method: 'POST', json })).status).toBe(201);
      const { status, body } = await give(mine);
      expect([status, body.access, body.invitations.length, await find(to)]).toEqual([201, [], 1, 0]);
      const browser = createTestBrowser(drive);
      const path = await linkIn();
      const page = await browser.submit(await browser.open(`/sign-in?next=${encodeURIComponent(path)}`), json);
      await browser.submit(page, {});
      expect([await rolesIn(), await find(to)]).toEqual([[[to, 'editor']], 1]);
      const other = await mine.folder('Other');
      expect((await give(mine, to, 'viewer', {}, other)).body).toMatchObject({ access: [{ role: 'viewer' }] });
    },
  );

  it('is invited also if nobody can register any more, and given a role by the id of the account', async () => {
    await start({ REGISTRATION: 'closed' });
    await drive.createUser(json);
    await drive.database.write((tx) => tx.updateTable('users').set({ vouched_at: null }).execute());
    const { id: userId } = await drive.app.accounts.directory.get({ email: to });
    expect((await give(mine)).body).toMatchObject({ access: [], invitations: [{ email: to }] });
    const grants = [{ userId, role: 'viewer' }];
    expect((await mine.call('POST', `/api/files/${folder}/access`, { grants })).status).toBe(201);
    expect(await rolesIn()).toEqual([[to, 'viewer']]);
    await asAdmin.call('PATCH', `/api/admin/users/${userId}`, { disabled: true });
    expect((await give(mine)).body).toMatchObject({ code: 'user_not_found' });
  });
});

describe('an invitation to what is in a deleted drive', () => {
  it('tells its user nothing of the item', async () => {
    await start();
    const { body } = await asAdmin.call('POST', '/api/drives', { name: 'Design' });
    await give(asAdmin, to, 'editor', {}, await asAdmin.folder('Secret', body.rootId));
    await asAdmin.call('DELETE', `/api/drives/${body.id}`);
    await asAdmin.call('POST', '/api/admin/users', { email: to, password: 'correct horse' });
    const told = await drive.database.reader.selectFrom('notifications').select('type').execute();
    expect(told.filter(({ type }) => type === 'access_given')).toEqual([]);
  });
});

describe('if nobody finds users', () => {
  it('[P-1566] every address gets the same answer, and its user accepts the role', async () => {
    await start({ MEMBERS_INVITE: 'on', DIRECTORY: 'off' });
    const { password } = await drive.createUser({ email: to });
    const answers = [await give(mine), await give(mine, 'nobody@example.com')];
    const known = answers.map(({ status, body }) => ({
      status,
      access: body.access,
      fields: Object.keys(body.invitations[0]),
    }));
    expect(known[0]).toEqual(known[1]);
    expect(known[0]).toMatchObject({ status: 201, access: [] });
    const { access, invitations } = await accessOf(mine);
    const invited: string[] = invitations.map(({ email }: { email: string }) => email);
    expect([access, invited.toSorted()]).toEqual([[], [to, 'nobody@example.com']]);
    const path = await linkIn();
    const browser = createTestBrowser(drive);
    const next = encodeURIComponent(path);
    const page = await browser.submit(await browser.open(`/sign-in?next=${next}`), {
      email: to,
      password,
    });
    await browser.submit(page, {});
    expect(await rolesIn()).toEqual([[to, 'editor']]);
    await drive.close();
    await start({ DIRECTORY: 'off' });
    for (const email of [admin.email, 'nobody@example.com'])
      expect((await give(mine, email)).body).toMatchObject({ status: 403, code: 'access_denied' });
  });

  it('[P-1567] a user invites 30 addresses an hour', async () => {
    await start({ MEMBERS_INVITE: 'on', DIRECTORY: 'off' });
    const grants = Array.from({ length: 31 }, (_, index) => ({ email: `a${index}@example.com`, role: 'viewer' }));
    const path = `/api/files/${folder}/access`;
    expect((await mine.call('POST', path, { grants })).status).toBe(429);
    expect((await mine.call('POST', path, { grants: grants.slice(1) })).status).toBe(201);
    expect((await mine.call('POST', path, { grants: grants.slice(0, 1) })).status).toBe(429);
  });
});
