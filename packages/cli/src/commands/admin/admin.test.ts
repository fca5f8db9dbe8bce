import { beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../../../../server/test/drive.ts';
import { useDrive } from '../../../test/drive-user.ts';
import { typist } from '../../../test/typist.ts';

const me = useDrive({ settings: { REGISTRATION: 'invite' } });
const { on } = me;
let admin: TestUser;
beforeEach(async () => {
  admin = await me.drive.createUser({ email: `admin-${crypto.randomUUID()}@example.com`, isAdmin: true });
});

const asAdmin = (...argv: string[]) => me.with({ env: { DRIVE_API_KEY: admin.key } }, 'admin', ...argv);
const json = async (...argv: string[]): Promise<unknown> => {
  const { code, out, err } = await asAdmin(...argv, '--json');
  expect({ code, err }).toMatchObject({ code: 0 });
  return JSON.parse(out);
};

it('refuses users who are no administrators', async () => {
  for (const argv of [
    ['stats'],
    ['settings'],
    ['test-mail'],
    ['audit'],
    ['users', 'list'],
    ['invites', 'create'],
    ['jobs', 'list'],
    ['files', 'list'],
    ['reports', 'list'],
  ])
    expect(await on('admin', ...argv)).toMatchObject({ code: 4, out: '' });
});

it('shows statistics and the audit log', async () => {
  await me.put('/a.txt', 'hello');
  expect((await asAdmin('stats')).out).toMatch(/^users +\d+: \d+ administrators/m);
  expect(await json('stats')).toMatchObject({ storage: { storedBytes: expect.any(Number) as number } });
  await me.on('keys', 'create', '--label', 'x');
  const entries = await json('audit', '--user', me.user.email, '--action', 'api_key.created');
  expect(entries).toHaveLength(2);
  expect(entries).toMatchObject(
    Array.from({ length: 2 }, () => ({ action: 'api_key.created', user: { email: me.user.email } })),
  );
  expect(await json('audit', '--limit', '1')).toHaveLength(1);
  expect(await asAdmin('audit', '--action', 'nonsense')).toMatchObject({ code: 2, out: '' });
  expect(await asAdmin('audit', '--user', 'nobody@example.com')).toMatchObject({ code: 5, out: '' });
});

it('lists the settings of the server', async () => {
  expect((await asAdmin('settings', '--changed')).out).toContain('DRIVE_REGISTRATION\tinvite\tenvironment\n');
  expect(await json('settings', 'list')).toContainEqual(
    expect.objectContaining({ name: 'DRIVE_REGISTRATION', value: 'invite', default: 'invite' }),
  );
});

it('sends a test email, and says that it is only written to a file', async () => {
  expect((await asAdmin('test-mail')).out).toContain('written to outbox/ on the server, not sent');
  expect(await json('test-mail', 'ada@example.com')).toEqual({
    to: 'ada@example.com',
    delivery: 'outbox',
    error: null,
  });
});

it('creates, changes and deletes accounts', async () => {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  const created = await me.with(
    { env: { DRIVE_API_KEY: admin.key }, stdin: 'correct horse\n' },
    'admin',
    'users',
    'create',
    email,
    '--name',
    'Ada',
    '--plan',
    'paid',
    '--quota',
    '10M',
  );
  expect(created).toMatchObject({ code: 0, err: `created the account ${email}\n` });
  expect(await json('users', 'show', email)).toMatchObject({
    id: created.out.trim(),
    name: 'Ada',
    plan: 'paid',
    quotaBytes: 10 * 1024 ** 2,
  });
  await me.drive.signIn({ email, password: 'correct horse' });
  expect(await asAdmin('users', 'set', email)).toMatchObject({
    code: 2,
    err: expect.stringContaining('admin users set') as string,
  });
  expect(await asAdmin('users', 'set', email, '--quota', 'plan', '--admin', '--disable')).toMatchObject({ code: 0 });
  const changed = { quotaOverrideBytes: null, isAdmin: true, disabledAt: expect.any(String) as string };
  expect(await json('users', 'list', '--search', email)).toMatchObject([changed]);
  expect(await json('users', 'list', '--search', email, '--disabled')).toHaveLength(1);
  await asAdmin('users', 'set', email, '--no-admin', '--enable', '--quota', '0');
  expect(await json('users', 'show', created.out.trim())).toMatchObject({
    isAdmin: false,
    disabledAt: null,
    quotaBytes: 0,
  });

  expect(await asAdmin('users', 'rm', email)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--yes') as string,
  });
  expect((await asAdmin('users', 'rm', email, '--dry-run')).out).toBe(`${email}\n`);
  expect(await asAdmin('users', 'rm', email, '--yes')).toMatchObject({ code: 0 });
  expect(await asAdmin('users', 'show', email)).toMatchObject({ code: 5 });
});

it('asks twice for the password of a new account on a terminal, and never shows it', async () => {
  const create = (...answers: string[]) =>
    me.with(
      { env: { DRIVE_API_KEY: admin.key }, ...typist(...answers) },
      'admin',
      'users',
      'create',
      `${crypto.randomUUID()}@example.com`,
    );
  const created = await create('correct horse', 'correct horse');
  expect(created).toMatchObject({ code: 0 });
  expect(created.out + created.err).not.toContain('correct horse');
  expect(await create('correct horse', 'another')).toMatchObject({ code: 2, out: '' });
});

it('creates, lists and revokes invitations', async () => {
  const { out, err } = await asAdmin('invites', 'create', 'grace@example.com', '--expires', '30d');
  expect(err).toContain('the email is written to outbox/ on the server, not sent');
  expect(out).toContain(me.drive.url);
  await asAdmin('invites', 'create');
  const invites = (await json('invites', 'list')) as { id: string; email: string | null }[];
  expect(new Set(invites.map(({ email }) => email))).toEqual(new Set([null, 'grace@example.com']));
  const { id } = invites.find(({ email }) => email === null)!;
  expect(await asAdmin('invites', 'revoke', 'grace@example.com', id)).toMatchObject({ code: 0 });
  expect(await json('invites', 'list')).toEqual([]);
  expect(await asAdmin('invites', 'revoke', 'grace@example.com')).toMatchObject({ code: 5 });
});

it('quarantines, releases and deletes files of any user', async () => {
  await me.put('/setup.exe', 'x');
  const link = (await on('share', '/setup.exe')).out.trim();
  const search = ['files', 'list', '--search', 'setup', '--owner', me.user.email];
  const [{ id }] = (await json(...search)) as [{ id: string }];
  expect(await asAdmin('files', 'quarantine', id, '--reason', 'malware')).toMatchObject({ code: 0 });
  expect(await json(...search, '--quarantined')).toMatchObject([{ id, quarantineReason: 'malware' }]);
  expect((await on('download', link)).code).not.toBe(0);
  expect(await asAdmin('files', 'release', id, crypto.randomUUID())).toMatchObject({ code: 3 });
  expect(await on('download', link)).toMatchObject({ code: 0 });
  expect(await asAdmin('files', 'rm', id)).toMatchObject({ code: 2 });
  expect(await asAdmin('files', 'rm', id, '--yes')).toMatchObject({ code: 0 });
  expect(await me.all()).toEqual([]);
});

it('[P-305] lists and closes reports of visitors', async () => {
  expect(await asAdmin('reports', 'list')).toEqual({ code: 0, out: '', err: '' });
  await me.put('/setup.exe', 'x');
  const { shareToken } = JSON.parse((await on('share', '/setup.exe', '--json')).out) as { shareToken: string };
  for (const message of ['It is infected.', 'Still there.']) {
    const json = { reason: 'malware', message };
    const answer = await me.drive.fetch(`/api/public/share/${shareToken}/reports`, { method: 'POST', json });
    expect(answer.status).toBe(204);
  }
  const [newest, oldest] = (await json('reports', 'list')) as { id: string }[];
  expect([newest, oldest]).toMatchObject([
    { reason: 'malware', message: 'Still there.', file: { name: 'setup.exe' }, owner: { email: me.user.email } },
    { file: { name: 'setup.exe' } },
  ]);
  const { out } = await asAdmin('reports', 'list');
  expect(out).toContain(`${newest?.id}\tmalware\t`);
  expect(out).toContain(`\t${me.user.email}\t`);
  const closed = await asAdmin('reports', 'close', newest?.id ?? '', crypto.randomUUID());
  expect(closed).toMatchObject({ code: 3, err: expect.stringContaining(`closed the report ${newest?.id}`) as string });
  expect(await json('reports', 'list')).toMatchObject([{ id: oldest?.id }]);
  expect(await asAdmin('reports', 'close', newest?.id ?? '')).toMatchObject({ code: 5, out: '' });
  expect(await asAdmin('reports', 'close', oldest?.id ?? '')).toMatchObject({ code: 0 });
  expect(await json('reports', 'list')).toEqual([]);
});

it('lists jobs and runs them now', async () => {
  const jobs = (await json('jobs', 'list')) as { id: string; name: string; state: string }[];
  const { id, name } = jobs.find(({ state }) => state === 'waiting')!;
  expect(await asAdmin('jobs', 'retry', id)).toEqual({ code: 0, out: '', err: `${name} is due\n` });
  expect(await asAdmin('jobs', 'retry', id, crypto.randomUUID())).toMatchObject({ code: 3 });
  expect(await json('jobs', 'list', '--state', 'failed')).toEqual([]);
});

// The last one: other servers follow the settings a moment later.
it('saves settings, secrets from standard input, and resets them', async () => {
  const set = (stdin: string, ...argv: string[]) =>
    me.with({ env: { DRIVE_API_KEY: admin.key }, stdin }, 'admin', 'settings', 'set', ...argv);
  expect(await set('', 'DRIVE_SMTP_URL=smtp://mail.example')).toMatchObject({ code: 2, out: '' });
  expect(await set('', 'DRIVE_REGISTRATION=open')).toMatchObject({ code: 2, out: '' });
  const saved = await set(
    'smtp://me:hidden@mail.example\n',
    'instance-name=Acme',
    'MAIL_FROM=a@example.com',
    'SMTP_URL',
  );
  expect(saved).toMatchObject({ code: 0 });
  expect(saved.out).toContain('DRIVE_INSTANCE_NAME\tAcme\tsaved\n');
  expect(saved.out).toContain('DRIVE_SMTP_URL\t********\tsaved\n');
  expect(await json('settings', 'unset', 'instance-name', 'SMTP_URL', 'MAIL_FROM')).toContainEqual(
    expect.objectContaining({ name: 'DRIVE_INSTANCE_NAME', value: 'Drive', source: 'default' }),
  );
});
