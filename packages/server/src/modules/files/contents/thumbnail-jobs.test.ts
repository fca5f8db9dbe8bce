import { dayMs, hourMs, minuteMs } from '@drive/base';
import { type BlobStore, StorageError } from '@drive/blobs';
import type { Item } from '@drive/contract';
import type { Images, RenderedImage } from '@drive/thumbnails';
import { png } from '@drive/thumbnails/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listBlobs, putBytes, reserveUpload, type WantedUpload } from '../../../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../../../test/drive.ts';
import { overriding } from '../../../../test/overriding.ts';

const picture = png({ width: 20, height: 10 });
const thumbnail: RenderedImage = { bytes: Buffer.from('RIFF\x0c\0\0\0WEBP picture'), width: 20, height: 10 };

/** The behavior of the codecs and the disk, which single tests replace. */
let make: Images['render'];
let refuse: { open?: boolean; put?: boolean };
let asked: number;
const images: Images = {
  render: (source, options) => {
    asked += 1;
    return make(source, options);
  },
  close: () => Promise.resolve(),
};
const moodyDisk = (disk: BlobStore): BlobStore =>
  overriding(disk, {
    open: async (key) => {
      if (refuse.open === true) throw new StorageError('the disk is gone');
      return disk.open(key);
    },
    // Older than the age that any sweep requires.
    find: async (key) => {
      const info = await disk.find(key);
      return info && { ...info, modifiedAt: 0 };
    },
    putBytes: async (key, pieces) => {
      const digest = await disk.putBytes(key, pieces);
      if (refuse.put === true) throw new StorageError('the disk went away behind it');
      return digest;
    },
  });

let drive: Drive;
let user: TestUser;
beforeAll(async () => {
  drive = await startDrive({ images, blobs: moodyDisk });
});
afterAll(() => drive.close());
beforeEach(async () => {
  make = () => Promise.resolve(thumbnail);
  refuse = {};
  asked = 0;
  user = await drive.createUser();
});

async function upload(wanted: WantedUpload = {}, bytes = picture): Promise<string> {
  const reservation = await reserveUpload(drive, user, {
    name: 'sea.png',
    type: 'image/png',
    bytes: bytes.length,
    ...wanted,
  });
  await putBytes(reservation, bytes);
  return reservation.fileId;
}
async function uploadImage(wanted: WantedUpload = {}): Promise<string> {
  const id = await upload(wanted);
  await drive.drain();
  return id;
}
const call = async <T>(method: string, path: string, json?: unknown): Promise<T> =>
  (await (await drive.fetch(path, { method, key: user.key, ...(json === undefined ? {} : { json }) })).json()) as T;
const show = (id: string): Promise<Item> => call('GET', `/api/files/${id}`);
const previewOf = async (id: string): Promise<string> => (await show(id)).previewUrl ?? 'none';
const statusOf = async (url: string): Promise<number> => (await drive.fetch(url)).status;
const remove = (path: string): Promise<Response> => drive.fetch(path, { method: 'DELETE', key: user.key });
const blobCount = async (): Promise<number> => (await listBlobs(drive)).blobs.length;
const failedJobs = () =>
  drive.database.reader.selectFrom('jobs').select('type').where('failed_at', 'is not', null).execute();

describe('the thumbnail of an item', () => {
  it('is shown by every endpoint once it is made', async () => {
    const folder = await call<Item>('POST', '/api/files/folders', { name: `of ${user.email}` });
    const id = await upload({ parentFolderId: folder.id });
    expect(await show(id)).toMatchObject({ contentKind: 'image', previewUrl: null });
    await drive.drain();
    const url = await previewOf(id);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/files\/previews\/[\w.-]+$/);
    const shown = [
      ...(await call<{ files: Item[] }>('GET', `/api/files?parentId=${folder.id}`)).files,
      ...(await call<{ files: Item[] }>('GET', '/api/files?q=sea')).files,
      await call<Item>('GET', `/api/files/by-path?path=/of%20${encodeURIComponent(user.email)}/sea.png`),
      ...(await call<Item[] | { path: Item[] }>('GET', `/api/files/${id}/path`).then((answer) =>
        Array.isArray(answer) ? answer : answer.path,
      )),
    ].filter((item) => item.id === id);
    expect(shown).toHaveLength(4);
    expect(shown.map(({ previewUrl }) => previewUrl)).toEqual([url, url, url, url]);
    expect((await show(folder.id)).previewUrl).toBeNull();
  });

  it('is made by the real codecs', async () => {
    const other = await startDrive();
    try {
      const owner = await other.createUser();
      const bytes = png({ width: 2000, height: 1000 });
      const page = Buffer.from('<html><script>alert(1)</script></html>');
      for (const [name, content] of [
        ['sea.png', bytes],
        ['page.png', page],
      ] as const)
        await putBytes(await reserveUpload(other, owner, { name, type: 'image/png', bytes: content.length }), content);
      await other.drain();
      const list = (await (await other.fetch('/api/files?sort=name', { key: owner.key })).json()) as { files: Item[] };
      const [hostile, real] = list.files;
      expect(hostile).toMatchObject({ name: 'page.png', contentKind: 'image', previewUrl: null });
      const response = await other.fetch(real!.previewUrl!);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
      const webp = Buffer.from(await response.arrayBuffer());
      expect([webp.toString('latin1', 0, 4), webp.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WEBP']);
      expect(other.logged.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('is made of images only', async () => {
    for (const [name, type] of [
      ['a.mp4', 'video/mp4'],
      ['a.pdf', 'application/pdf'],
      ['a.png', 'text/plain'],
    ] as const)
      await uploadImage({ name, type });
    expect(asked).toBe(0);
    await uploadImage({ name: 'b.png', type: 'application/octet-stream' });
    expect(asked).toBe(1);
  });

  it('is absent if the codecs make none, without a failed job or a warning', async () => {
    make = () => Promise.resolve(undefined);
    const before = drive.logged.length;
    const id = await uploadImage();
    expect([await previewOf(id), asked]).toEqual(['none', 1]);
    await drive.drain();
    expect(asked).toBe(1);
    expect(await failedJobs()).toEqual([]);
    expect(drive.logged.slice(before).filter(({ level, event }) => level !== 'debug' && event !== 'request')).toEqual(
      [],
    );
  });

  it('has the same URL all day, valid for at least a day', async () => {
    const url = await previewOf(await uploadImage());
    const id = (await call<{ files: Item[] }>('GET', '/api/files')).files[0]!.id;
    drive.clock.advance(hourMs);
    expect(await previewOf(id)).toBe(url);
    drive.clock.advance(dayMs);
    expect(await statusOf(url)).toBe(200);
    const next = await previewOf(id);
    expect(next).not.toBe(url);
    drive.clock.advance(dayMs);
    expect([await statusOf(url), await statusOf(next)]).toEqual([403, 200]);
  });

  it('stays with a file that is renamed and moved', async () => {
    const id = await uploadImage();
    const url = await previewOf(id);
    const folder = await call<Item>('POST', '/api/files/folders', { name: 'elsewhere' });
    const moved = await call<Item>('PATCH', `/api/files/${id}`, { name: 'ocean.bin', parentId: folder.id });
    expect(moved).toMatchObject({ name: 'ocean.bin', previewUrl: url });
    expect(await statusOf(url)).toBe(200);
  });
});

describe('the thumbnail of a trashed file', () => {
  it('is neither listed nor sent, and is available again after a restore', async () => {
    const id = await uploadImage();
    const url = await previewOf(id);
    await remove(`/api/files/${id}`);
    const trash = await call<Item[]>('GET', '/api/files/trash');
    expect(trash.map(({ id: each, previewUrl }) => [each, previewUrl])).toEqual([[id, null]]);
    expect(await statusOf(url)).toBe(404);
    expect(await call('POST', `/api/files/${id}/restore`)).toMatchObject({ previewUrl: url });
    expect(await statusOf(url)).toBe(200);
  });

  it('is made in the trash, too, and is purged with the file', async () => {
    const before = await blobCount();
    const folder = await call<Item>('POST', '/api/files/folders', { name: 'short-lived' });
    const id = await upload({ parentFolderId: folder.id });
    await remove(`/api/files/${folder.id}`);
    await drive.drain();
    expect([asked, await blobCount()]).toEqual([1, before + 2]);
    await call('POST', `/api/files/${folder.id}/restore`);
    const url = await previewOf(id);
    expect(await statusOf(url)).toBe(200);
    await remove(`/api/files/${folder.id}`);
    await remove(`/api/files/${folder.id}/permanent`);
    expect(await statusOf(url)).toBe(410);
    await drive.drain();
    expect(await statusOf(url)).toBe(410);
    expect(await blobCount()).toBe(before);
  });
});

describe('making a thumbnail', () => {
  it('[P-492] is serial per owner and concurrent between owners', async () => {
    const other = await drive.createUser();
    const turns: string[] = [];
    make = (_, { tenant }) => {
      turns.push(tenant === other.userId ? 'other' : 'own');
      return Promise.resolve(thumbnail);
    };
    for (let index = 0; index < 5; index += 1) await upload({ name: `${index}.png` });
    const bytes = png({ width: 2, height: 2 });
    const reserved = await reserveUpload(drive, other, { name: 'a.png', type: 'image/png', bytes: bytes.length });
    await putBytes(reserved, bytes);
    await drive.drain();
    expect(turns).toHaveLength(6);
    expect(turns.indexOf('other')).toBeLessThanOrEqual(1);
  });

  it('leaves nothing behind if the file is purged before its turn', async () => {
    const before = await blobCount();
    const id = await upload();
    await remove(`/api/files/${id}`);
    await remove(`/api/files/${id}/permanent`);
    await drive.drain();
    expect([asked, await blobCount()]).toEqual([0, before]);
  });

  it.for(['the file', 'the folder it lies in'])('leaves nothing behind if %s is purged meanwhile', async (what) => {
    const before = await blobCount();
    const folder = await call<Item>('POST', '/api/files/folders', { name: 'going' });
    const id = await upload({ parentFolderId: folder.id });
    const doomed = what === 'the file' ? id : folder.id;
    make = async () => {
      await remove(`/api/files/${doomed}`);
      await remove(`/api/files/${doomed}/permanent`);
      return thumbnail;
    };
    await drive.drain();
    expect([asked, await blobCount()]).toEqual([1, before]);
  });

  it('happens once for repeated jobs', async () => {
    const id = await upload();
    const before = await blobCount();
    let again = true;
    make = async () => {
      // A second process runs the same job concurrently.
      if (again) {
        again = false;
        await drive.database.write((tx) =>
          tx.updateTable('items').set({ preview_key: 'memory/another' }).where('id', '=', id).execute(),
        );
      }
      return thumbnail;
    };
    await drive.drain();
    expect(await blobCount()).toBe(before);
    await drive.database.write((tx) =>
      tx.updateTable('items').set({ preview_key: null }).where('id', '=', id).execute(),
    );
  });

  it('is retried after a disk failure, and a sweep removes the bytes of failed attempts', async () => {
    const id = await upload();
    const before = await blobCount();
    refuse = { open: true };
    await drive.drain();
    refuse = { put: true };
    drive.clock.advance(minuteMs);
    await drive.drain();
    expect([await previewOf(id), await blobCount()]).toEqual(['none', before + 1]);
    refuse = {};
    drive.clock.advance(10 * minuteMs);
    await drive.drain();
    expect([await statusOf(await previewOf(id)), await blobCount()]).toEqual([200, before + 2]);
    drive.clock.advance(25 * hourMs);
    await drive.jobs.runNow('uploads.orphans');
    expect([await statusOf(await previewOf(id)), await blobCount()]).toEqual([200, before + 1]);
  });

  it('fails for good if the disk stays broken', async () => {
    const id = await upload();
    refuse = { open: true };
    for (let attempt = 0; attempt < 4; attempt++) {
      await drive.drain();
      drive.clock.advance(hourMs);
    }
    expect(await failedJobs()).toEqual([{ type: 'files.preview' }]);
    refuse = {};
    await drive.drain();
    expect(await previewOf(id)).toBe('none');
    await drive.database.write((tx) => tx.deleteFrom('jobs').where('failed_at', 'is not', null).execute());
  });

  it('continues after a restart in its middle', async () => {
    const id = await upload();
    const begun = Promise.withResolvers<void>();
    make = (_, { signal }) =>
      new Promise((__, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        begun.resolve();
      });
    const drained = drive.drain();
    await begun.promise;
    await drive.restart();
    await drained;
    expect(await previewOf(id)).toBe('none');
    make = () => Promise.resolve(thumbnail);
    await drive.drain();
    expect(await statusOf(await previewOf(id))).toBe(200);
  });
});
