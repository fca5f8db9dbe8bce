import { StorageError, type BlobStore } from '@drive/blobs';
import { endpoints, type EndpointShape } from '@drive/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFile, addFolder } from '../../test/api/archive-requests.ts';
import { listBlobs, refusalOf, reserveUpload, someBytes, type Reservation } from '../../test/api/uploads.ts';
import { startDrive, type Drive, type TestSession, type TestUser } from '../../test/drive.ts';
import { overriding } from '../../test/overriding.ts';
import type { Database } from '../platform/db/index.ts';

/** The error code of every write to the disk; undefined: writes succeed. */
let code: string | undefined;
const refuse = (): never => {
  throw Object.assign(new Error('refused by the disk'), { code });
};
const failingDatabase = (database: Database): Database =>
  overriding(database, {
    write: async (work) =>
      code === undefined
        ? database.write(work)
        : // Run and rolled back, like a transaction whose commit fails.
          database.write(async (tx) => {
            await work(tx);
            return refuse();
          }),
  });
const requireDisk = (): void => {
  if (code !== undefined)
    throw new StorageError('Bytes cannot be written', { cause: Object.assign(new Error(code), { code }) });
};
const failingBlobs = (blobs: BlobStore): BlobStore =>
  overriding(blobs, {
    stage: async (id, position) => {
      requireDisk();
      return blobs.stage(id, position);
    },
    putBytes: async (key, pieces) => {
      requireDisk();
      return blobs.putBytes(key, pieces);
    },
  });

describe.each([
  { name: 'read-only', databaseCode: 'SQLITE_IOERR_WRITE', blobCode: 'EROFS', refused: [503, 'unavailable'] },
  { name: 'full', databaseCode: 'SQLITE_FULL', blobCode: 'ENOSPC', refused: [502, 'storage_failure'] },
])('on a file system that is $name', ({ databaseCode, blobCode, refused }) => {
  let drive: Drive;
  let user: TestUser;
  let session: TestSession;
  let paths: string[];
  let reserved: Reservation;
  beforeAll(async () => {
    code = undefined;
    drive = await startDrive({ database: failingDatabase, blobs: failingBlobs });
    user = await drive.createUser({ isAdmin: true });
    session = await drive.signIn(user);
    const folder = await addFolder(drive, user, 'folder');
    const file = await addFile(drive, user, 'file.txt', someBytes(1000), folder);
    reserved = await reserveUpload(drive, user, { bytes: 10 });
    const json = async (path: string, init = {}): Promise<Record<string, string>> =>
      (await (await drive.fetch(path, { key: user.key, ...init })).json()) as Record<string, string>;
    const share = await json(`/api/files/${file}/share`, { method: 'POST', json: {} });
    const shared = await json(`/api/files/${folder}/share`, { method: 'POST', json: {} });
    const webhook = await json('/api/webhooks', {
      method: 'POST',
      json: { url: 'https://example.com/hook', events: ['file.uploaded'] },
    });
    const { downloadUrl } = await json(`/api/files/${file}/download-url`);
    paths = [
      ...Object.values(endpoints as Record<string, EndpointShape>)
        .filter(({ method, path, transport }) => method === 'GET' && !path.includes('{') && transport === undefined)
        // What begins an operation writes.
        .filter(({ responses }) => !('202' in responses))
        .map(({ path }) => path),
      `/api/files/${file}`,
      `/api/files/${file}/download-url`,
      `/api/files/${file}/share`,
      `/api/files?parentId=${folder}`,
      `/api/webhooks/${webhook['id']}`,
      `/api/uploads/${reserved.sessionId}/status`,
      `/api/public/share/${share['shareToken']}`,
      `/api/public/share/${share['shareToken']}/download-url`,
      `/api/public/share/${shared['shareToken']}`,
      `/share/${share['shareToken']}`,
      `/share/${shared['shareToken']}`,
      '/',
      '/login',
      '/healthz',
      '/readyz',
      downloadUrl ?? '',
    ];
  });
  beforeEach(() => {
    code = undefined;
    drive.logged.length = 0;
  });
  afterAll(() => {
    code = undefined;
    return drive.close();
  });

  it('[P-513] every GET answers as before', async () => {
    const read = async (): Promise<Record<string, number>> => {
      const statuses: Record<string, number> = {};
      for (const path of paths)
        for (const [who, init] of Object.entries({ key: { key: user.key }, session: { session } })) {
          const answer = await drive.fetch(path, { ...init, headers: { 'user-agent': 'Mozilla/5.0' } });
          await answer.arrayBuffer();
          statuses[`${who} ${path}`] = answer.status;
        }
      return statuses;
    };
    const before = await read();
    code = databaseCode;
    expect(await read()).toEqual(before);
    expect(Object.values(before).filter((status) => status === 200).length).toBeGreaterThan(paths.length);
  });

  it('[P-514] a write is refused with its own code, and succeeds once the disk accepts writes', async () => {
    const createFolder = (): Promise<Response> =>
      drive.fetch('/api/files/folders', { method: 'POST', key: user.key, json: { name: `new ${databaseCode}` } });
    const signIn = (): Promise<Response> =>
      drive.fetch('/api/auth/login', { method: 'POST', json: { email: user.email, password: user.password } });
    code = databaseCode;
    for (const write of [createFolder, signIn]) {
      const answer = await write();
      expect(answer.headers.has('retry-after')).toBe(refused[0] === 503);
      expect(await refusalOf(answer)).toEqual(refused);
    }
    code = undefined;
    expect((await createFolder()).status).toBe(201);
    expect((await signIn()).status).toBe(200);
  });

  it('new bytes are refused with the same code, and accepted once the disk accepts writes', async () => {
    const put = (): Promise<Response> =>
      fetch(reserved.uploadUrl, { method: 'PUT', body: someBytes(10) as Uint8Array<ArrayBuffer> });
    code = blobCode;
    expect(await refusalOf(await put())).toEqual(refused);
    code = undefined;
    expect((await put()).status).toBe(200);
  });

  it('jobs wait, and run once the disk accepts writes', async () => {
    const file = await addFile(drive, user, `gone ${databaseCode}`, someBytes(10));
    await drive.fetch(`/api/files/${file}`, { method: 'DELETE', key: user.key });
    await drive.fetch(`/api/files/${file}/permanent`, { method: 'DELETE', key: user.key });
    const { blobs } = await listBlobs(drive);
    code = databaseCode;
    await expect(drive.jobs.drain()).rejects.toMatchObject({ code: databaseCode });
    code = undefined;
    await drive.drain();
    expect((await listBlobs(drive)).blobs).toHaveLength(blobs.length - 1);
  });
});
