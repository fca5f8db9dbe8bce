import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startScene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { foldCaseBelow } from '../../test/fold-case.ts';
import { DriveClient } from '../index.ts';
import { downloadFolder } from './index.ts';

afterEach(() => void vi.restoreAllMocks());

describe('a folder download', () => {
  it('writes folders and files, and transfers only what differs the next time', async () => {
    const scene = await startScene();
    const { client } = scene;
    const { fileId } = await client.uploads.uploadTo('/Photos/2026/sea.txt', new Blob(['sea']));
    await client.uploads.uploadTo('/Photos/cover.txt', new Blob(['cover']));
    await client.files.ensureFolder('/Photos/empty');
    const target = scene.path('copy');
    const { id } = await client.files.getByPath('/Photos');
    const first = await downloadFolder(client, id, target);
    expect(first.failed).toEqual([]);
    expect(first.files.map(({ path, wasThere }) => `${path} ${wasThere}`).toSorted()).toEqual([
      '2026/sea.txt false',
      'cover.txt false',
    ]);
    expect(readdirSync(target).toSorted()).toEqual(['2026', 'cover.txt', 'empty']);
    expect(readFileSync(`${target}/2026/sea.txt`, 'utf8')).toBe('sea');

    await client.uploads.replace(fileId, new Blob(['SEA']));
    const second = await downloadFolder(client, id, target);
    expect(second.files).toMatchObject([{ path: 'cover.txt', wasThere: true }]);
    expect(second.failed).toMatchObject([{ path: '2026/sea.txt', error: { code: 'file_exists' } }]);
    const third = await downloadFolder(client, id, target, { overwrite: true });
    expect(third.failed).toEqual([]);
    expect(readFileSync(`${target}/2026/sea.txt`, 'utf8')).toBe('SEA');
  });

  it('gives files their own time, before 1970 too, and otherwise that of their upload', async () => {
    const { client, path } = await startScene();
    const modifiedAt = new Date('1965-01-02T03:04:05.678Z');
    await client.uploads.uploadTo('/old.txt', new Blob(['old']), { modifiedAt });
    const { fileId } = await client.uploads.uploadTo('/none.txt', new Blob(['none']));
    const { uploadedAt } = await client.files.get(fileId);
    await downloadFolder(client, null, path('copy'));
    expect(statSync(path('copy/old.txt')).mtime).toEqual(modifiedAt);
    expect(statSync(path('copy/none.txt')).mtime).toEqual(new Date(uploadedAt));
  });

  it('reports files that cannot be written, and continues with the others', async () => {
    const scene = await startScene();
    await scene.client.uploads.uploadTo('/a/x.txt', new Blob(['x']));
    await scene.client.uploads.uploadTo('/b.txt', new Blob(['b']));
    const target = scene.path('copy');
    await downloadFolder(scene.client, null, target);
    const other = scene.path('other');
    writeFileSync(other, 'a file');
    await expect(downloadFolder(scene.client, null, other)).rejects.toThrow();
    expect(existsSync(`${target}/a/x.txt`)).toBe(true);
  });

  it('keeps the content of a file that is named like the partial download of another', async () => {
    const scene = await startScene();
    const names = ['x', 'x.part', 'x.part-etag', 'x.part.part'];
    for (const name of names) await scene.client.uploads.uploadTo(`/a/${name}`, new Blob([name]));
    const target = scene.path('copy');
    const { failed } = await downloadFolder(scene.client, null, target);
    expect(failed).toEqual([]);
    expect(names.map((name) => readFileSync(`${target}/a/${name}`, 'utf8'))).toEqual(names);
  });

  it('keeps a file of the user that is named like the partial download of another', async () => {
    const { client, path } = await startScene();
    for (const name of ['x', 'x.part2', 'x.part2-etag']) await client.uploads.uploadTo(`/${name}`, new Blob([name]));
    mkdirSync(path('copy'));
    writeFileSync(path('copy/x.part'), 'mine');
    expect(await downloadFolder(client, null, path('copy'))).toMatchObject({ failed: [] });
    const read = (name: string): string => readFileSync(path(`copy/${name}`), 'utf8');
    expect(['x', 'x.part', 'x.part2', 'x.part2-etag'].map(read)).toEqual(['x', 'mine', 'x.part2', 'x.part2-etag']);
  });

  it('does not write two names that differ in case only to one file', async () => {
    const { client, path } = await startScene();
    for (const name of ['fine.txt', 'FINE.txt']) await client.uploads.uploadTo(`/${name}`, new Blob([name]));
    foldCaseBelow(path(''));
    const { files, failed } = await downloadFolder(client, null, path('copy'), { overwrite: true });
    expect(failed).toMatchObject([{ error: { code: 'local_file_error' } }]);
    expect(failed[0]?.error.message).toMatch(/has the same name on this computer/);
    expect(readdirSync(path('copy'))).toEqual(files.map((file) => file.path));
  });

  it('shortens names that are too long for the disk, each to another name', async () => {
    const { client, path } = await startScene();
    const long = '日'.repeat(200);
    for (const name of [`${long}1.txt`, `${long}2.txt`]) await client.uploads.uploadTo(`/${name}`, new Blob([name]));
    const { files, failed } = await downloadFolder(client, null, path('copy'));
    expect(failed).toEqual([]);
    expect(readdirSync(path('copy')).toSorted()).toEqual(files.map(({ localPath }) => localPath).toSorted());
    for (const file of files) {
      expect(file.localPath).toMatch(/^日+~[0-9a-f]{8}\.txt$/);
      expect(readFileSync(path(`copy/${file.localPath}`), 'utf8')).toBe(file.path);
    }
  });

  it('changes names that Windows does not allow, and reports those that then are equal', async () => {
    const scene = await startScene();
    const names = ['/a/con/x.txt', '/a/12:30.', '/a/12_30_', '/a/Sea.txt', '/a/sea.txt'];
    for (const name of names) await scene.client.uploads.uploadTo(name, new Blob([name]));
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    const { files, failed } = await downloadFolder(scene.client, null, scene.path('copy'));
    expect(files.map(({ path, localPath }) => `${path} -> ${localPath}`).toSorted()).toEqual([
      expect.stringMatching(/^a\/12[:_]30[._] -> a\/12_30_$/),
      expect.stringMatching(/^a\/[Ss]ea\.txt -> /),
      'a/con/x.txt -> a/_con/x.txt',
    ]);
    expect(failed.map(({ error }) => error.message)).toEqual([
      expect.stringContaining('has the same name on this computer'),
      expect.stringContaining('has the same name on this computer'),
    ]);
    expect(readFileSync(scene.path('copy/a/_con/x.txt'), 'utf8')).toBe('/a/con/x.txt');
  });

  it('reports every file of a folder that has the name of another one on this computer', async () => {
    const scene = await startScene();
    const names = ['/a/12:30/deep/x.txt', '/a/12_30/deep/y.txt'];
    for (const name of names) await scene.client.uploads.uploadTo(name, new Blob([name]));
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    const { files, failed } = await downloadFolder(scene.client, null, scene.path('copy'));
    expect(files).toHaveLength(1);
    const [written] = files;
    const refused = written?.path.includes(':') === true ? 'a/12_30' : 'a/12:30';
    const file = refused === 'a/12_30' ? 'y.txt' : 'x.txt';
    expect(failed.map(({ path }) => path).toSorted()).toEqual(
      [refused, `${refused}/deep`, `${refused}/deep/${file}`].toSorted(),
    );
    expect(readdirSync(scene.path('copy/a/12_30/deep'))).toHaveLength(1);
  });

  it('writes nothing outside the directory, whatever a server sends', async () => {
    const item = { id: 'x', type: 'file', size: 1, sha256: 'x', name: 'x', path: '../outside.txt' };
    const client = new DriveClient({
      baseUrl: 'http://drive.test',
      fetch: async () => Response.json({ items: [item], pagination: { nextCursor: null } }),
    });
    const scene = await startScene();
    const { failed, files } = await downloadFolder(client, null, scene.path('copy'));
    expect(files).toEqual([]);
    expect(failed).toMatchObject([{ path: '../outside.txt', error: { code: 'local_file_error' } }]);
    expect(existsSync(scene.path('outside.txt'))).toBe(false);
    expect(await failure(downloadFolder(client, null, 'x', { concurrency: 0 }))).toMatchObject({
      code: 'invalid_argument',
    });
  });
});
