import { beforeEach, describe, expect, it } from 'vitest';
import { davApi, type DavApi } from '../../../test/api/dav-api.ts';
import { treeApi, type TreeApi } from '../../../test/api/tree-api.ts';
import { listBlobs, readStored, readUsage, sha256, someBytes } from '../../../test/api/uploads.ts';
import { startDrive } from '../../../test/drive.ts';
import { overriding } from '../../../test/overriding.ts';
import { driveForEachTest, drive, user } from '../../../test/use-drive.ts';
import type { Database, Reader } from '../../platform/db/index.ts';

let dav: DavApi;
let tree: TreeApi;
/** Runs once after the next transaction for which it is true. */
let afterWrite:
  | { readonly that: (reader: Reader) => Promise<boolean>; readonly run: () => Promise<unknown> }
  | undefined;

const watching = (database: Database): Database =>
  overriding(database, {
    write: async (work, options) => {
      const result = await database.write(work, options);
      if (afterWrite !== undefined && (await afterWrite.that(database.reader))) {
        const { run } = afterWrite;
        afterWrite = undefined;
        await run();
      }
      return result;
    },
  });

driveForEachTest(() => startDrive({ database: watching }));
beforeEach(() => {
  afterWrite = undefined;
  dav = davApi(drive, user);
  tree = treeApi(drive, user);
});

describe('copying', () => {
  it('[P-680] shares the bytes with the original, and outlives it', async () => {
    const bytes = someBytes(700_000);
    await dav.put('/a', bytes, { 'x-oc-mtime': '1500000000', 'content-type': 'image/x-test' });
    expect(await dav.transfer('COPY', '/a', '/b')).toBe(201);
    const { files } = (await tree.call('GET', '/api/files')).body;
    expect(files[1]).toMatchObject({ name: 'b', mimeType: 'image/x-test', modifiedAt: '2017-07-14T02:40:00.000Z' });
    expect((await listBlobs(drive)).blobs).toHaveLength(1);
    await tree.trash(files[0].id);
    await tree.purge(files[0].id);
    await drive.drain();
    expect(await readStored(drive, files[1].id)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
    expect(await readUsage(drive)).toEqual({ stored: 700_000, reserved: 0 });
  });

  it('includes the content of a folder, or the folder alone', async () => {
    await dav.call('MKCOL', '/f');
    await dav.call('MKCOL', '/f/g');
    await dav.put('/f/g/x', 'x');
    await dav.put('/f/empty', '');
    expect(await dav.transfer('COPY', '/f', '/all')).toBe(201);
    expect(await dav.members('/all')).toEqual(['/dav/all/g/', '/dav/all/empty']);
    expect(await dav.read('/all/g/x')).toBe('x');
    expect(await dav.transfer('COPY', '/f', '/alone', { depth: '0' })).toBe(201);
    expect(await dav.members('/alone')).toEqual([]);
  });

  it('over a folder trashes the target; over a file it replaces the content', async () => {
    await dav.put('/a', 'a');
    await dav.put('/b', 'b');
    await dav.call('MKCOL', '/f');
    await dav.put('/f/old', 'old');
    const idOf = async (name: string): Promise<string> =>
      (await tree.call('GET', `/api/files/by-path?path=/${name}`)).body.id;
    const id = await idOf('b');
    expect(await dav.transfer('COPY', '/a', '/b', { overwrite: 'F' })).toBe(412);
    expect(await dav.transfer('COPY', '/a', '/b')).toBe(204);
    expect([await dav.read('/b'), await idOf('b')]).toEqual(['a', id]);
    expect(await dav.transfer('COPY', '/a', '/f')).toBe(204);
    expect(await dav.read('/f')).toBe('a');
    expect(await tree.trashed(true)).toEqual(['f', 'old']);
  });

  it('[P-432] is refused into itself, to a missing folder and over the quota, and then leaves nothing', async () => {
    await dav.call('MKCOL', '/f');
    await dav.put('/f/a', 'a'.repeat(100));
    expect(await dav.transfer('COPY', '/f', '/f/g')).toBe(403);
    expect(await dav.transfer('COPY', '/f', '/')).toBe(403);
    expect(await dav.transfer('COPY', '/f', '/f')).toBe(403);
    expect(await dav.transfer('COPY', '/missing', '/x')).toBe(404);
    expect(await dav.transfer('COPY', '/f/a', '/missing/x')).toBe(409);
    await drive.app.accounts.directory.change('console', { email: user.email }, { quotaBytes: 150 });
    expect(await dav.transfer('COPY', '/f/a', '/b')).toBe(507);
    expect(await dav.transfer('COPY', '/f', '/g')).toBe(507);
    expect(await tree.names()).toEqual(['f']);
    expect(await readUsage(drive)).toEqual({ stored: 100, reserved: 0 });
    expect((await listBlobs(drive)).staged).toEqual([]);
  });
});

describe('a quarantined file', () => {
  it('[P-433] is not copied, neither alone nor with its folder', async () => {
    await dav.call('MKCOL', '/f');
    await dav.put('/f/a', 'a');
    const { id } = (await tree.call('GET', '/api/files/by-path?path=/f/a')).body;
    const admin = await drive.createUser({ isAdmin: true });
    const json = { quarantined: true, reason: 'x' };
    await drive.fetch(`/api/admin/files/${id}/quarantine`, { method: 'POST', key: admin.key, json });
    expect(await dav.transfer('COPY', '/f/a', '/b')).toBe(403);
    await dav.call('MKCOL', '/f/sub');
    await dav.put('/f/sub/b', 'b');
    await dav.put('/f/z', 'z');
    const destination = `${drive.url}/dav/g`;
    const copied = await dav.call('COPY', '/f', { headers: { destination } });
    expect(copied.status).toBe(207);
    expect(copied.body).toContain(
      '<D:response><D:href>/dav/f/a</D:href><D:status>HTTP/1.1 403 Forbidden</D:status></D:response>',
    );
    expect(copied.body.match(/<D:response>/g)).toHaveLength(1);
    expect((await dav.members('/g')).toSorted()).toEqual(['/dav/g/sub/', '/dav/g/z']);
    expect(await dav.read('/g/sub/b')).toBe('b');
    expect((await listBlobs(drive)).blobs).toHaveLength(3);
  });
});

describe('a folder with members that cannot be copied', () => {
  it('needs no quota for those in quarantine', async () => {
    await dav.call('MKCOL', '/f');
    await dav.put('/f/held', 'x'.repeat(100));
    await dav.put('/f/free', 'y'.repeat(20));
    const { id } = (await tree.call('GET', '/api/files/by-path?path=/f/held')).body;
    const admin = await drive.createUser({ isAdmin: true });
    const json = { quarantined: true, reason: 'x' };
    await drive.fetch(`/api/admin/files/${id}/quarantine`, { method: 'POST', key: admin.key, json });
    const allow = (quotaBytes: number) =>
      drive.app.accounts.directory.change('console', { email: user.email }, { quotaBytes });
    await allow(139);
    expect(await dav.transfer('COPY', '/f', '/g')).toBe(507);
    await allow(140);
    expect(await dav.transfer('COPY', '/f', '/g')).toBe(207);
    expect(await dav.members('/g')).toEqual(['/dav/g/free']);
  });
});

const sorted = (statuses: readonly number[]): number[] => statuses.toSorted((a, b) => a - b);

describe('concurrent requests', () => {
  it('for one name leave one file with one of the contents, and exact usage', async () => {
    const contents = Array.from({ length: 12 }, (_, index) => `content ${index}`.padEnd(20 + index, '.'));
    const statuses = await Promise.all(contents.map((content) => dav.put('/same', content)));
    expect(sorted(statuses)).toEqual([201, ...Array.from({ length: 11 }, () => 204)]);
    expect(contents).toContain(await dav.read('/same'));
    expect(await tree.names()).toEqual(['same']);
    expect((await readUsage(drive)).reserved).toBe(0);
  });

  it('that create, move and delete the same items leave no trace of the failed ones', async () => {
    await dav.call('MKCOL', '/f');
    const results = await Promise.all([
      ...Array.from({ length: 6 }, () => dav.call('MKCOL', '/f/same').then(({ status }) => status)),
      ...Array.from({ length: 6 }, (_, index) => dav.put(`/f/${index}`, 'x')),
    ]);
    expect(sorted(results.slice(0, 6))).toEqual([201, 405, 405, 405, 405, 405]);
    const moves = await Promise.all(
      Array.from({ length: 6 }, (_, index) => dav.transfer('MOVE', `/f/${index}`, '/target', { overwrite: 'F' })),
    );
    expect(sorted(moves)).toEqual([201, 412, 412, 412, 412, 412]);
    expect((await dav.members('/f')).length).toBe(6);
  });
});

describe('a copy of a folder', () => {
  it('ends once the account of who copies is suspended', async () => {
    await dav.call('MKCOL', '/f');
    for (const name of ['a', 'b', 'c']) await dav.put(`/f/${name}`, name);
    const countCopies = async (reader: Reader): Promise<number> =>
      (await reader.selectFrom('items').select('row_id').where('name', 'in', ['a', 'b', 'c']).execute()).length - 3;
    afterWrite = {
      that: async (reader) => (await countCopies(reader)) === 1,
      run: () =>
        drive.database.write((tx) =>
          tx.updateTable('users').set({ suspended_at: 1 }).where('row_id', '=', user.userId).execute(),
        ),
    };
    expect(await dav.transfer('COPY', '/f', '/g')).toBe(403);
    expect(await countCopies(drive.database.reader)).toBe(1);
  });
});

describe('a folder that is deleted during a copy into it', () => {
  it('receives no more items, and none of them is stored elsewhere', async () => {
    await dav.call('MKCOL', '/f');
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await dav.put(`/f/${name}`, name);
    const copying = dav.transfer('COPY', '/f', '/copy');
    let deleted = 404;
    while (deleted === 404) deleted = (await dav.call('DELETE', '/copy')).status;
    expect(deleted).toBe(204);
    expect([201, 409]).toContain(await copying);
    expect(await tree.names()).toEqual(['f']);
  });
});

describe('an interrupted body', () => {
  it('leaves the file unchanged and nothing behind', async () => {
    const { openRequest } = await import('../../../test/network/raw-request.ts');
    await dav.put('/a', 'before');
    for (const headers of [{ 'content-length': 1000 }, { 'transfer-encoding': 'chunked' }] as const) {
      const request = await openRequest(`${drive.url}/dav/a`, 'PUT', {
        authorization: `Bearer ${user.key}`,
        ...headers,
      });
      await request.send('content-length' in headers ? 'half' : '4\r\nhalf\r\n');
      request.cut();
      await request.closed;
      await drive.app.idle();
    }
    expect(await dav.read('/a')).toBe('before');
    expect(await readUsage(drive)).toEqual({ stored: 6, reserved: 0 });
    expect((await listBlobs(drive)).staged).toEqual([]);
  });
});
