import type { CopyResult, Operation } from '@drive/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { listBlobs, putBytes, readStored, reserveUpload, sha256, someBytes } from '../../../../test/api/uploads.ts';
import { readBlobKeys, readTallies } from '../../../../test/tree/tree-tallies.ts';
import { driveForEachTest, drive, user } from '../../../../test/use-drive.ts';

let tree: TreeApi;
driveForEachTest();
beforeEach(() => {
  tree = treeApi(drive, user);
});

const copy = (json: unknown) => tree.call('POST', '/api/files/copy', json);
const copied = async (json: unknown): Promise<CopyResult> => {
  const { status, body } = await copy(json);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as CopyResult;
};
const toRoot = (...ids: string[]) => ({ ids, copyToRoot: true });
const blobCount = async (): Promise<number> => (await listBlobs(drive)).blobs.length;
const codesOf = ({ body }: { readonly body: any }) => body.failed.map(({ code }: { code: string }) => code);
const upload = async (name: string, bytes: Buffer, more: Partial<Parameters<typeof reserveUpload>[2]> = {}) => {
  const reservation = await reserveUpload(drive, user, { name, bytes: bytes.length, ...more });
  return ((await putBytes(reservation, bytes)) as { fileId: string }).fileId;
};
async function expectNothingLeft(): Promise<void> {
  const { kept, counted } = await readTallies(drive.database);
  expect(kept).toEqual(counted);
  expect(await readBlobKeys(drive.database, drive.blobs)).toEqual({ stray: [], missing: [] });
}
const allow = (limits: { quotaBytes?: number }) =>
  drive.app.accounts.directory.change('console', { email: user.email }, limits);

describe('a copy of a file', () => {
  it('[P-681] needs no bytes, counts in full, and gets the next free name', async () => {
    const bytes = someBytes(200_000);
    const id = await upload('a.txt', bytes);
    const first = await copied(toRoot(id));
    expect(first.copied).toMatchObject([{ name: 'a (1).txt', size: 200_000, parentId: null, downloadCount: 0 }]);
    expect((await copied(toRoot(first.copied[0]!.id))).copied).toMatchObject([{ name: 'a (1) (1).txt' }]);
    expect(await blobCount()).toBe(1);
    expect((await tree.usage()).usedBytes).toBe(600_000);
    for (const each of [id, first.copied[0]!.id])
      expect(await readStored(drive, each)).toEqual({ said: sha256(bytes), found: sha256(bytes) });
    await expectNothingLeft();
  });

  it('[P-682] keeps its content until the last of all that have it is purged', async () => {
    const id = await tree.file('a');
    const ids = [id];
    for (let n = 0; n < 3; n += 1) ids.push((await copied(toRoot(id))).copied[0]!.id);
    for (const [index, each] of ids.entries()) {
      expect(await blobCount()).toBe(1);
      await tree.trash(each);
      await tree.purge(each);
      await drive.drain();
      expect((await tree.usage()).usedBytes).toBe(10 * (3 - index));
    }
    expect(await blobCount()).toBe(0);
    await expectNothingLeft();
  });

  it('[P-683] is not changed by a new content of the original, nor by the restoring of a version', async () => {
    const [old, fresh] = [someBytes(500), someBytes(300)];
    const id = await upload('a.bin', old);
    const { id: other } = (await copied(toRoot(id))).copied[0]!;
    await upload('a.bin', fresh, { onConflict: 'replace' });
    expect((await readStored(drive, other))?.found).toBe(sha256(old));
    expect((await readStored(drive, id))?.found).toBe(sha256(fresh));
    expect(await blobCount()).toBe(2);
    // The version shares its content with the copy.
    await tree.trash(other);
    await tree.purge(other);
    await drive.drain();
    expect(await blobCount()).toBe(2);
    const { body } = await tree.call('GET', `/api/files/${id}/versions`);
    await tree.call('POST', `/api/files/${id}/versions/${body.versions[0].version}/restore`);
    expect((await readStored(drive, id))?.found).toBe(sha256(old));
    await expectNothingLeft();
  });

  it('has the thumbnail of the original, made once, also if it is made afterwards', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const id = await upload('a.png', png, { type: 'image/png' });
    const { id: before } = (await copied(toRoot(id))).copied[0]!;
    await drive.drain();
    const { id: after } = (await copied(toRoot(id))).copied[0]!;
    for (const each of [id, before, after]) expect((await tree.get(each)).previewUrl).not.toBeNull();
    expect(await blobCount()).toBe(2);
    await tree.trash(id, before, after);
    await tree.call('DELETE', '/api/files/trash');
    await drive.drain();
    expect(await blobCount()).toBe(0);
  });

  it('[P-684] of a quarantined file is refused', async () => {
    const id = await tree.file('a');
    const folder = await tree.folder('f');
    await tree.file('free', { in: folder });
    const held = await tree.file('held', { in: folder });
    const admin = await drive.createUser({ isAdmin: true });
    const json = { quarantined: true, reason: 'x' };
    for (const each of [id, held])
      await drive.fetch(`/api/admin/files/${each}/quarantine`, { method: 'POST', key: admin.key, json });
    const refused = await copy(toRoot(id, folder));
    expect([refused.status, codesOf(refused)]).toEqual([207, ['file_quarantined', 'file_quarantined']]);
    expect(refused.body.failed).toMatchObject([{ id }, { id: held }]);
    expect(await tree.names(refused.body.copied[0].id)).toEqual(['free']);
    await expectNothingLeft();
  });

  it('fails alone for an unknown, trashed or foreign item, and for a folder into itself', async () => {
    const outer = await tree.folder('outer');
    const inner = await tree.folder('inner', outer);
    const trashed = await tree.file('t');
    await tree.trash(trashed);
    const foreign = await treeApi(drive, await drive.createUser()).file('x');
    const fine = await tree.file('fine');
    const answer = await copy({ ids: [trashed, foreign, outer, fine, fine], parentId: inner });
    expect([answer.status, codesOf(answer)]).toEqual([207, ['file_not_found', 'file_not_found', 'folder_cycle']]);
    expect(answer.body.copied).toMatchObject([{ name: 'fine', parentId: inner }]);
    expect(await copy({ ids: [fine], parentId: trashed })).toMatchObject({
      status: 404,
      body: { code: 'folder_not_found' },
    });
    for (const wrong of [{ ids: [fine] }, { ids: [], copyToRoot: true }, { ...toRoot(fine), parentId: inner }])
      expect(await copy(wrong)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

describe('a copy of a folder', () => {
  it('has everything alive in it, and the sums and counts of all folders stay right', async () => {
    const top = await tree.folder('top');
    const inner = await tree.folder('inner', top);
    await tree.folder('empty', inner);
    await tree.file('a', { in: inner, bytes: 30 });
    await tree.file('b', { in: top, bytes: 5 });
    await tree.trash(await tree.file('gone', { in: top }));
    const { copied: made } = await copied({ ids: [top], parentId: top === inner ? null : await tree.folder('to') });
    expect(made).toMatchObject([{ name: 'top', type: 'folder' }]);
    expect(await tree.names(made[0]!.id)).toEqual(['inner', 'b']);
    expect(await tree.get(made[0]!.id)).toMatchObject({ size: 35 });
    expect(await blobCount()).toBe(3);
    expect(await tree.found('a')).toEqual(['a', 'a']);
    await expectNothingLeft();
  });

  it('[P-685] is refused in full before anything is made if it exceeds the quota', async () => {
    const folder = await tree.folder('f');
    for (const name of ['a', 'b']) await tree.file(name, { in: folder, bytes: 40 });
    await allow({ quotaBytes: 159 });
    const answer = await copy(toRoot(folder));
    expect([answer.status, codesOf(answer)]).toEqual([207, ['storage_quota_exceeded']]);
    expect(await tree.names()).toEqual(['f']);
    await allow({ quotaBytes: 160 });
    await copied(toRoot(folder));
    expect((await tree.usage()).usedBytes).toBe(160);
    await expectNothingLeft();
  });
});

describe('a copy of more than 1,000 items', () => {
  async function manyItems(count: number): Promise<string> {
    const top = await tree.folder('many');
    let folder = top;
    for (let made = 1; made < count; made += 1) {
      if (made % 400 === 0) folder = await tree.folder(`below ${made}`, top);
      else {
        const child = await tree.call('POST', '/api/files/folders', { name: `${made}`, parentId: folder });
        expect(child.status).toBe(201);
      }
    }
    await tree.file('file', { in: folder });
    return top;
  }
  const operation = async (id: string): Promise<Operation> => (await tree.call('GET', `/api/operations/${id}`)).body;
  const start = async (id: string): Promise<string> => {
    const { status, body } = await copy(toRoot(id));
    expect(status).toBe(202);
    return body.operationId;
  };

  it('[P-686] is an operation, which another process continues, and which can be cancelled', async () => {
    const many = await manyItems(1001);
    const id = await start(many);
    expect(await operation(id)).toEqual({ id, kind: 'copy', status: 'running', done: 0, total: 1002, result: null });
    await drive.restart();
    await drive.drain();
    const done = await operation(id);
    expect(done).toMatchObject({ status: 'complete', done: 1002, total: 1002, result: { failed: [] } });
    const { copied } = done.result as CopyResult;
    expect(copied).toMatchObject([{ name: 'many (1)', size: 10 }]);
    expect(await tree.names(copied[0]!.id)).toEqual(await tree.names(many));
    await expectNothingLeft();

    const other = treeApi(drive, await drive.createUser());
    for (const method of ['GET', 'DELETE'])
      expect(await other.call(method, `/api/operations/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'operation_not_found' },
      });
    const second = await start(many);
    expect((await tree.call('DELETE', `/api/operations/${second}`)).status).toBe(204);
    await drive.drain();
    expect((await tree.call('GET', `/api/operations/${second}`)).status).toBe(404);
    expect(await tree.names()).toEqual(['many', 'many (1)']);
    await expectNothingLeft();

    const three = [await start(many), await start(many), await start(many)];
    expect(await copy(toRoot(many))).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    for (const each of three) await tree.call('DELETE', `/api/operations/${each}`);
    await drive.drain();
    expect(await tree.names()).toEqual(['many', 'many (1)']);
    await expectNothingLeft();

    // A key for one folder does not learn by it how much is outside.
    const { rawKey } = (await tree.call('POST', '/api/me/api-keys', { folderId: await tree.folder('K') })).body;
    const outside = await drive.fetch('/api/files/copy', { method: 'POST', key: rawKey, json: toRoot(many) });
    expect([outside.status, codesOf({ body: await outside.json() })]).toEqual([207, ['file_not_found']]);
  });
});
