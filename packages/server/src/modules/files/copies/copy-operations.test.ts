import { hourMs } from '@drive/base';
import type { CopyResult, Operation } from '@drive/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { overriding } from '../../../../test/overriding.ts';
import { readBlobKeys, readTallies } from '../../../../test/tree/tree-tallies.ts';
import { driveForEachTest, drive, user } from '../../../../test/use-drive.ts';
import type { Database, Reader } from '../../../platform/db/index.ts';

/** The next transaction for whose outcome it is true is undone, as if its server had been killed before the commit. */
let kills: ((outcome: Reader) => Promise<boolean>) | undefined;

const killing = (database: Database): Database =>
  overriding(database, {
    write: (work, options) =>
      database.write(async (tx) => {
        const result = await work(tx);
        if (kills !== undefined && (await kills(tx))) {
          kills = undefined;
          throw new Error('killed');
        }
        return result;
      }, options),
  });

async function count(reader: Reader, table: 'items' | 'operation_folders'): Promise<number> {
  const row = await reader
    .selectFrom(table)
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
const countItems = (): Promise<number> => count(drive.database.reader, 'items');

let tree: TreeApi;
driveForEachTest(() => startDrive({ database: killing }));
beforeEach(() => {
  kills = undefined;
  tree = treeApi(drive, user);
});

/** 1,037 items: a folder with 45 folders of 22 folders each, and a file. */
async function manyItems(): Promise<string> {
  const many = await tree.folder('many');
  const first = await tree.folder('some', many);
  for (let name = 0; name < 22; name += 1) await tree.folder(`${name}`, first);
  for (let copies = 1; copies < 45; copies += 1)
    expect((await tree.call('POST', '/api/files/copy', { ids: [first], parentId: many })).status).toBe(200);
  await tree.file('file', { in: many });
  return many;
}

async function start(id: string): Promise<string> {
  const { status, body } = await tree.call('POST', '/api/files/copy', { ids: [id], copyToRoot: true });
  expect(status).toBe(202);
  return body.operationId;
}

const find = async (id: string): Promise<Operation> => (await tree.call('GET', `/api/operations/${id}`)).body;

/** Works on the operations until a server is killed. */
async function workUntil(killed: NonNullable<typeof kills>, server: Drive = drive): Promise<void> {
  kills = killed;
  await server.drain();
  expect(kills).toBeUndefined();
  // The job is tried again.
  drive.clock.advance(hourMs);
}
const hasItems = (items: number) => async (outcome: Reader) => (await count(outcome, 'items')) > items;

describe('a copy of more than 1,000 items', () => {
  it('goes on where it was, on another server, when servers are killed in the middle of its steps', async () => {
    const many = await manyItems();
    const before = await countItems();
    const id = await start(many);
    const servers = drive.database.dialect === 'postgres' ? [drive, await drive.startAnother()] : [drive];
    for (const [turn, done] of [0, 1, 300, 301, 1035].entries())
      await workUntil(hasItems(before + done), servers[turn % servers.length]);
    expect((await find(id)).status).toBe('running');
    await drive.drain();
    const { status, done, total, result } = await find(id);
    expect({ status, done, total }).toEqual({ status: 'complete', done: 1037, total: 1037 });
    expect(await countItems()).toBe(before + 1037);
    const copy = (result as CopyResult).copied[0]!;
    expect((await tree.names(copy.id)).toSorted()).toEqual((await tree.names(many)).toSorted());
    expect(copy.size).toBe(10);
    const { kept, counted } = await readTallies(drive.database);
    expect(kept).toEqual(counted);
    expect(await readBlobKeys(drive.database, drive.blobs)).toEqual({ stray: [], missing: [] });
  });

  it('which is trashed while it is made is a failure of its original, also if it is restored too late', async () => {
    const many = await manyItems();
    const failed = [{ id: many, status: 409, code: 'item_trashed', message: expect.any(String) }];
    const startAndTrash = async () => {
      const id = await start(many);
      await workUntil(hasItems((await countItems()) + 300));
      const { body } = await tree.call('GET', '/api/files/by-path?path=/many (1)');
      await tree.trash(body.id);
      return { id, copyId: body.id as string };
    };
    const first = await startAndTrash();
    await drive.drain();
    expect(await find(first.id)).toMatchObject({ status: 'complete', result: { copied: [], failed } });

    const second = await startAndTrash();
    const pending = await count(drive.database.reader, 'operation_folders');
    await workUntil(async (outcome) => (await count(outcome, 'operation_folders')) < pending - 1);
    await tree.restore(second.copyId);
    await drive.drain();
    const { result } = await find(second.id);
    expect(result).toEqual({ copied: [expect.objectContaining({ id: second.copyId })], failed });
  });

  it('ends once the account of who copies is suspended', async () => {
    const suspend = (at: number | null) =>
      drive.database.write((tx) =>
        tx.updateTable('users').set({ suspended_at: at }).where('row_id', '=', user.userId).execute(),
      );
    const [many, file] = [await manyItems(), await tree.file('single')];
    const before = await countItems();
    const { body } = await tree.call('POST', '/api/files/copy', { ids: [many, file], copyToRoot: true });
    await workUntil(hasItems(before + 300));
    await suspend(drive.clock.now());
    await drive.drain();
    await suspend(null);
    const failed = [many, file].map((id) => expect.objectContaining({ id, code: 'access_denied' }));
    expect(await find(body.operationId)).toMatchObject({ status: 'complete', result: { copied: [], failed } });
    expect((await tree.names()).toSorted()).toEqual(['many', 'single']);
    const { kept, counted } = await readTallies(drive.database);
    expect(kept).toEqual(counted);
  });

  it('into a folder of others goes to the trash of their tree when it is canceled', async () => {
    const owner = treeApi(drive, await drive.createUser());
    const target = await owner.folder('target');
    const grants = [{ email: user.email, role: 'contributor' }];
    await owner.call('POST', `/api/files/${target}/access`, { grants, notify: false });
    const many = await manyItems();
    const json = { ids: [await tree.file('first'), many], parentId: target };
    const { body } = await tree.call('POST', '/api/files/copy', json);
    await workUntil(hasItems((await countItems()) + 300));
    const { body: copies } = await owner.call('GET', `/api/files?parentId=${target}`);
    const [folder] = copies.files;
    const added = await owner.file('of the owner', { in: folder.id });
    expect((await tree.call('DELETE', `/api/operations/${body.operationId}`)).status).toBe(204);
    await drive.drain();
    expect(await owner.names(target)).toEqual([]);
    expect(await owner.trashed(true)).toEqual(expect.arrayContaining(['first', 'many', 'of the owner']));
    expect((await owner.restore(folder.id)).status).toBe(200);
    expect((await owner.get(added)).name).toBe('of the owner');
    const { kept, counted } = await readTallies(drive.database);
    expect(kept).toEqual(counted);
  });
});
