import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startScene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { DriveClient } from '../index.ts';
import { downloadFolder } from './index.ts';

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
