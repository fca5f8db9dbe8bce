import { dayMs } from '@drive/base';
import { afterEach, assert, describe, expect, test, vi } from 'vitest';
import { type TreeApi } from '../../../../test/api/tree-api.ts';
import { putBytes, reserveUpload } from '../../../../test/api/uploads.ts';
import { readBlobKeys, readPurging, readTallies } from '../../../../test/tree/tree-tallies.ts';
import { driveForAllTests, drive, user, mine as tree } from '../../../../test/use-drive.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = 8;
driveForAllTests();
afterEach(async () => {
  await drive.drain();
  const tallies = await readTallies(drive.database, user.userId);
  assert.deepEqual(tallies.kept, tallies.counted);
  assert.deepEqual(await readPurging(drive.database, user.userId), []);
  assert.deepEqual(await readBlobKeys(drive.database, drive.blobs), { stray: [], missing: [] });
});

/** `done`, or the error code. */
const outcome = async (answer: ReturnType<TreeApi['call']>): Promise<string> => {
  const { status, body } = await answer;
  return status < 300 ? 'done' : (body as { code: string }).code;
};
/** Runs all concurrently; the order of sending changes from round to round. */
async function atOnce(round: number, ...calls: (() => ReturnType<TreeApi['call']>)[]): Promise<string[]> {
  const order = calls.map((_, index) => (index + round) % calls.length);
  const sent = new Map(order.map((index) => [index, outcome(calls[index]!())]));
  return Promise.all(calls.map((_, index) => sent.get(index)!));
}
async function inRounds(run: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round++) await run(round);
}

const create = (name: string, parentId?: string) => () =>
  tree.call('POST', '/api/files/folders', { name, ...(parentId === undefined ? {} : { parentId }) });
const move = (id: string, parentId: string) => () => tree.patch(id, { parentId });
const rename = (id: string, name: string) => () => tree.patch(id, { name });
const trash = (id: string) => () => tree.call('DELETE', `/api/files/${id}`);
const restore = (id: string) => () => tree.restore(id);
const purge = (id: string) => () => tree.purge(id);
const empty = () => tree.call('DELETE', '/api/files/trash');
const isThere = async (id: string): Promise<boolean> => (await tree.call('GET', `/api/files/${id}`)).status === 200;
const folders = (round: number, ...names: string[]): Promise<string[]> =>
  Promise.all(names.map((name) => tree.folder(`${name}${round}`)));

describe('concurrent moves', () => {
  test.each([2, 3, 5])('in a ring of %i are refused as a cycle for one of them', (size) =>
    inRounds(async (round) => {
      const ring = await folders(round, ...Array.from({ length: size }, (_, index) => `ring${index} `));
      const outcomes = await atOnce(round, ...ring.map((id, index) => move(id, ring[(index + 1) % size]!)));
      expect(outcomes.toSorted()).toEqual([...Array.from({ length: size - 1 }, () => 'done'), 'folder_cycle']);
    }),
  );

  test('into one folder under one name are refused for one of them', () =>
    inRounds(async (round) => {
      const [to, a, b] = await folders(round, 'to', 'a', 'b');
      const sames = await Promise.all([tree.file('same', { in: a! }), tree.folder('same', b)]);
      expect((await atOnce(round, ...sames.map((id) => move(id, to!)))).toSorted()).toEqual(['done', 'name_conflict']);
      expect(await tree.names(to)).toEqual(['same']);
    }));

  test('of many items to two folders put each item into one', () =>
    inRounds(async (round) => {
      const places = await folders(round, 'left', 'right');
      const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => tree.file(`${round} ${index}`)));
      const outcomes = await Promise.all(
        places.map((parentId) => tree.call('PATCH', '/api/files/move', { ids, parentId })),
      );
      for (const { body } of outcomes) expect(body).toMatchObject({ failed: [] });
      const names = await Promise.all(places.map((id) => tree.names(id)));
      expect(names.flat().toSorted()).toEqual(ids.map((_, index) => `${round} ${index}`));
    }));

  test('of a file to several folders under different names end with folder and name of the same move', () =>
    inRounds(async (round) => {
      const places = await folders(round, 'x', 'y', 'z');
      const id = await tree.file(`moved${round}`);
      const ways = places.map((parentId) => () => tree.patch(id, { parentId, name: parentId.slice(0, 8) }));
      expect(await atOnce(round, ...ways)).toEqual(['done', 'done', 'done']);
      const { parentId, name } = await tree.get(id);
      expect(name).toBe(parentId!.slice(0, 8));
    }));
});

describe('of two concurrent requests for one name, one is refused:', () => {
  /** The number of successful calls of each round; every other was refused because of the name. */
  async function race(ways: (round: number) => Promise<(() => ReturnType<TreeApi['call']>)[]>): Promise<number[]> {
    const counts: number[] = [];
    await inRounds(async (round) => {
      const outcomes = await atOnce(round, ...(await ways(round)));
      const done = outcomes.filter((each) => each === 'done');
      expect(outcomes.toSorted()).toEqual([...done, ...outcomes.slice(done.length).map(() => 'name_conflict')]);
      counts.push(done.length);
    });
    return counts;
  }
  const always = Array.from({ length: rounds }, () => 1);

  test('a new folder and a rename', async () => {
    expect(
      await race(async (round) => [rename(await tree.file(`old${round}`), `new${round}`), create(`new${round}`)]),
    ).toEqual(always);
  });

  test('two renames', async () => {
    expect(
      await race(async (round) => (await folders(round, 'p', 'q')).map((id) => rename(id, `both${round}`))),
    ).toEqual(always);
  });

  test('new folders', async () => {
    expect(await race(async (round) => [1, 2, 3, 4].map(() => create(`many${round}`)))).toEqual(always);
  });

  test('a new folder and a restored item', async () => {
    expect(
      await race(async (round) => {
        const id = await tree.file(`back${round}`);
        await tree.trash(id);
        return [restore(id), create(`back${round}`)];
      }),
    ).toEqual(always);
  });

  test('a rename and a restored item', async () => {
    expect(
      await race(async (round) => {
        const id = await tree.folder(`again${round}`);
        await tree.trash(id);
        return [restore(id), rename(await tree.file(`other${round}`), `again${round}`)];
      }),
    ).toEqual(always);
  });

  test('two restored items', async () => {
    expect(
      await race(async (round) => {
        const ids: string[] = [];
        for (let copy = 0; copy < 2; copy++) {
          ids.push(await tree.file(`copy${round}`));
          await tree.trash(ids[copy]!);
        }
        return ids.map(restore);
      }),
    ).toEqual(always);
  });
});

describe('an upload that completes', () => {
  const upload = async (name: string, parentFolderId?: string) => {
    const wanted = { name, bytes: 3, ...(parentFolderId === undefined ? {} : { parentFolderId }) };
    const reservation = await reserveUpload(drive, user, wanted);
    return {
      id: reservation.fileId,
      finish: async () => ({ status: 200, body: await putBytes(reservation, Buffer.alloc(3)) }),
    };
  };

  test('under a contested name gets a number, and refuses no other request but for its own name', () =>
    inRounds(async (round) => {
      const name = `wanted${round}`;
      const trashed = await tree.file(name);
      await tree.trash(trashed);
      const uploads = await Promise.all([1, 2, 3].map(() => upload(name)));
      const [made, restored, ...finished] = await atOnce(
        round,
        create(name),
        restore(trashed),
        ...uploads.map(({ finish }) => finish),
      );
      expect(finished).toEqual(['done', 'done', 'done']);
      expect([made, restored].filter((each) => each === 'name_conflict').length).toBeGreaterThanOrEqual(1);
      const names = (await tree.names()).filter((each) => each.startsWith(name));
      expect(new Set(names).size).toBe(names.length);
      expect(names).toContain(name);
    }));

  test('while its folder is trashed is trashed with it or stored in the root', () =>
    inRounds(async (round) => {
      const [folder] = await folders(round, 'going');
      const { id, finish } = await upload(`late${round}`, folder);
      expect(await atOnce(round, finish, trash(folder!))).toEqual(['done', 'done']);
      if (await isThere(id)) expect((await tree.get(id)).parentId).toBeNull();
      await restore(folder!)();
      expect((await tree.get(id)).name).toBe(`late${round}`);
    }));

  test('while its folder is purged is stored in the root', () =>
    inRounds(async (round) => {
      const [folder] = await folders(round, 'gone');
      const { id, finish } = await upload(`last${round}`, folder);
      await tree.trash(folder!);
      expect(
        await atOnce(round, finish, purge(folder!), () => drive.drain().then(() => ({ status: 204, body: null }))),
      ).toEqual(['done', 'done', 'done']);
      expect((await tree.get(id)).parentId).toBeNull();
    }));
});

describe('a folder that is being trashed', () => {
  test('includes an item that is moved into it at once, or refuses it', () =>
    inRounds(async (round) => {
      const [folder, moved] = await folders(round, 'away', 'moved');
      const below = await tree.folder('below', folder);
      const [outcomeOfMove, outcomeOfTrash] = await atOnce(round, move(moved!, below), trash(folder!));
      expect(outcomeOfTrash).toBe('done');
      expect(outcomeOfMove).toBe((await isThere(moved!)) ? 'folder_not_found' : 'done');
    }));

  test('leaves out an item that was moved out first', () =>
    inRounds(async (round) => {
      const [folder, to] = await folders(round, 'left', 'to');
      const file = await tree.file('file', { in: await tree.folder('below', folder) });
      const [outcomeOfMove, outcomeOfTrash] = await atOnce(round, move(file, to!), trash(folder!));
      expect(outcomeOfTrash).toBe('done');
      expect(outcomeOfMove).toBe((await isThere(file)) ? 'done' : 'file_not_found');
    }));

  test('includes a folder that is created in it at once, or refuses it', () =>
    inRounds(async (round) => {
      const [folder] = await folders(round, 'away');
      const [made, trashed] = await atOnce(round, create('inside', folder), trash(folder!));
      expect(trashed).toBe('done');
      expect(['done', 'folder_not_found']).toContain(made);
      await restore(folder!)();
      expect(await tree.names(folder)).toEqual(made === 'done' ? ['inside'] : []);
    }));

  test('is trashed once by concurrent requests', () =>
    inRounds(async (round) => {
      const [folder] = await folders(round, 'once');
      await tree.file('file', { in: folder! });
      const before = await tree.usage();
      expect(new Set(await atOnce(round, ...[1, 2, 3, 4].map(() => trash(folder!))))).toEqual(new Set(['done']));
      expect((await tree.usage()).trashBytes).toBe(before.trashBytes + 10);
    }));

  test('and its parent can be restored one after the other', () =>
    inRounds(async (round) => {
      const [parent] = await folders(round, 'parent');
      const folder = await tree.folder(`folder${round}`, parent);
      await tree.file('file', { in: folder });
      expect(await atOnce(round, trash(parent!), trash(folder))).toEqual(['done', 'done']);
      // If the parent came first, the folder was trashed as a part of it.
      const [ofParent, ofFolder] = await atOnce(round, restore(parent!), restore(folder));
      expect(ofParent).toBe('done');
      expect(['done', 'file_not_found']).toContain(ofFolder);
      expect(await tree.names(folder)).toEqual(['file']);
    }));
});

describe('a trashed item', () => {
  test('is restored once by concurrent requests', () =>
    inRounds(async (round) => {
      const [folder] = await folders(round, 'back');
      await tree.file('file', { in: folder! });
      await tree.trash(folder!);
      const outcomes = await atOnce(round, ...[1, 2, 3, 4].map(() => restore(folder!)));
      expect(outcomes.toSorted()).toEqual(['done', 'file_not_found', 'file_not_found', 'file_not_found']);
    }));

  test('is restored or purged, not both', () =>
    inRounds(async (round) => {
      const [folder] = await folders(round, 'either');
      const file = await tree.file('file', { in: folder! });
      await tree.trash(folder!);
      const [restored, purged] = await atOnce(round, restore(folder!), purge(folder!));
      expect([
        ['done', 'not_in_trash'],
        ['file_not_found', 'done'],
      ]).toContainEqual([restored, purged]);
      await drive.drain();
      expect(await isThere(file)).toBe(restored === 'done');
    }));

  test('is restored out of a trashed folder or purged with it', () =>
    inRounds(async (round) => {
      const [folder] = await folders(round, 'with');
      const file = await tree.file(`out${round}`, { in: await tree.folder('below', folder) });
      await tree.trash(folder!);
      const [restored, purged] = await atOnce(round, restore(file), purge(folder!));
      expect(purged).toBe('done');
      await drive.drain();
      expect(restored).toBe((await isThere(file)) ? 'done' : 'file_not_found');
    }));

  test('that was trashed alone survives the purge of its folder', () =>
    inRounds(async (round) => {
      const [folder] = await folders(round, 'first');
      const files = await Promise.all(
        Array.from({ length: 5 }, (_, index) => tree.file(`${round} ${index}`, { in: folder! })),
      );
      await tree.trash(files[0]!, folder!);
      await purge(folder!)();
      const [restored] = await atOnce(round, restore(files[0]!), () =>
        drive.drain().then(() => ({ status: 204, body: null })),
      );
      expect(restored).toBe('done');
      expect(await tree.get(files[0]!)).toMatchObject({ parentId: null, name: `${round} 0` });
    }));

  test('is purged once by concurrent requests of any kind', () =>
    inRounds(async (round) => {
      const [folder] = await folders(round, 'end');
      const file = await tree.file('file', { in: folder! });
      const { usedBytes } = await tree.usage();
      await tree.trash(folder!);
      const ways = [purge(folder!), purge(folder!), purge(file), empty, empty];
      expect(new Set(await atOnce(round, ...ways))).toEqual(new Set(['done']));
      expect(await tree.usage()).toEqual({ usedBytes: usedBytes - 10, trashBytes: 0 });
    }));

  test('is restored or removed by emptying the trash', () =>
    inRounds(async (round) => {
      const files = await Promise.all(Array.from({ length: 4 }, (_, index) => tree.file(`${round} ${index}`)));
      await tree.trash(...files);
      const [emptied, ...restored] = await atOnce(round, empty, ...files.map(restore));
      expect(emptied).toBe('done');
      await drive.drain();
      for (const [index, file] of files.entries())
        expect(restored[index]).toBe((await isThere(file)) ? 'done' : 'file_not_found');
      expect(await tree.trashed()).toEqual([]);
    }));

  test('is restored or swept at the end of its retention', () =>
    inRounds(async (round) => {
      const files = await Promise.all(Array.from({ length: 4 }, (_, index) => tree.file(`${round} ${index}`)));
      await tree.trash(...files);
      drive.clock.advance(31 * dayMs);
      const sweep = () => drive.jobs.runNow('files.trash').then(() => ({ status: 204, body: null }));
      const [swept, ...restored] = await atOnce(round, sweep, ...files.map(restore));
      expect(swept).toBe('done');
      await drive.drain();
      for (const [index, file] of files.entries())
        expect(restored[index]).toBe((await isThere(file)) ? 'done' : 'file_not_found');
      expect(await tree.trashed()).toEqual([]);
    }));
});
