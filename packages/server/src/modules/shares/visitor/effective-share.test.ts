import { randomInt } from 'node:crypto';
import type { Item, ShareMode } from '@drive/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { startDrive, type Drive } from '../../../../test/drive.ts';
import { sharedApi, type SharedApi } from '../../../../test/shared.ts';
import { multiShares } from '../../files/items/share-columns-store.ts';

let drive: Drive;
let mine: SharedApi;
let folder: string;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.close());
beforeEach(async () => {
  mine = sharedApi(drive, await drive.createUser());
  folder = await mine.folder('folder');
});

type Told = Pick<Item, 'shareMode' | 'shareToken'>;
const told = ({ shareMode, shareToken }: Item): Told => ({ shareMode, shareToken });
const filesOf = async (path: string): Promise<Item[]> => {
  const { body } = await mine.call('GET', path);
  return (body.files ?? body) as Item[];
};

/** The share fields of every response that contains the file. */
async function toldOf(id: string): Promise<readonly Told[]> {
  const item = await mine.get(id);
  const { name } = item;
  const inList = async (path: string) => (await filesOf(path)).filter((each) => each.id === id);
  const path = (await mine.call('GET', `/api/files/${id}/path`)).body as Item[];
  const renamed = (await mine.patch(id, { name: `${name}x` })).body as Item;
  const moved = (await mine.patch(id, { moveToRoot: true })).body as Item;
  const movedBack = (await mine.call('PATCH', '/api/files/move', { ids: [id], parentId: folder })).body as {
    moved: Item[];
  };
  await mine.trash(id);
  const inTrash = await inList('/api/files/trash');
  const restored = (await mine.restore(id)).body as Item;
  await mine.patch(id, { name });
  const all = [
    item,
    ...(await inList(`/api/files?parentId=${folder}`)),
    ...(await inList(`/api/files?q=${name}`)),
    (await mine.call('GET', `/api/files/by-path?path=/folder/${name}`)).body as Item,
    path.at(-1) as Item,
    renamed,
    moved,
    ...movedBack.moved,
    ...inTrash,
    restored,
  ];
  expect(all.length).toBe(10);
  return all.map(told);
}

describe('the share of an item', () => {
  test('[P-12] is the same in every response: the most open mode, and the token of its own share or of the newest multi-share', async () => {
    const [a, b] = [await mine.file('a.txt', { in: folder }), await mine.file('b.txt', { in: folder })];
    const expectAll = async (id: string, expected: Told) =>
      expect(new Set((await toldOf(id)).map((each) => JSON.stringify(each)))).toEqual(
        new Set([JSON.stringify(expected)]),
      );
    await expectAll(a, { shareMode: 'PRIVATE', shareToken: null });
    const older = await mine.shareTogether([a, b], { shareMode: 'PUBLIC' });
    await expectAll(a, { shareMode: 'PUBLIC', shareToken: older });
    const newer = await mine.shareTogether([a, b]);
    await expectAll(a, { shareMode: 'PUBLIC', shareToken: newer });
    const { shareToken } = await mine.shareFile(a);
    await expectAll(a, { shareMode: 'PUBLIC', shareToken });
    await expectAll(b, { shareMode: 'PUBLIC', shareToken: newer });
    await mine.call('DELETE', `/api/shares/${older}`);
    await expectAll(a, { shareMode: 'SHARED', shareToken });
    await mine.call('PATCH', `/api/shares/${newer}`, { shareMode: 'PRIVATE' });
    await expectAll(b, { shareMode: 'PRIVATE', shareToken: newer });
  });

  test('[P-13] stays correct after any sequence of changes', async () => {
    const ids = [
      await mine.file('a.txt', { in: folder }),
      await mine.file('b.txt', { in: folder }),
      await mine.file('c.txt', { in: folder }),
    ] as const;
    const own = new Map<string, { token: string; mode: ShareMode }>();
    let multi: { token: string; mode: ShareMode; files: Set<string> }[] = [];
    const modes = ['PRIVATE', 'SHARED', 'PUBLIC'] as const;
    const pick = <T>(of: readonly T[]): T => of[randomInt(of.length)] as T;
    const steps: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      const id = pick(ids);
      const mode = pick(modes);
      const share = multi.length === 0 ? undefined : pick(multi);
      const action = pick([
        'share',
        'set mode',
        'revoke',
        'together',
        'set mode of several',
        'revoke several',
      ] as const);
      steps.push(`${action} ${ids.indexOf(id)} ${mode}`);
      if (action === 'share') {
        const { shareToken, shareMode } = await mine.shareFile(id);
        own.set(id, { token: shareToken, mode: shareMode });
      } else if (action === 'set mode' && own.has(id)) {
        await mine.setMode(id, mode);
        own.set(id, { token: own.get(id)?.token ?? '', mode });
      } else if (action === 'revoke') {
        await mine.revoke(id);
        // Revoking removes a file without its own share from its newest multi-share.
        if (!own.delete(id)) multi.findLast(({ files }) => files.has(id))?.files.delete(id);
        multi = multi.filter(({ files }) => files.size > 0);
      } else if (action === 'together') {
        const files = ids.filter((each) => each !== id);
        multi.push({ token: await mine.shareTogether(files), mode: 'SHARED', files: new Set(files) });
      } else if (action === 'set mode of several' && share !== undefined) {
        await mine.call('PATCH', `/api/shares/${share.token}`, { shareMode: mode });
        share.mode = mode;
      } else if (action === 'revoke several' && share !== undefined) {
        await mine.call('DELETE', `/api/shares/${share.token}`);
        multi = multi.filter((each) => each !== share);
      }
      const items = await filesOf(`/api/files?parentId=${folder}&sort=name`);
      const expected = ids.map((each): Told => {
        const of = multi.filter(({ files }) => files.has(each));
        const all = [own.get(each), ...of].flatMap((one) => one?.mode ?? []);
        return {
          shareMode: modes.findLast((one) => all.includes(one)) ?? 'PRIVATE',
          shareToken: own.get(each)?.token ?? of.at(-1)?.token ?? null,
        };
      });
      expect({ steps, told: items.map(told) }).toEqual({ steps, told: expected });
    }
  });

  test('[P-14] of a folder is its own share', async () => {
    await mine.shareTogether([await mine.file('a', { in: folder }), await mine.file('b', { in: folder })]);
    expect(told(await mine.get(folder))).toEqual({ shareMode: 'PRIVATE', shareToken: null });
    const { shareToken } = await mine.shareFolder(folder);
    expect(told(await mine.get(folder))).toEqual({ shareMode: 'SHARED', shareToken });
  });

  test.skipIf(inject('databaseKind') !== 'sqlite')('is read along indexes in the query of its row', async () => {
    const { reader } = drive.database;
    const { rows } = await sql<{
      detail: string;
    }>`explain query plan select ${multiShares} from items as i where i.parent_id = 1`.execute(reader);
    const plan = rows.map(({ detail }) => detail);
    expect(plan.filter((line) => /\bf\b/.test(line))).toEqual([
      expect.stringContaining('USING COVERING INDEX share_files_item'),
      expect.stringContaining('USING COVERING INDEX share_files_item'),
    ]);
    expect(plan.filter((line) => line.startsWith('SCAN')).every((line) => line.startsWith('SCAN i'))).toBe(true);
  });
});

describe('the field listed of a share', () => {
  const listedOf = async (token: string): Promise<boolean> => {
    const { shares } = (await mine.call('GET', '/api/shares')).body;
    return shares.find((one: { shareToken: string }) => one.shareToken === token).listed;
  };

  test('[P-15] is returned by every operation: true if the share is PUBLIC and found by the search', async () => {
    const id = await mine.file('a.txt', { in: folder });
    const call = async (method: string, path: string, json: object): Promise<boolean> => {
      const { status, body } = await mine.call(method, `/api/files/${id}/share${path}`, json);
      expect(status).toBe(200);
      expect(body.listed).toBe(await listedOf(body.shareToken));
      return body.listed;
    };
    expect(await call('POST', '', {})).toBe(false);
    expect(await call('PATCH', '', { shareMode: 'PUBLIC' })).toBe(true);
    expect(await call('PATCH', '/password', { password: 'open sesame' })).toBe(false);
    expect(await call('PATCH', '/slug', { slug: 'a-slug-of-mine' })).toBe(false);
    expect(await call('PATCH', '/password', { password: null })).toBe(true);
    expect(await call('PATCH', '/expiry', { expiresInDays: 1 })).toBe(true);
    drive.clock.advance(2 * 24 * 3_600_000);
    expect(await call('PATCH', '/notify', { notifyOnDownload: true })).toBe(false);
    expect(await call('POST', '', { maxDownloads: 1 })).toBe(true);
    await mine.holdBack(id);
    expect(await call('PATCH', '', { shareMode: 'PUBLIC' })).toBe(false);
  });

  test('[P-16] follows the trash, also of an ancestor, for files, folders and multi-shares', async () => {
    const [file, inner] = [await mine.file('a', { in: folder }), await mine.folder('inner', folder)];
    const tokens = [
      (await mine.shareFile(file, { shareMode: 'PUBLIC' })).shareToken,
      (await mine.shareFolder(inner, { shareMode: 'PUBLIC' })).shareToken,
      await mine.shareTogether([file, await mine.file('b', { in: inner })], { shareMode: 'PUBLIC' }),
    ];
    const all = () => Promise.all(tokens.map(listedOf));
    expect(await all()).toEqual([true, true, true]);
    await mine.trash(file);
    expect(await all()).toEqual([false, true, true]);
    await mine.trash(folder);
    expect(await all()).toEqual([false, false, false]);
    await mine.restore(folder);
    expect(await all()).toEqual([false, true, true]);
  });

  test('[P-17] is returned for multi-shares, too', async () => {
    const fileIds = [await mine.file('a'), await mine.file('b')];
    for (const [json, listed] of [
      [{ shareMode: 'PUBLIC' }, true],
      [{ shareMode: 'PUBLIC', password: 'open sesame' }, false],
      [{}, false],
    ] as const)
      expect((await mine.call('POST', '/api/files/share-multi', { fileIds, ...json })).body).toMatchObject({ listed });
  });
});
