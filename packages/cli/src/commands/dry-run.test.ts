import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useDrive } from '../../test/drive-user.ts';

const drive = useDrive();

/** Runs the command with --dry-run, and checks that nothing changed on the server. */
async function tried(...argv: string[]) {
  const before = await drive.all();
  const trash = (await drive.on('trash', 'list', '--folders', '--json')).out;
  const finished = await drive.on(...argv, '--dry-run');
  expect(await drive.all()).toEqual(before);
  expect((await drive.on('trash', 'list', '--folders', '--json')).out).toBe(trash);
  return finished;
}

describe('a dry run changes nothing and shows the changes', () => {
  it('of an upload, with existing files listed apart', async () => {
    const photos = join(drive.home, 'photos');
    mkdirSync(join(photos, 'sea'), { recursive: true });
    writeFileSync(join(photos, 'a.txt'), 'a');
    writeFileSync(join(photos, 'sea/b.txt'), 'bb');
    const planned = await tried('upload', '-r', 'photos', '--to', '/New');
    expect(planned).toEqual({
      code: 0,
      out: 'photos/a.txt -> /New/photos/a.txt\nphotos/sea/b.txt -> /New/photos/sea/b.txt\n',
      err: '2 files (3 B) would be uploaded\n',
    });
    await drive.put('/New/photos/a.txt', 'a');
    const again = await tried('upload', '-r', 'photos', '--to', '/New', '--json');
    expect(
      again.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { path: 'photos/a.txt', status: 'present', remotePath: '/New/photos/a.txt', size: 1 },
      { path: 'photos/sea/b.txt', status: 'planned', remotePath: '/New/photos/sea/b.txt', size: 2 },
    ]);
    expect(again.err).toContain('1 file already exists on the server');
  });

  it('of a download', async () => {
    await drive.grow('/a.txt', '/b.txt');
    const { code, out, err } = await tried('download', '/*.txt', '-o', drive.home);
    expect({ code, out }).toEqual({
      code: 0,
      out: `/a.txt -> ${join(drive.home, 'a.txt')}\n/b.txt -> ${join(drive.home, 'b.txt')}\n`,
    });
    expect(err).toContain('2 files (12 B) would be downloaded');
    expect(readdirSync(drive.home)).not.toContain('a.txt');
  });

  it('of rm and mv', async () => {
    await drive.grow('/a.txt', '/b.txt', '/folder/');
    expect((await tried('rm', '/*.txt')).out).toBe('/a.txt\n/b.txt\n');
    expect((await tried('mv', '/*.txt', '/folder')).out).toBe('/a.txt -> /folder/a.txt\n/b.txt -> /folder/b.txt\n');
  });

  it('of the trash', async () => {
    await drive.grow('/a.txt', '/b.txt');
    await drive.on('rm', '/a.txt', '/b.txt');
    expect((await tried('trash', 'restore', '*.txt')).out.split('\n').toSorted()).toEqual(['', 'a.txt', 'b.txt']);
    expect((await tried('trash', 'purge', '*.txt')).out.split('\n').toSorted()).toEqual(['', 'a.txt', 'b.txt']);
    expect(await tried('trash', 'empty')).toMatchObject({
      code: 0,
      err: '2 items (12 B) would be deleted permanently\n',
    });
  });

  it('of links, keys and profiles', async () => {
    await drive.put('/a.txt');
    const { out: link } = await drive.on('share', '/a.txt');
    expect((await tried('shares', 'rm', '/a.txt')).out).toBe(link);
    expect((await drive.on('shares', 'list', '--json')).out).toContain(link.trim());
    expect((await tried('keys', 'revoke', drive.user.key)).out.trim()).toBe(drive.user.key.slice(0, 12));
    expect((await drive.on('whoami')).code).toBe(0);
    await drive.with({ stdin: drive.user.key }, 'login', '--with-key', '--profile', 'mine');
    expect((await tried('profile', 'remove', 'mine')).out).toBe('mine\n');
    expect((await drive.on('profile', 'list')).out).toContain('mine');
  });
});
