import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startScene } from '../../test/drive-behind-proxy.ts';
import { failure } from '../../test/expect-failure.ts';
import { downloadFile } from './index.ts';

const real = { ...fs };

/** Replaces functions of the file system until the end of the test, also those that are already imported. */
function replace(changed: Partial<typeof fs>): void {
  Object.assign(fs, changed);
  syncBuiltinESMExports();
}

afterEach(() => replace(real));

async function stored() {
  const scene = await startScene();
  const { fileId } = await scene.client.uploads.upload(new Blob(['the bytes']), { name: 'a.txt' });
  const copy = scene.path('copy');
  return { client: scene.client, fileId, copy, names: () => readdirSync(dirname(copy)).toSorted() };
}

/** Notes are created, but their content does not fit on the disk, from the given one on. */
function fillDisk({ from }: { readonly from: number }): void {
  let notes = 0;
  replace({
    async writeFile(path, data, options) {
      const isNote = typeof path === 'string' && path.endsWith('.part-etag');
      if (!isNote || ++notes < from) return await real.writeFile(path, data, options);
      await real.writeFile(path, '', options);
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    },
  });
}

describe('a partial download', () => {
  it.each([1, 2])('leaves nothing if the disk is full at note %i, and the next run succeeds', async (from) => {
    const { client, fileId, copy, names } = await stored();
    fillDisk({ from });
    for (let run = 1; run <= 5; run++)
      expect(await failure(downloadFile(client, fileId, copy))).toMatchObject({
        code: 'local_file_error',
        message: expect.stringContaining('ENOSPC') as string,
      });
    expect(names()).toEqual([]);
    replace(real);
    expect(await downloadFile(client, fileId, copy)).toMatchObject({ bytes: 9 });
    expect(names()).toEqual(['copy']);
  });

  it('never changes a complete file, whenever the process dies, and the next run removes its remains', async () => {
    const { client, fileId, copy, names } = await stored();
    replace({
      async rm(path, options) {
        if (String(path).startsWith(copy) && existsSync(copy)) throw new Error('the process has died');
        await real.rm(path, options);
      },
    });
    await failure(downloadFile(client, fileId, copy));
    expect(readFileSync(copy, 'utf8')).toBe('the bytes');
    replace(real);
    await real.link(copy, `${copy}-2`);
    await client.uploads.upload(new Blob(['new bytes']), { name: 'a.txt', onConflict: 'replace' });
    await downloadFile(client, fileId, copy, { overwrite: true });
    expect(readFileSync(copy, 'utf8')).toBe('new bytes');
    expect(readFileSync(`${copy}-2`, 'utf8')).toBe('the bytes');
    expect(names()).toEqual(['copy', 'copy-2']);
  });

  it('is resumed after another file got its name', async () => {
    const { client, fileId, copy } = await stored();
    replace({
      async link(from, to) {
        await real.writeFile(copy, 'of the user');
        await real.link(from, to);
      },
    });
    expect(await failure(downloadFile(client, fileId, copy))).toMatchObject({ code: 'file_exists' });
    expect(readFileSync(copy, 'utf8')).toBe('of the user');
    expect(await downloadFile(client, fileId, copy, { overwrite: true })).toMatchObject({ resumed: true, bytes: 9 });
    expect(readFileSync(copy, 'utf8')).toBe('the bytes');
  });
});
