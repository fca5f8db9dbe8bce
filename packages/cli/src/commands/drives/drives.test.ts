import { DriveClient } from '@drive/sdk';
import { expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';

const me = useDrive({ settings: { TEAM_DRIVES: 'everyone', FEATURE_LIMITS: 'off' } });
let made = 0;
const nextName = (): string => `Team ${(made += 1)}`;

const run = async (...argv: readonly string[]): Promise<string> => {
  const { code, out, err } = await me.on(...argv);
  expect([argv, code, err]).toEqual([argv, 0, err]);
  return out.trim();
};

it('[P-1270] takes paths of team drives wherever it takes paths', async () => {
  const name = nextName();
  await run('drives', 'create', name);
  await run('mkdir', '-p', `${name}:/Logos/2026`);
  me.write('tree/a.txt', 'hello');
  me.write('tree/sub/b.txt', 'there');
  await run('upload', me.here('tree/a.txt'), '--to', `${name.toLowerCase()}:/`);
  await run('upload', '-r', me.here('tree'), '--to', `${name}:/Logos`);
  expect(await run('ls', `${name}:/`)).toBe('Logos/\na.txt');
  expect(await run('ls', `${name}:/L*/tree/*`)).toContain('a.txt');
  expect(await run('cat', `${name}:/Logos/tree/sub/b.txt`)).toBe('there');
  expect(await run('find', `${name}:/Logos`, '--type', 'file')).toBe(
    `${name}:/Logos/tree/sub/b.txt\n${name}:/Logos/tree/a.txt`,
  );
  await run('download', '-r', `${name}:/Logos`, '--output', me.here('down'));
  expect(me.read('down/Logos/tree/sub/b.txt')).toBe('there');
  await run('sync', me.here('tree'), `${name}:/Mirror`);
  expect(await run('ls', `${name}:/Mirror`)).toBe('sub/\na.txt');
  expect(await run('find', `${name}:/Logos`, '--words', 'b.txt')).toBe(`${name}:/Logos/tree/sub/b.txt`);
  await run('webhooks', 'create', 'https://example.com/hook', '--folder', `${name}:/`);
  await run('webhooks', 'create', 'https://example.com/hook', '--folder', `${name}:/Logos`);
  expect(await run('webhooks', 'list')).toBe('');
  await run('collect', 'create', 'Photos', '--to', `${name}:/Logos`);
  await run('share', '--together', `${name}:/a.txt`, `${name}:/Logos/tree/a.txt`, '--max-downloads', '2');
  expect(await run('shares', 'list', '--drive', name)).toContain('multi');
  await run('rm', `${name}:/a.txt`);
  expect(await run('trash', 'list', '--in', `${name}:/`)).toContain('/a.txt');
  expect(await run('ls', '/')).toBe('');
  const { code, err } = await me.on('ls', 'Nowhere:/');
  expect([code, err]).toEqual([5, expect.stringContaining('there is no team drive Nowhere')]);
});

it('[P-1271] moves and copies between the own tree and team drives', async () => {
  const name = nextName();
  await run('drives', 'create', name);
  await me.put('/Plans/a.txt', 'hello');
  await run('mv', '/Plans', `${name}:/`);
  expect([await run('ls', '/'), await run('cat', `${name}:/Plans/a.txt`)]).toEqual(['', 'hello']);
  await run('cp', `${name}:/Plans/a.txt`, '/copy.txt');
  await run('mv', `${name}:/Plans/a.txt`, '/mine.txt');
  expect(await run('ls', '/')).toBe('copy.txt\nmine.txt');
});

it('[P-1500] takes paths of what others share, by their names', async () => {
  const ada = await me.drive.createUser();
  const client = new DriveClient({ baseUrl: me.drive.url, apiKey: ada.key });
  await client.account.update({ name: 'Ada' });
  const folder = await client.files.ensureFolder('/Plans');
  await client.files.put('/Plans/a.txt', new Blob(['hello']));
  const single = await client.files.put('/single.txt', new Blob(['alone']));
  for (const { id } of [folder, single])
    await client.access.give(id, { grants: [{ email: me.user.email, role: 'editor' }], notify: false });
  expect(await run('ls', 'Shared:/')).toBe('Ada/Plans/\nAda/single.txt');
  expect(await run('ls', 'shared:/ada')).toBe('Plans/\nsingle.txt');
  expect(await run('ls', 'Shared:/Ada/Plans')).toBe('a.txt');
  expect(await run('cat', 'Shared:/Ada/single.txt')).toBe('alone');
  me.write('tree/b.txt', 'there');
  await run('upload', '-r', me.here('tree'), '--to', 'Shared:/Ada/Plans');
  await run('sync', me.here('tree'), 'Shared:/Ada/Plans/Mirror');
  expect(await run('find', 'Shared:/Ada/Plans', '--type', 'file')).toBe(
    'Shared:/Ada/Plans/Mirror/b.txt\nShared:/Ada/Plans/tree/b.txt\nShared:/Ada/Plans/a.txt',
  );
  await run('download', '-r', 'Shared:/Ada/Plans', '--output', me.here('down'));
  expect(me.read('down/Plans/tree/b.txt')).toBe('there');
  expect(await run('ls', folder.id)).toBe(await run('ls', 'Shared:/Ada/Plans'));
  expect(await run('ls', 'Shared:/Ada/Plans/**/*.txt')).toContain('Shared:/Ada/Plans/tree/b.txt');
  expect(await run('find', '--words', 'a.txt', '--owner', 'any')).toBe('Shared:/Ada/Plans/a.txt');
  expect((await me.on('find', '/', '--words', 'a', '--owner', 'any')).code).toBe(2);
  for (const [path, code] of [
    ['Shared:/Ada/Nothing', 5],
    ['Shared:/Bea', 5],
    ['Shared:/*/Plans', 2],
  ] as const)
    expect([path, (await me.on('ls', path)).code]).toEqual([path, code]);
  expect((await me.on('rm', 'Shared:/Ada')).code).toBe(2);
  expect(await run('ls', '/')).toBe('');
});

it('[P-1784] lists and finds the links, webhooks and upload grants of a team drive', async () => {
  const name = nextName();
  await run('drives', 'create', name);
  await run('mkdir', `${name}:/Logos`);
  me.write('a.txt', 'hello');
  await run('upload', me.here('a.txt'), '--to', `${name}:/Logos`);
  const token = (await run('share', `${name}:/Logos`)).split('/').at(-1);
  await run('collect', 'create', 'Photos', '--to', `${name}:/Logos`);
  await run('proof', 'create', 'Album', `${name}:/Logos`);
  await run('grants', 'create', '--to', `${name}:/Logos`);
  await run('webhooks', 'create', 'https://example.com/hook', '--folder', `${name}:/Logos`);
  const { id } = (await me.client().drives.list()).drives.find((drive) => drive.name === name)!;
  for (const group of ['shares', 'collect', 'proof', 'grants', 'webhooks']) {
    expect([group, await run(group, 'list')]).toEqual([group, '']);
    for (const drive of [name.toLowerCase(), `${name}:/`, id]) {
      const [listed, ...more] = JSON.parse(await run(group, 'list', '--drive', drive, '--json'));
      expect([group, listed.driveId, more]).toEqual([group, id, []]);
    }
  }
  expect(token).toBeDefined();
  expect(await run('activity', '--drive', name, '--limit', '1')).not.toBe('');
  expect(await run('collect', 'show', 'Photos')).toContain('Photos');
  await run('collect', 'rm', 'Photos');
  await run('proof', 'rm', 'Album');
  await run('webhooks', 'rm', 'https://example.com/hook');
  const [grant] = JSON.parse(await run('grants', 'list', '--drive', name, '--json'));
  await run('grants', 'rm', grant.prefix);
  for (const group of ['collect', 'proof', 'webhooks']) expect(await run(group, 'list', '--drive', name)).toBe('');
  expect((await me.on('collect', 'rm', 'Photos')).code).toBe(5);
  expect((await me.on('collect', 'list', '--drive', 'Nowhere')).code).toBe(5);
});

it('shows paths of items of a team drive that are named by their ids', async () => {
  const name = nextName();
  await run('drives', 'create', name);
  await run('mkdir', '-p', `${name}:/Logos/2026`);
  const driveId = (await me.client().drives.list()).drives.find((drive) => drive.name === name)?.id;
  const { id } = await me.client().files.getByPath('/Logos/2026', { driveId });
  await run('mkdir', `${name}:/Logos/2026/deep`);
  expect(await run('find', id)).toBe(`${name}:/Logos/2026\n${name}:/Logos/2026/deep`);
});
