import { once } from 'node:events';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isoTime } from '@drive/base';
import { DriveClient } from '@drive/sdk';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { authenticatorOf } from '../../server/test/api/authenticator.ts';
import { startReceiver, toReceivers } from '../../server/test/network/receivers.ts';
import type { Finished } from '../test/cli.ts';
import { useDrive } from '../test/drive-user.ts';
import { createFakeWorld, type FakeWorldOptions } from '../test/fake-world.ts';
import { jsonShapes } from '../test/json-shapes.ts';
import { run } from './run.ts';

const drive = useDrive({
  settings: { REGISTRATION: 'invite', MEMBERS_INVITE: 'on' },
  outbound: toReceivers,
  featureBudgets: { webhook: { calls: 1000, seconds: 60 } },
});
const seen = new Set<string>();

/** Rejects undocumented fields at any depth. */
const strict = new Map<string, z.ZodType>();
function strictShape(command: string): z.ZodType {
  const made = strict.get(command) ?? closed(jsonShapes[command]!.shape);
  strict.set(command, made);
  return made;
}
function closed(shape: z.ZodType): z.ZodType {
  if (shape instanceof z.ZodObject) {
    return z.strictObject(
      Object.fromEntries(Object.entries(shape.shape).map(([name, field]) => [name, closed(field as z.ZodType)])),
    );
  }
  if (shape instanceof z.ZodArray) return z.array(closed(shape.element as z.ZodType));
  if (shape instanceof z.ZodUnion) return z.union(shape.options.map((one) => closed(one as z.ZodType)));
  if (shape instanceof z.ZodNullable) return closed(shape.unwrap() as z.ZodType).nullable();
  if (shape instanceof z.ZodOptional) return closed(shape.unwrap() as z.ZodType).optional();
  return shape;
}

/** Runs `command` with --json and checks its output against the documented shapes. Returns the objects. */
async function expectJson(
  command: string,
  argv: readonly string[] = [],
  { code = 0, ...world }: Partial<FakeWorldOptions> & { code?: number } = {},
): Promise<unknown[]> {
  const { code: ended, out, err } = await drive.with(world, ...command.split(' '), ...argv, '--json');
  expect(ended, `${command} ${argv.join(' ')}: ${err}`).toBe(code);
  return held(command, { out, err });
}

function held(command: string, { out, err }: Pick<Finished, 'out' | 'err'>): unknown[] {
  const { form } = jsonShapes[command]!;
  const found = form === 'document' ? [JSON.parse(out) as unknown] : out.trim().split('\n').map(parseLine);
  for (const one of found) {
    const { success, error } = strictShape(command).safeParse(one);
    expect(success, `${command} wrote ${JSON.stringify(one)}\n${error?.message ?? ''}`).toBe(true);
  }
  for (const line of err.split('\n').filter((text) => text !== '')) {
    expect(JSON.parse(line)).toMatchObject({ level: expect.stringMatching(/^(note|warning|action|error)$/) as string });
  }
  seen.add(command);
  return found;
}
/** Runs the jobs of the server until the command has ended. */
async function withJobs(command: Promise<unknown>): Promise<void> {
  let isOver = false;
  const ended = command.finally(() => (isOver = true));
  for (; !isOver; await setImmediate()) await drive.drive.drain();
  await ended;
}
const parseLine = (line: string): unknown => JSON.parse(line);

it('of files has the documented fields', { timeout: 60_000 }, async () => {
  mkdirSync(join(drive.home, 'in/below'), { recursive: true });
  writeFileSync(join(drive.home, 'in/a.txt'), 'a');
  writeFileSync(join(drive.home, 'in/below/b.txt'), 'b');
  writeFileSync(join(drive.home, 'in/empty.txt'), '');
  writeFileSync(join(drive.home, 'back\\slash'), 'x');
  symlinkSync('a.txt', join(drive.home, 'in/link'));
  await expectJson('upload', ['-r', 'in', 'back\\slash', '--dry-run'], { code: 3 });
  await expectJson('upload', ['-r', 'in']);
  await expectJson('upload', ['-r', 'in', '--share']);
  await expectJson('uploads list');
  await expectJson('uploads cancel', ['no', 'such'], { code: 5 });
  await expectJson('sync', ['in', 'drive:/synced', '--dry-run']);
  await expectJson('sync', ['in', 'drive:/synced']);
  await expectJson('sync', ['--two-way', '--dry-run', 'in', 'drive:/kept']);
  await expectJson('sync', ['--two-way', 'in', 'drive:/kept']);
  await drive.on('mv', '/kept/a.txt', '/kept/moved.txt');
  await expectJson('sync', ['--two-way', 'in', 'drive:/kept']);
  renameSync(join(drive.home, 'in/moved.txt'), join(drive.home, 'in/a.txt'));
  for (const command of ['status', 'log', 'pause', 'resume']) await expectJson(`sync ${command}`);
  await expectJson('sync', ['drive:/synced', 'out']);
  await drive.on('rm', '/synced/a.txt');
  writeFileSync(join(drive.home, 'out/new.part'), 'x');
  await expectJson('sync', ['drive:/synced', 'out', '--delete', '--yes']);
  await drive.on('rm', '-r', '--permanent', '--yes', '/synced');
  await expectJson('ls');
  await expectJson('ls', ['-R', '/in']);
  await expectJson('tree');
  await expectJson('changes');
  await expectJson('find', ['--type', 'f']);
  await expectJson('mkdir', ['/new', '/in'], { code: 3 });
  await expectJson('download', ['/in/a.txt', '/in/below/b.txt', '--dry-run']);
  await expectJson('download', ['/in/a.txt', '/in/below/b.txt', '/nothing'], { code: 3 });
  await expectJson('archive', ['/in', '-o', 'x.zip']);
  await withJobs(expectJson('export', ['-o', 'all.zip']));
  await expectJson('cp', ['-r', '/in/a.txt', '/in/below', '/new', '--dry-run']);
  await expectJson('mv', ['/in/a.txt', '/in/below', '/new', '--dry-run']);
  await expectJson('cp', ['/in/a.txt', '/nothing', '/new'], { code: 3 });
  await drive.on('rm', '/new/a.txt');
  await expectJson('mv', ['/in/a.txt', '/nothing', '/new'], { code: 3 });
  await expectJson('tag add', ['Paid', '/new', '/nothing'], { code: 3 });
  await expectJson('tag rm', ['paid', '/new']);
  await expectJson('tag list');
  await expectJson('star', ['/new', '/nothing'], { code: 3 });
  await expectJson('unstar', ['/new']);
  await expectJson('meta set', ['/new', 'order=42', 'customer=c_1']);
  await expectJson('meta get', ['/new', 'order']);
  await expectJson('meta rm', ['--all', '/new']);
  await expectJson('rm', ['-r', '/new', '--dry-run']);
  await expectJson('rm', ['-r', '/new', '/nothing'], { code: 3 });
  await drive.grow('/versioned.txt');
  writeFileSync(join(drive.home, 'versioned.txt'), 'two');
  await drive.on('upload', 'versioned.txt', '--on-conflict', 'replace');
  await expectJson('versions list', ['/versioned.txt']);
  await expectJson('versions download', ['/versioned.txt', '-o', 'old.txt']);
  await expectJson('versions restore', ['/versioned.txt', '1', '--dry-run']);
  await expectJson('versions restore', ['/versioned.txt', '1']);
  await expectJson('versions rm', ['/versioned.txt', '2', '--dry-run']);
  await expectJson('versions rm', ['/versioned.txt', '--all', '--dry-run']);
  await expectJson('versions rm', ['/versioned.txt', '2', '9'], { code: 3 });
  await expectJson('usage show');
  await expectJson('usage files');
  await expectJson('versions rm', ['/versioned.txt', '--all']);
  await drive.on('rm', '--permanent', '--yes', '/versioned.txt');
  await expectJson('trash list', ['--files']);
  await expectJson('trash list', ['--long']);
  await expectJson('trash restore', ['new', '--dry-run']);
  await expectJson('trash restore', ['new', 'nothing'], { code: 3 });
  await expectJson('rm', ['-r', '/new', '/in']);
  await expectJson('trash purge', ['new', '--dry-run']);
  await expectJson('trash purge', ['new', 'nothing'], { code: 3 });
  await expectJson('trash empty', ['--dry-run']);
  await expectJson('trash empty', ['--yes']);
});

it('of links has the documented fields', { timeout: 60_000 }, async () => {
  await drive.grow('/a.txt', '/b.txt', '/folder/c.txt');
  const [{ shortUrl }] = (await expectJson('share', ['/a.txt', '--comments'])) as [{ shortUrl: string }];
  await expectJson('save', [shortUrl, '/folder']);
  await expectJson('share', ['/folder', '/nothing'], { code: 3 });
  await expectJson('share', ['--together', '/a.txt', '/b.txt']);
  await expectJson('send', ['/a.txt', 'ada@example.com']);
  const { email: colleague } = await drive.drive.createUser();
  await expectJson('activity', ['/folder', '--limit', '3']);
  await expectJson('activity');
  await expectJson('notifications list');
  await expectJson('notifications read');
  await expectJson('notifications mail', ['daily']);
  await expectJson('access add', ['/folder', colleague, '--role', 'editor', '--no-notify']);
  await expectJson('access add', ['/folder', 'nobody@example.com', '--role', 'viewer']);
  await expectJson('access list', ['/folder']);
  await expectJson('access set', ['/folder', colleague, '--role', 'viewer']);
  await expectJson('access rm', ['/folder', colleague, 'nobody@example.com']);
  await expectJson('shares list');
  await expectJson('shares show', ['/a.txt']);
  await expectJson('shares set', ['/a.txt', '/nothing', '--expires', '7d'], { code: 3 });
  await expectJson('shares add', ['/folder', '--label', 'Guests', '--allow-upload']);
  await expectJson('shares links', ['/folder']);
  await expectJson('shares uploads', ['/folder']);
  await expectJson('shares events', ['/a.txt']);
  const visitor = await new DriveClient({ baseUrl: drive.drive.url }).public.open(shortUrl);
  const comment = await visitor.comment({ body: 'Well done.', authorName: 'Ada' });
  await visitor.comment({ body: 'Really.' });
  await expectJson('shares comments', ['/a.txt']);
  await expectJson('shares uncomment', ['/a.txt', comment.id, crypto.randomUUID()], { code: 3 });
  await expectJson('open', ['/a.txt']);
  await expectJson('download', [shortUrl, '-o', 'fetched.txt']);
  await expectJson('download', ['--zip', shortUrl, '-o', 'fetched.zip']);
  await expectJson('shares visibility', ['public', '/folder', '/nothing'], { code: 3 });
  await expectJson('shares slug', ['sea-2026']);
  await expectJson('search');
  await expectJson('url', ['/a.txt', '/nothing'], { code: 3 });
  writeFileSync(join(drive.home, 'anonymous.txt'), 'a');
  await expectJson('upload', ['--anonymous', 'anonymous.txt']);
  await expectJson('shares rm', ['/a.txt', '--dry-run']);
  await expectJson('shares rm', ['/a.txt', '/nothing'], { code: 3 });
  await expectJson('share', ['--revoke', '/folder']);
});

it('of the account has the documented fields', { timeout: 60_000 }, async () => {
  await expectJson('login', ['--with-key'], { stdin: drive.user.key });
  await expectJson('whoami');
  const { profile } = ((await expectJson('whoami')) as [{ profile: string }])[0];
  await expectJson('profile list');
  await expectJson('profile use', [profile]);
  const [{ id }] = (await expectJson('keys create', ['--label', 'x'])) as [{ id: string }];
  await expectJson('keys list');
  await expectJson('keys current');
  await expectJson('keys revoke', [id, '--dry-run']);
  await expectJson('keys revoke', [id]);
  await expectJson('doctor');
  await expectJson('api', ['me']);
  await expectJson('completion', ['bash']);
  await expectJson('version');
  await drive.put('/cat.txt', 'meow');
  expect(await expectJson('cat', ['/cat.txt'])).toEqual([{ source: '/cat.txt', content: 'meow' }]);
  const session = await drive.drive.signIn(drive.user);
  expect(session.cookie).not.toBe('');
  const [[{ id: sessionId }]] = (await expectJson('sessions list')) as [[{ id: string }]];
  await expectJson('sessions revoke', [sessionId, '--dry-run']);
  await expectJson('sessions revoke', [sessionId]);
  await expectJson('password', [], { stdin: `${drive.user.password}\n${drive.user.password}\n` });
  await expectJson('2fa status');
  await expectJson('2fa disable');
  await drive.drive.createUser({ isAdmin: true });
  await expectJson('account delete', ['--dry-run']);
  await expectJson('profile remove', [profile, '--dry-run']);
  await expectJson('logout');
  await expectJson('profile remove', [profile]);
});

it('of pastes has the documented fields', { timeout: 60_000 }, async () => {
  writeFileSync(join(drive.home, 'a.txt'), 'a');
  const [kept] = (await expectJson('paste', ['a.txt', '--expires', '7d'])) as [{ id: string; url: string }];
  const [burning] = (await expectJson('paste', ['--burn'], { stdin: 'b' })) as [{ url: string }];
  await expectJson('paste', ['--anonymous'], { stdin: 'c' });
  await expectJson('pastes show', [kept.url]);
  await expectJson('pastes show', [burning.url, '--reveal']);
  await expectJson('pastes list');
  await expectJson('pastes rm', [kept.id, '--dry-run']);
  await expectJson('pastes rm', [kept.id]);
});

it('of requests and proofings has the documented fields', { timeout: 60_000 }, async () => {
  await drive.grow('/in/', '/a.txt', '/b.txt');
  const [{ id }] = (await expectJson('collect create', ['Homework', '--to', '/in'])) as [{ id: string }];
  await expectJson('collect list');
  await expectJson('collect show', [id]);
  await expectJson('collect set', [id, '--name', 'Essays']);
  await expectJson('collect uploads', [id]);
  await expectJson('collect rm', [id, '--dry-run']);
  await expectJson('collect rm', [id]);
  const [proofing] = (await expectJson('proof create', ['Wedding', '/a.txt', '/b.txt'])) as [{ id: string }];
  await expectJson('proof list');
  await expectJson('proof show', [proofing.id]);
  await expectJson('proof set', [proofing.id, '--name', 'Party']);
  await expectJson('proof submissions', [proofing.id]);
  await expectJson('proof rm', [proofing.id]);
});

it('of upload grants has the documented fields', { timeout: 60_000 }, async () => {
  await drive.grow('/in/');
  const options = ['--to', '/in', '--types', 'image/*', '--max-files', '2', '--expires', '12h', '--data', 'user 42'];
  const annotations = ['--tag', 'avatar', '--meta', 'user=42'];
  const [{ id, ...created }] = (await expectJson('grants create', [...options, ...annotations])) as [{ id: string }];
  expect(created).toMatchObject({ tags: ['avatar'], metadata: { user: '42' } });
  await expectJson('grants list');
  await expectJson('grants show', [id]);
  await expectJson('grants rm', [id, '--dry-run']);
  await expectJson('grants rm', [id]);
});

it('of webhooks has the documented fields', { timeout: 60_000 }, async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const [{ id }] = (await expectJson('webhooks create', [receiver.url])) as [{ id: string }];
  await expectJson('webhooks list');
  await expectJson('webhooks rotate', [id]);
  await expectJson('webhooks test', [id]);
  receiver.answer = 500;
  await expectJson('webhooks test', [id], { code: 1 });
  receiver.answer = (response) => response.destroy();
  await expectJson('webhooks test', [id], { code: 1 });
  const [sent] = (await expectJson('webhooks deliveries', [id])) as [{ id: string }[]];
  expect(sent).toHaveLength(3);
  for (const delivery of sent) await expectJson('webhooks deliveries', [id, delivery.id]);
  await expectJson('webhooks redeliver', [id, sent[0]!.id, crypto.randomUUID()], { code: 3 });
  await expectJson('webhooks deliveries', [id, '--status', 'pending']);
  await expectJson('webhooks update', [id, '--disable']);
  await expectJson('webhooks list');
  const target = ['collect.uploaded', '--forward-to', 'http://127.0.0.1:1/'];
  await expectJson('webhooks trigger', target, { code: 1 });
  await expectJson('webhooks rm', [id, '--dry-run']);
  await expectJson('webhooks rm', [id]);
});

it('of two-factor authentication has the documented fields', { timeout: 60_000 }, async () => {
  const stdin = new PassThrough();
  const argv = ['2fa', 'enable', '--json'];
  const world = createFakeWorld({ home: drive.home, env: drive.env, argv, stdin });
  const ended = run(world);
  stdin.write(`${drive.user.password}\n`);
  await expect.poll(() => world.err()).toContain('"secret"');
  const { secret } = JSON.parse(world.err().trim().split('\n').at(-1) ?? '') as { secret: string };
  stdin.end(`${authenticatorOf(drive.drive, secret)()}\n`);
  expect(await ended).toBe(0);
  held('2fa enable', { out: world.out(), err: world.err() });
});

it('of administration has the documented fields', { timeout: 60_000 }, async () => {
  const email = 'admin@example.com';
  const env = { DRIVE_API_KEY: (await drive.drive.createUser({ email, isAdmin: true })).key };
  await drive.put('/reported.txt');
  await expectJson('admin stats', [], { env });
  await expectJson('admin settings list', ['--changed'], { env });
  await expectJson('admin settings set', ['DRIVE_INSTANCE_NAME=Acme'], { env });
  await expectJson('admin settings unset', ['DRIVE_INSTANCE_NAME'], { env });
  await expectJson('admin test-mail', [], { env });
  await expectJson('admin history', [], { env });
  await expectJson('admin audit', [], { env });
  await expectJson('admin users list', [], { env });
  await expectJson('admin users show', [email], { env });
  await expectJson('admin users create', ['ada@example.com'], { env, stdin: 'correct horse\n' });
  await expectJson('admin users set', ['ada@example.com', '--name', 'Ada'], { env });
  await expectJson('admin users rm', ['ada@example.com', '--dry-run'], { env });
  await expectJson('admin users rm', ['ada@example.com', '--yes'], { env });
  await expectJson('admin groups create', ['Design'], { env });
  await expectJson('admin groups list', [], { env });
  await expectJson('admin groups set', ['design', '--name', 'Research'], { env });
  await expectJson('admin groups add-member', ['Research', email], { env });
  await expectJson('admin groups members', ['Research'], { env });
  await expectJson('admin groups show', ['Research'], { env });
  await expectJson('admin groups remove-member', ['Research', email], { env });
  await expectJson('admin groups rm', ['Research', '--dry-run'], { env });
  await expectJson('admin groups rm', ['Research', '--yes'], { env });
  await expectJson('drives create', ['Studio'], { env });
  await expectJson('drives list', [], { env });
  await expectJson('drives show', ['studio'], { env });
  await expectJson('drives set', ['Studio:', '--links', 'editor'], { env });
  await expectJson('admin drives list', [], { env });
  await expectJson('drives rm', ['Studio', '--dry-run'], { env });
  await expectJson('drives rm', ['Studio', '--yes'], { env });
  await expectJson('admin drives restore', ['Studio'], { env });
  await expectJson('drives rm', ['Studio', '--yes'], { env });
  await expectJson('admin drives purge', ['Studio', '--yes'], { env });
  await expectJson('drives create', ['Archive'], { env });
  await expectJson('admin users create', ['grace@example.com'], { env, stdin: 'correct horse\n' });
  await withJobs(expectJson('admin users transfer', ['grace@example.com', '--to-drive', 'Archive'], { env }));
  const [{ id: invite }] = (await expectJson('admin invites create', [], { env })) as [{ id: string }];
  await expectJson('admin invites list', [], { env });
  await expectJson('admin invites revoke', [invite], { env });
  const [[{ id: file }]] = (await expectJson('admin files list', ['--owner', drive.user.email], { env })) as [
    [{ id: string }],
  ];
  const { shareToken } = JSON.parse((await drive.on('share', '/reported.txt', '--json')).out) as { shareToken: string };
  const report = { method: 'POST', json: { reason: 'malware' } };
  await drive.drive.fetch(`/api/public/share/${shareToken}/reports`, report);
  const [[reported]] = (await expectJson('admin reports list', [], { env })) as [[{ id: string }]];
  await expectJson('admin reports close', [reported.id, crypto.randomUUID()], { env, code: 3 });
  await expectJson('admin files quarantine', [file, crypto.randomUUID()], { env, code: 3 });
  await expectJson('admin files release', [file], { env });
  await expectJson('admin files rm', [file, '--yes'], { env });
  const [jobs] = (await expectJson('admin jobs list', [], { env })) as [{ id: string }[]];
  await expectJson('admin jobs retry', [jobs[0]!.id, crypto.randomUUID()], { env, code: 3 });
});

it('of streamed events has the documented fields', { timeout: 60_000 }, async () => {
  const since = await publish();
  const events = [await publish(), await publish()];
  const statuses = [204, 503];
  const local = createServer((_, response) => response.writeHead(statuses.shift() ?? 500).end());
  await once(local.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void local.close());
  const forwarded = `http://127.0.0.1:${(local.address() as AddressInfo).port}/hook`;

  const listen = async (...argv: string[]) => {
    const world = createFakeWorld({
      home: drive.home,
      env: drive.env,
      argv: ['webhooks', 'listen', '--since', since, ...argv, '--json'],
    });
    const code = run(world);
    await expect.poll(() => world.out().split('\n').length - 1).toBe(events.length);
    world.interrupt();
    expect(await code).toBe(130);
    return held('webhooks listen', { out: world.out(), err: world.err() }) as { id: string; forwarded?: unknown }[];
  };
  expect((await listen()).map(({ id }) => id)).toEqual(events);
  expect((await listen('--forward-to', forwarded)).map(({ id }) => id).toSorted()).toEqual(events.toSorted());
  expect(await listen('--forward-to', 'http://127.0.0.1:1/nobody')).toMatchObject([
    { forwarded: { statusCode: null } },
    { forwarded: { statusCode: null } },
  ]);
});

it('of an assistant is messages', async () => {
  const stdin = new PassThrough();
  const world = createFakeWorld({ home: drive.home, env: drive.env, stdin, argv: ['mcp', '--json'] });
  const code = run(world);
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`);
  await expect.poll(() => world.out()).toContain('\n');
  stdin.end();
  expect(await code).toBe(0);
  expect(held('mcp', { out: world.out(), err: world.err() })).toMatchObject([{ id: 1, result: expect.anything() }]);
});

async function publish(): Promise<string> {
  const data = { message: 'hello', occurred_at: isoTime(drive.drive.clock.now()) };
  const { events, database } = drive.drive;
  const event = { type: 'webhook.test', userId: drive.user.userId, data } as const;
  return (await database.write(async (tx) => events.publish(tx, event))).id;
}

afterAll(() => {
  const missing = Object.keys(jsonShapes).filter((command) => !seen.has(command));
  if (missing.length > 0) throw new Error(`nobody looked at the JSON of ${missing.join(', ')}`);
});
