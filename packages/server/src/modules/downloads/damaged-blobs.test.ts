import { readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobStore } from '@drive/blobs';
import type { Images } from '@drive/thumbnails';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFile, makeArchive } from '../../../test/api/archive-requests.ts';
import { refusalOf, someBytes } from '../../../test/api/uploads.ts';
import { startDrive, type Drive, type LogEntry, type TestUser } from '../../../test/drive.ts';
import { overriding } from '../../../test/overriding.ts';

const MiB = 1024 * 1024;
const images: Images = {
  render: async (source) => {
    await source.read(new Uint8Array(source.bytes), 0);
    return { bytes: Buffer.from('RIFF\x0c\0\0\0WEBP picture'), width: 20, height: 10 };
  },
  close: () => Promise.resolve(),
};

/** Readable bytes of a blob whose size is right, as on a disk with bad sectors. */
let readable = Infinity;

const withBadSectors = (disk: BlobStore): BlobStore =>
  overriding(disk, {
    open: async (key) => {
      const blob = await disk.open(key);
      return (
        blob && {
          ...blob,
          read: (into, position) =>
            blob.read(into.subarray(0, Math.max(0, Math.min(into.length, readable - position))), position),
        }
      );
    },
  });

describe.each(['none', 'x-sendfile'])('a damaged blob, with offload %s', (offload) => {
  let drive: Drive;
  let user: TestUser;
  beforeAll(async () => {
    drive = await startDrive({ images, blobs: withBadSectors, settings: { OFFLOAD: offload } });
    user = await drive.createUser();
  });
  afterAll(() => drive.close());
  beforeEach(() => {
    readable = Infinity;
    drive.logged.length = 0;
  });

  const keysOf = async (id: string): Promise<{ blob: string; preview: string }> => {
    const row = await drive.database.reader
      .selectFrom('items')
      .select(['blob_key', 'preview_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { blob: row.blob_key ?? '', preview: row.preview_key ?? '' };
  };
  const pathOf = (key: string): string => join(drive.config.dataDir, 'blobs', key);
  const damages = {
    missing: (key: string) => rmSync(pathOf(key)),
    short: (key: string) => truncateSync(pathOf(key), 7),
    long: (key: string) => truncateSync(pathOf(key), 3 * MiB),
  };
  const urlOf = async (id: string): Promise<string> => {
    const answer = await drive.fetch(`/api/files/${id}/download-url`, { key: user.key });
    return ((await answer.json()) as { downloadUrl: string }).downloadUrl;
  };
  const errors = (): LogEntry[] => drive.logged.filter(({ level }) => level === 'error');
  const line = (fileId: string, blobKey: string) => ({ event: 'blob damaged', fileId, blobKey });

  for (const [damage, doDamage] of Object.entries(damages))
    for (const size of [1000, 2 * MiB])
      it(`that is ${damage}, of ${size} bytes: answers 502 to GET, a range and HEAD, with one error line each`, async () => {
        const id = await addFile(drive, user, `${damage}${size}`, someBytes(size));
        const { blob } = await keysOf(id);
        const url = await urlOf(id);
        doDamage(blob);
        expect(await refusalOf(await drive.fetch(url))).toEqual([502, 'storage_failure']);
        expect(errors()).toMatchObject([{ ...line(id, blob), code: 'storage_failure' }]);
        expect(await refusalOf(await drive.fetch(url, { headers: { range: 'bytes=2-5' } }))).toEqual([
          502,
          'storage_failure',
        ]);
        expect((await drive.fetch(url, { method: 'HEAD' })).status).toBe(502);
        expect(errors()).toMatchObject([line(id, blob), line(id, blob), line(id, blob)]);
      });

  for (const size of [1000, 2 * MiB])
    for (const opened of ['while it was cut', 'before'])
      it.each(['in its place', 'as another file'])(
        `of ${size} bytes, opened ${opened}, is served again once it is put back whole %s`,
        async (how) => {
          const bytes = someBytes(size);
          const name = `back ${size} ${opened} ${how}`;
          const path = pathOf((await keysOf(await addFile(drive, user, name, bytes))).blob);
          const ask = (method = 'GET'): Promise<Response> =>
            drive.fetch(`/files/by-path/${encodeURIComponent(name)}`, { key: user.key, method });
          if (opened === 'before') await (await ask()).arrayBuffer();
          const saved = readFileSync(path);
          truncateSync(path, 7);
          expect((await ask('HEAD')).status).toBe(502);
          // The bytes of a small blob that was read before may still be in memory.
          const cut = await ask();
          await cut.arrayBuffer().catch(() => undefined);
          if (opened !== 'before') expect(cut.status).toBe(502);
          const restored = how === 'in its place' ? path : `${path}.new`;
          writeFileSync(restored, saved);
          if (restored !== path) renameSync(restored, path);
          const answer = await ask();
          expect(answer.status).toBe(200);
          expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
        },
      );

  it('cuts a transfer in progress if bytes are missing after its beginning, with one error line', async () => {
    const id = await addFile(drive, user, 'inline', someBytes(5 * MiB));
    const { blob } = await keysOf(id);
    const { downloadUrl } = (await (
      await drive.fetch(`/api/files/${id}/download-url?inline=true`, { key: user.key })
    ).json()) as { downloadUrl: string };
    readable = 3 * MiB;
    const answer = await drive.fetch(downloadUrl);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow(/terminated/);
    await drive.app.idle();
    expect(errors()).toMatchObject([line(id, blob)]);
  });

  it('refuses an archive with a damaged member before its headers, naming the member', async () => {
    const ids = [await addFile(drive, user, 'a', someBytes(5 * MiB)), await addFile(drive, user, 'b', someBytes(100))];
    const { downloadUrl } = await makeArchive(drive, user, ids);
    const { blob } = await keysOf(ids[1] ?? '');
    damages.short(blob);
    expect(await refusalOf(await drive.fetch(downloadUrl))).toEqual([502, 'storage_failure']);
    expect((await drive.fetch(downloadUrl, { method: 'HEAD' })).status).toBe(502);
    expect(errors()).toMatchObject([line(ids[1] ?? '', blob), line(ids[1] ?? '', blob)]);
  });

  it('cuts an archive if a member becomes unreadable, naming the member', async () => {
    const ids = [await addFile(drive, user, 'c', someBytes(MiB)), await addFile(drive, user, 'd', someBytes(6 * MiB))];
    const { downloadUrl } = await makeArchive(drive, user, ids);
    readable = 4 * MiB;
    const answer = await drive.fetch(downloadUrl);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow(/terminated/);
    await drive.app.idle();
    expect(errors()).toMatchObject([line(ids[1] ?? '', (await keysOf(ids[1] ?? '')).blob)]);
  });

  it('makes no thumbnail and does not retry, with one error line', async () => {
    const id = await addFile(drive, user, 'cut.png', someBytes(2000));
    const { blob } = await keysOf(id);
    damages.short(blob);
    await drive.drain();
    expect(errors()).toMatchObject([line(id, blob)]);
    expect(drive.logged.filter(({ event }) => event === 'job failed')).toEqual([]);
  });

  it.each(['missing', 'short'] as const)(
    'of a thumbnail that is %s: answers 502 with one error line',
    async (damage) => {
      const id = await addFile(drive, user, `${damage}.png`, someBytes(2000));
      await drive.drain();
      const { preview } = await keysOf(id);
      const item = (await (await drive.fetch(`/api/files/${id}`, { key: user.key })).json()) as { previewUrl: string };
      damages[damage](preview);
      expect(await refusalOf(await drive.fetch(item.previewUrl))).toEqual([502, 'storage_failure']);
      expect(errors()).toMatchObject([line(id, preview)]);
    },
  );

  it('is not reported for a file that is purged during the request', async () => {
    const id = await addFile(drive, user, 'purged', someBytes(1000));
    const url = await urlOf(id);
    const { blob } = await keysOf(id);
    await drive.database.write((tx) =>
      tx.updateTable('items').set({ state: 'purging' }).where('id', '=', id).execute(),
    );
    damages.missing(blob);
    expect(await refusalOf(await drive.fetch(url))).toEqual([410, 'file_purged']);
    expect(errors()).toEqual([]);
  });
});

describe('an object storage that sends other bytes than it got', () => {
  it.each([1000, 2 * MiB])('[P-1415] delivers no complete wrong file of %i bytes, and is counted', async (size) => {
    const token = 'a-token-of-twenty-four-characters';
    const altering = (disk: BlobStore): BlobStore =>
      overriding(disk, {
        isRemote: true,
        open: async (key, range) => {
          const blob = await disk.open(key, range);
          return (
            blob &&
            overriding(blob, {
              read: async (into, position) => {
                const got = await blob.read(into, position);
                if (isAltered && position === 0) into[0] = (into[0] ?? 0) ^ 1;
                return got;
              },
            })
          );
        },
      });
    let isAltered = false;
    const drive = await startDrive({ blobs: altering, settings: { METRICS_TOKEN: token } });
    const user = await drive.createUser();
    const bytes = someBytes(size);
    const id = await addFile(drive, user, 'whole', bytes);
    const newArchive = async () => new URL((await makeArchive(drive, user, [id])).downloadUrl).pathname;
    const read = async (path: string, headers: Record<string, string> = {}): Promise<Buffer | number> => {
      const answer = await drive.fetch(path, { key: user.key, headers });
      if (answer.status >= 400) return answer.status;
      return answer.arrayBuffer().then(
        (got) => Buffer.from(got),
        () => 0,
      );
    };
    const paths = ['/files/by-path/whole', '/dav/whole'];
    for (const path of paths) expect(bytes.equals((await read(path)) as Buffer)).toBe(true);
    expect(await read(await newArchive())).toBeInstanceOf(Buffer);
    await drive.app.idle();
    expect(drive.logged.filter(({ level }) => level === 'error')).toEqual([]);
    isAltered = true;
    // A small file is checked before its head is sent; a connection is cut otherwise.
    const refused = size === 1000 ? 502 : 0;
    for (const path of [...paths, await newArchive()]) expect(await read(path)).toBe(refused);
    expect(await read('/files/by-path/whole', { range: 'bytes=0-' })).toBe(refused);
    expect(((await read('/files/by-path/whole', { range: 'bytes=0-9' })) as Buffer).length).toBe(10);
    await drive.app.idle();
    expect(drive.logged.filter(({ event }) => event === 'blob damaged')).toHaveLength(4);
    const metrics = await drive.fetch('/metrics', { headers: { authorization: `Bearer ${token}` } });
    expect(await metrics.text()).toMatch(/^drive_storage_damage_total 4$/m);
    await drive.close();
  });
});
