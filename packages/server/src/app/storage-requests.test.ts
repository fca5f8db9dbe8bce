import { systemRandom } from '@drive/base';
import { createMemoryStagedRows, S3Blobs, type BlobStore } from '@drive/blobs';
import { S3Client } from '@drive/s3';
import { FakeS3 } from '@drive/s3/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFile, makeArchive, readArchive } from '../../test/api/archive-requests.ts';
import { someBytes } from '../../test/api/uploads.ts';
import { startDrive, type Drive, type TestUser } from '../../test/drive.ts';

const MiB = 1024 * 1024;

describe('a server on an object storage', () => {
  let storage: FakeS3;
  let drive: Drive;
  let disk: BlobStore;
  let user: TestUser;
  const contents = new Map([
    ['small', someBytes(10_000)],
    ['large', someBytes(3 * MiB)],
    ['third', someBytes(100)],
  ]);
  const ids: string[] = [];
  beforeAll(async () => {
    storage = await FakeS3.start();
    const { location, clock } = storage;
    const client = new S3Client({ ...location, prefix: '', clock, random: systemRandom });
    const blobs = new S3Blobs({ client, rows: createMemoryStagedRows(), clock, random: systemRandom });
    drive = await startDrive({
      blobs: (opened) => {
        disk = opened;
        return blobs;
      },
    });
    user = await drive.createUser();
    for (const [name, bytes] of contents) ids.push(await addFile(drive, user, name, bytes));
    await drive.drain();
  });
  afterAll(async () => {
    await drive.close();
    await disk.close();
    await storage.close();
  });
  beforeEach(() => void storage.requests.splice(0));

  const methods = (): string[] => storage.requests.map((line) => line.split(' ', 1)[0] ?? '');
  const get = (path: string, headers: Record<string, string> = {}) => drive.fetch(path, { key: user.key, headers });

  it.each(['/files/by-path/', '/dav/'])(
    '[P-1747] asks it once for a file below %s, and for a range of one',
    async (folder) => {
      for (const [name, bytes] of contents) {
        const answer = await get(folder + name);
        expect(bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
        expect([name, methods()]).toEqual([name, ['GET']]);
        storage.requests.length = 0;
      }
      const part = await get(`${folder}large`, { range: 'bytes=1000-2000' });
      expect(Buffer.from(await part.arrayBuffer())).toEqual(contents.get('large')?.subarray(1000, 2001));
      expect(methods()).toEqual(['GET']);
    },
  );

  it('[P-1748] asks it once for each file of a ZIP, and not at all for a file that the client has', async () => {
    const { downloadUrl } = await makeArchive(drive, user, ids);
    expect(Object.keys(await readArchive(drive, downloadUrl))).toHaveLength(contents.size);
    expect(methods()).toEqual(['GET', 'GET', 'GET']);
    const etag = (await get('/files/by-path/small')).headers.get('etag') ?? '';
    storage.requests.length = 0;
    expect((await get('/files/by-path/small', { 'if-none-match': etag })).status).toBe(304);
    expect(methods()).toEqual([]);
  });
});
