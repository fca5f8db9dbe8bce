import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Session } from '@drive/sdk';
import { expect, it } from 'vitest';
import { authenticatorOf } from '../../../../server/test/api/authenticator.ts';
import { useDrive } from '../../../test/drive-user.ts';
import { createFakeWorld } from '../../../test/fake-world.ts';
import { typist } from '../../../test/typist.ts';
import { run } from '../../run.ts';

const me = useDrive();
const { on } = me;

it('search finds public shares of other users, also without an account', async () => {
  await me.grow('/minutes of May.txt', '/minutes of June.txt', '/secret minutes.txt');
  await on('share', '--public', '/minutes of May.txt', '/minutes of June.txt');
  await on('share', '/secret minutes.txt');
  const visitor = { env: { DRIVE_API_KEY: '' } };
  const { out } = await me.with(visitor, 'search', 'minutes', '--json');
  expect((JSON.parse(out) as { name: string }[]).map(({ name }) => name).toSorted()).toEqual([
    'minutes of June.txt',
    'minutes of May.txt',
  ]);
  expect((await me.with(visitor, 'search', 'minutes', '--limit', '1')).out.split('\n')).toHaveLength(2);
  expect(await on('search', 'nothing like this')).toEqual({ code: 0, out: '', err: '' });
});

it('url prints signed URLs that need no key', async () => {
  await me.grow('/a.txt', '/folder/b.txt');
  const { code, out } = await on('url', '/a.txt', '/folder/*');
  expect(code).toBe(0);
  const texts = await Promise.all(
    out
      .trim()
      .split('\n')
      .map(async (url) => (await fetch(url)).text()),
  );
  expect(texts).toEqual(['/a.txt', '/folder/b.txt']);
  const [shown] = await me.records('url', '/a.txt', '--inline', '--json');
  const answer = await fetch(String(shown?.['downloadUrl']));
  expect(answer.headers.get('content-disposition')).toMatch(/^inline/);
  expect(await on('url', '/folder')).toMatchObject({ code: 6, out: '' });
  expect(await on('url', '/a.txt', '/nothing')).toMatchObject({ code: 3 });
});

it('url prints public URLs, and those of images in another size', async () => {
  await me.grow('/a.txt', '/folder/b.txt');
  expect(await on('url', '--public', '/a.txt')).toMatchObject({ code: 6, out: '' });
  expect((await on('shares', 'visibility', 'public', '/a.txt')).code).toBe(0);
  const { out } = await on('url', '--public', '/a.txt');
  expect(await (await fetch(out.trim())).text()).toBe('/a.txt');
  const [shown] = await me.records('url', '--public', '--width', '640', '--format', 'webp', '/a.txt', '--json');
  expect(shown?.['publicUrl']).toMatch(/&w=640&format=webp$/);
  // A signed URL is transformed only if the file is an image.
  expect(await on('url', '--width', '640', '/a.txt')).toMatchObject({ code: 1, out: '' });
  expect(await on('url', '--public', '/a.txt', '/folder/b.txt')).toMatchObject({ code: 3, out });
  expect(await on('url', '--fit', 'fill', '/a.txt')).toMatchObject({ code: 2 });
});

it('shares visibility publishes many files and ends their shares', async () => {
  await me.grow('/a.txt', '/folder/b.txt', '/folder/c.txt');
  expect(await on('shares', 'visibility', 'public', '/a.txt', '/folder')).toEqual({
    code: 0,
    out: '',
    err: '3 files are public now\n',
  });
  const modes = async () => (await me.records('find', '--type', 'f', '--json')).map(({ shareMode }) => shareMode);
  expect(await modes()).toEqual(['PUBLIC', 'PUBLIC', 'PUBLIC']);
  expect(await on('shares', 'visibility', 'private', '/folder', '/nothing')).toMatchObject({ code: 3 });
  expect((await modes()).filter((mode) => mode === 'PRIVATE')).toHaveLength(2);
  expect(await on('shares', 'visibility', 'shared', '/a.txt')).toMatchObject({ code: 2 });
  expect(await on('shares', 'visibility', 'public', '/')).toMatchObject({ code: 2 });
});

it('shares slug says whether a vanity name is available', async () => {
  const slug = `sea-${crypto.randomUUID().slice(0, 8)}`;
  expect(await on('shares', 'slug', slug)).toEqual({ code: 0, out: `${slug} is available\n`, err: '' });
  await me.grow('/a.txt');
  await on('share', '/a.txt', '--slug', slug);
  expect(await on('shares', 'slug', slug)).toEqual({
    code: 6,
    out: `${slug} is not available: it is taken\n`,
    err: '',
  });
  expect((await on('shares', 'slug', 'No Slug')).out).toContain('lowercase');
});

it('sessions lists browser sessions and ends them', async () => {
  const ended = await me.drive.signIn(me.user);
  const kept = await me.drive.signIn(me.user);
  const list = async () => JSON.parse((await on('sessions', 'list', '--json')).out) as Session[];
  const sessions = await list();
  expect(sessions).toHaveLength(2);
  const { id } = sessions.at(-1)!;
  expect((await on('sessions', 'revoke', id, '--dry-run')).out).toContain(id);
  expect(await on('sessions', 'revoke', id.slice(0, 8))).toMatchObject({ code: 0, err: `ended the session ${id}\n` });
  expect(await list()).toHaveLength(1);
  const states = [ended, kept].map(async (session) => (await me.drive.fetch('/api/me', { session })).status);
  expect(new Set(await Promise.all(states))).toEqual(new Set([200, 401]));
  expect(await on('sessions', 'revoke', id)).toMatchObject({ code: 5 });
});

it('password changes the password, from two lines of standard input or a terminal', async () => {
  await me.drive.signIn(me.user);
  expect(await me.with({ stdin: `${me.user.password}\nanother horse\n` }, 'password')).toMatchObject({
    code: 0,
    out: '',
  });
  expect(JSON.parse((await on('sessions', 'list', '--json')).out)).toEqual([]);
  await me.drive.signIn({ email: me.user.email, password: 'another horse' });
  const typed = await me.with(typist('another horse', 'third horse', 'third horse'), 'password');
  expect(typed).toMatchObject({ code: 0, out: '' });
  expect(typed.err).not.toContain('horse');
  await me.drive.signIn({ email: me.user.email, password: 'third horse' });
  expect(await me.with({ stdin: 'wrong horse\nfourth horse\n' }, 'password')).toMatchObject({ code: 4 });
  expect(await me.with({ stdin: 'third horse\n' }, 'password')).toMatchObject({ code: 2 });
  expect(await me.with(typist('third horse', 'a horse', 'another'), 'password')).toMatchObject({ code: 2 });
});

it('account delete shows what ends, asks for what it needs, and deletes', async () => {
  const { key, email, password } = await me.drive.createUser();
  const env = { ...me.env, DRIVE_API_KEY: key };
  const run = (stdin: string, ...argv: string[]) => me.with({ env, stdin }, 'account', 'delete', ...argv);
  await me.drive.fetch('/api/pastes', { method: 'POST', key, json: { content: 'hello' } });
  const planned = JSON.parse((await run('', '--dry-run', '--json')).out) as { ends: object };
  expect(planned).toMatchObject({ email, status: 'planned', keptDays: 30, ends: { pastes: 1, apiKeys: 1 } });
  expect(await run(`${password}\n`)).toMatchObject({ code: 2, err: expect.stringContaining('--yes') as string });
  expect(await run('a guess\n', '--yes')).toMatchObject({ code: 4 });
  const { code, out, err } = await run(`${password}\n`, '--yes', '--json');
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(JSON.parse(out)).toMatchObject({ email, status: 'removed' });
  expect((await me.drive.fetch('/api/me', { key })).status).toBe(401);
});

it('2fa enables and disables two-factor authentication', async () => {
  expect((await on('2fa', 'status')).out).toBe('disabled\n');
  const stdin = new PassThrough();
  const world = createFakeWorld({ home: me.home, env: me.env, argv: ['2fa', 'enable', '--json'], stdin });
  const code = run(world);
  stdin.write(`${me.user.password}\n`);
  await expect.poll(() => world.err()).toContain('"secret"');
  const shown =
    world
      .err()
      .split('\n')
      .find((line) => line.includes('"secret"')) ?? '';
  const code6 = authenticatorOf(me.drive, (JSON.parse(shown) as { secret: string }).secret);
  stdin.end(`${code6()}\n`);
  expect(await code).toBe(0);
  const { recoveryCodes } = JSON.parse(world.out()) as { recoveryCodes: string[] };
  expect((await on('2fa', 'status')).out).toMatch(
    new RegExp(`^enabled since .*, ${recoveryCodes.length} recovery codes left\n$`),
  );
  // The session of the command has ended.
  expect(JSON.parse((await on('sessions', 'list', '--json')).out)).toEqual([]);
  expect(await on('2fa', 'enable')).toMatchObject({ code: 6 });

  const disable = (answer: string) => me.with({ stdin: `${me.user.password}\n${answer}\n` }, '2fa', 'disable');
  expect(await disable('000000')).toMatchObject({ code: 4 });
  expect(await disable(recoveryCodes[0]!)).toMatchObject({ code: 0 });
  expect((await on('2fa', 'status')).out).toBe('disabled\n');
});

it('upload --anonymous needs no account and prints a link for each file', async () => {
  writeFileSync(join(me.home, 'a.txt'), 'a');
  writeFileSync(join(me.home, 'b.txt'), 'b');
  writeFileSync(join(me.home, 'empty.txt'), '');
  const visitor = { env: { DRIVE_API_KEY: '' } };
  const { code, out } = await me.with(visitor, 'upload', '--anonymous', 'a.txt', 'b.txt');
  expect(code).toBe(0);
  const links = out.trim().split('\n');
  expect(links).toHaveLength(2);
  expect((await me.with(visitor, 'download', links[1]!, '-o', 'copy.txt')).code).toBe(0);
  const piped = await me.with({ ...visitor, stdin: 'c' }, 'upload', '--anonymous', '-', '--name', 'c.txt');
  expect(piped.out).toContain(`${me.drive.url}/`);
  expect(await me.all()).toEqual([]);
  for (const argv of [['empty.txt'], ['.'], ['a.txt', '--to', '/x'], ['-']])
    expect(await me.with(visitor, 'upload', '--anonymous', ...argv)).toMatchObject({ code: 2, out: '' });
  expect(await me.with(visitor, 'upload', '--anonymous', 'missing.txt')).toMatchObject({ code: 5 });
});
