import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startScene, type Scene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { downloadFolder, uploadFolder } from './index.ts';

/** The content of each file by path below the folder; null for a folder. */
const contentsOf = (folder: string): Record<string, string | null> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length), entry.isFile() ? readFileSync(path, 'utf8') : null];
    }),
  );

/** Files in two levels, an empty folder, and a link. */
function makeFolder({ path }: Scene, count: number): string {
  const root = path('photos');
  for (const folder of ['', '/2025', '/2026', '/2026/empty']) mkdirSync(root + folder);
  for (let number = 0; number < count; number += 1)
    writeFileSync(`${root}/${number % 2 === 0 ? '2025' : '2026'}/${number}.txt`, `text ${number}`);
  writeFileSync(`${root}/cover.txt`, 'cover');
  symlinkSync('cover.txt', `${root}/link`);
  return root;
}

describe('a folder', () => {
  it('is uploaded with its contents in few calls, and sends nothing the second time', async () => {
    const scene = await startScene();
    const { client, proxy } = scene;
    const root = makeFolder(scene, 60);
    const seen: number[] = [];
    const { files, failed } = await uploadFolder(client, root, {
      onProgress: ({ bytes, total }) => void seen.push(bytes / total),
    });
    expect(failed).toEqual([]);
    expect(files).toHaveLength(61);
    expect(files.every(({ wasThere }) => !wasThere)).toBe(true);
    expect(seen.at(-1)).toBe(1);
    expect(await client.files.getByPath('/photos/2026/empty')).toMatchObject({ type: 'folder' });
    expect(await client.files.getByPath('/photos/2025/58.txt')).toMatchObject({ size: 7, mimeType: expect.anything() });
    expect(proxy.count('POST', /uploads/)).toBe(2);
    expect(proxy.count('POST', /folders$/)).toBe(4);

    writeFileSync(`${root}/2026/1.txt`, 'TEXT 1');
    const again = await uploadFolder(client, root);
    expect(again.files.filter(({ wasThere }) => !wasThere)).toMatchObject([
      { path: 'photos/2026/1.txt', fileName: '1 (1).txt' },
    ]);
    expect(proxy.count('POST', /folders$/)).toBe(4);
    const third = await uploadFolder(client, root);
    expect(third.files.filter(({ wasThere }) => !wasThere)).toEqual([]);
  });

  it('keeps names that clean to one by rename, and refuses the second otherwise', async () => {
    const { client, path } = await startScene();
    mkdirSync(path('box'));
    writeFileSync(path('box/a.txt'), 'plain');
    writeFileSync(path('box/a\u0001.txt'), 'control character');
    for (const expected of [false, true]) {
      const { files } = await uploadFolder(client, path('box'));
      expect(files.map(({ wasThere }) => wasThere)).toEqual([expected, expected]);
    }
    const { failed } = await uploadFolder(client, path('box'), { onConflict: 'replace' });
    expect(failed).toMatchObject([{ path: 'box/a.txt', error: { code: 'name_conflict' } }]);
  });

  it('replaces or leaves a changed file as asked', async () => {
    const { client, path } = await startScene();
    mkdirSync(path('box'));
    writeFileSync(path('box/a.txt'), 'old');
    const [{ fileId } = { fileId: '' }] = (await uploadFolder(client, path('box'))).files;
    writeFileSync(path('box/a.txt'), 'newer');
    const skipped = await uploadFolder(client, path('box'), { onConflict: 'skip' });
    expect(skipped.files).toMatchObject([{ fileId, wasThere: true }]);
    expect(await client.files.get(fileId)).toMatchObject({ size: 3 });
    const replaced = await uploadFolder(client, path('box'), { onConflict: 'replace' });
    expect(replaced.files).toMatchObject([{ fileId, fileName: 'a.txt', wasThere: false }]);
    expect(await client.files.get(fileId)).toMatchObject({ size: 5 });
  });

  it('includes files without bytes, and sends none of them the second time', async () => {
    const scene = await startScene();
    const { client } = scene;
    const root = makeFolder(scene, 2);
    writeFileSync(`${root}/2025/nothing.txt`, '');
    writeFileSync(`${root}/.gitkeep`, '');
    const paths = ['.gitkeep', '2025/0.txt', '2025/nothing.txt', '2026/1.txt', 'cover.txt'];
    for (const wasThere of [false, true]) {
      const { files, failed } = await uploadFolder(client, root, { name: 'Pictures' });
      expect(failed).toEqual([]);
      expect(files).toMatchObject(paths.map((path) => ({ path: `Pictures/${path}`, wasThere })));
    }
    expect(await client.files.getByPath('/Pictures/2025/nothing.txt')).toMatchObject({ size: 0 });
    const target = scene.path('back');
    await downloadFolder(client, (await client.files.getByPath('/Pictures')).id, target);
    rmSync(`${root}/link`);
    expect(contentsOf(target)).toEqual(contentsOf(root));
    expect(await failure(uploadFolder(client, scene.path('nowhere')))).toMatchObject({ code: 'local_file_error' });
  });

  it('cancels its reservations when aborted, and resumes later', async () => {
    const scene = await startScene();
    const { client } = scene;
    const root = makeFolder(scene, 30);
    const stop = new AbortController();
    let stored = 0;
    const stopped = uploadFolder(client, root, {
      signal: stop.signal,
      onFile: () => void ((stored += 1) === 10 && stop.abort()),
    });
    expect(await failure(stopped)).toMatchObject({ code: 'aborted' });
    const { usedBytes } = await client.account.me();
    const { files } = await uploadFolder(client, root);
    expect(files).toHaveLength(31);
    expect(files.filter(({ wasThere }) => wasThere).length).toBeGreaterThanOrEqual(10);
    expect((await client.account.me()).usedBytes).toBeGreaterThan(usedBytes);
    const { pagination } = await client.files.list({ q: '.txt' });
    expect(pagination.totalItems).toBe(31);
  });

  it('keeps the files of a folder if a file has the folder’s path', async () => {
    const scene = await startScene();
    const { client } = scene;
    const root = makeFolder(scene, 2);
    const { id } = await client.files.createFolder({ name: 'photos' });
    await client.uploads.upload(new Blob(['a file']), { name: '2026', parentId: id });
    const { files, failed } = await uploadFolder(client, root);
    expect(files.map(({ path }) => path)).toEqual(['photos/2025/0.txt', 'photos/cover.txt']);
    expect(failed.map(({ path, error }) => [path, error.code])).toContainEqual(['photos/2026/1.txt', 'name_conflict']);
  });
});

it('uploads many Blobs into the folders of their paths', async () => {
  const { client, bytesOf } = await startScene();
  const folder = await client.files.createFolder({ name: 'site' });
  const { files } = await client.uploads.uploadFolder(
    [
      { path: 'index.html', source: new Blob(['<h1>']), contentType: 'text/html' },
      { path: 'img/a.bin', source: new Uint8Array([1, 2, 3]) },
      new File(['x'], 'x.txt'),
    ],
    { parentId: folder.id },
  );
  expect(files.map(({ path }) => path)).toEqual(['index.html', 'img/a.bin', 'x.txt']);
  expect([...(await bytesOf(files[1]?.fileId ?? ''))]).toEqual([1, 2, 3]);
  expect(await client.files.getByPath('/site/index.html')).toMatchObject({ mimeType: 'text/html' });
  for (const path of ['../a', '/a', 'a//b', ''])
    expect(await failure(client.uploads.uploadFolder([{ path, source: new Blob(['x']) }]))).toMatchObject({
      code: 'invalid_argument',
    });
});
