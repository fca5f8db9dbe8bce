import assert from 'node:assert/strict';
import { limits, type BatchFailure, type Item } from '@drive/contract';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { treeApi, type TreeApi } from '../../../../test/api/tree-api.ts';
import { countStatements } from '../../../../test/count-statements.ts';
import type { TestUser } from '../../../../test/drive.ts';
import { readTallies } from '../../../../test/tree/tree-tallies.ts';
import { treeOn, type Tree } from '../../../../test/tree/tree.ts';
import { drive, driveForAllTests, user } from '../../../../test/use-drive.ts';

let tree: Tree;
driveForAllTests();
beforeAll(() => {
  tree = treeOn(drive);
});

describe('statements of 200 items', () => {
  /** A tree whose writes are counted. */
  let counted: ReturnType<typeof countStatements>;
  let files: Tree;
  let ids: string[];

  beforeEach(async () => {
    counted = countStatements(drive.database);
    files = treeOn({ database: counted.database, clock: drive.clock });
    const folder = await tree.makeFolder(user.userId, 'from');
    ids = [];
    for (let n = 0; n < limits.itemBatch; n += 1)
      ids.push((await tree.upload(user.userId, `${n}.txt`, { folderId: folder, sizeBytes: 10 })).id);
    counted.take();
  });

  test('a move, a trash, a restore and a purge take at most twelve for each hundred items [P-520]', async () => {
    const into = await tree.makeFolder(user.userId, 'into');
    const costs = {
      move: () => files.move(user.userId, ids, into),
      trash: () => files.trashMany(user.userId, ids),
      restore: () => files.restoreMany(user.userId, ids),
      trashAgain: () => files.trashMany(user.userId, ids),
      purge: () => files.files.purge.purgeItems(user.userId, ids),
    };
    for (const [name, run] of Object.entries(costs)) {
      const { failed } = await run();
      const { statements, transactions } = counted.take();
      expect({ name, failed, transactions, isCheap: statements <= 24 }).toEqual({
        name,
        failed: [],
        transactions: 2,
        isCheap: true,
      });
    }
  });

  test('200 purged files take fewer transactions than half as many [P-521]', async () => {
    await files.trashMany(user.userId, ids);
    await files.files.purge.purgeItems(user.userId, ids);
    counted.take();
    await files.jobs.drain();
    expect(counted.take().transactions).toBeLessThan(ids.length / 2);
    const { kept, counted: truth } = await readTallies(drive.database, user.userId);
    expect(kept).toEqual(truth);
  });
});

const actions = ['move', 'trash', 'restore', 'delete'] as const;
/** Items by their number: three levels of folders, files in them, and equal names in different folders. */
const shape: readonly { readonly name: string; readonly in: number | null; readonly isFile?: true }[] = [
  { name: 'a', in: null },
  { name: 'b', in: null },
  { name: 'a', in: 0 },
  { name: 'c', in: 0 },
  { name: 'a', in: 2 },
  { name: 'c', in: 1 },
  { name: 'x', in: 2, isFile: true },
  { name: 'x', in: 4, isFile: true },
  { name: 'y', in: 0, isFile: true },
  { name: 'x', in: 1, isFile: true },
  { name: 'y', in: null, isFile: true },
];

interface Call {
  readonly action: (typeof actions)[number];
  readonly items: readonly number[];
  readonly target: number | null;
}
const anItem = fc.nat({ max: shape.length - 1 });
const calls = fc.array(
  fc.record<Call>({
    action: fc.constantFrom(...actions),
    items: fc.uniqueArray(anItem, { minLength: 1, maxLength: 7 }),
    target: fc.oneof(fc.constant(null), fc.nat({ max: 5 })),
  }),
  { minLength: 1, maxLength: 5 },
);

/** A user with items of `shape`, which are named by their numbers in all that is compared. */
class Numbered {
  readonly #of: TestUser;
  readonly #api: TreeApi;
  readonly #ids: readonly string[];

  private constructor(of: TestUser, ids: readonly string[]) {
    this.#of = of;
    this.#api = treeApi(drive, of);
    this.#ids = ids;
  }

  static async create(): Promise<Numbered> {
    const of = await drive.createUser();
    const ids: string[] = [];
    for (const { name, in: parent, isFile } of shape) {
      const folderId = parent === null ? null : (ids[parent] ?? null);
      ids.push(
        isFile === true
          ? (await tree.upload(of.userId, name, { folderId, sizeBytes: 2 ** ids.length })).id
          : await tree.makeFolder(of.userId, name, folderId),
      );
    }
    return new Numbered(of, ids);
  }

  /** What became of each item, in the order of the answer. */
  async run({ action, items, target }: Call): Promise<{ readonly done: unknown[]; readonly failed: unknown[] }> {
    const ids = items.map((item) => this.#ids[item]!);
    const { body } =
      action === 'move'
        ? await this.#api.call('PATCH', '/api/files/move', {
            ids,
            ...(target === null ? { moveToRoot: true } : { parentId: this.#ids[target] }),
          })
        : await this.#api.call('POST', `/api/files/${action}`, { ids });
    const {
      updated = [],
      moved = updated,
      failed,
    } = body as {
      updated?: Item[];
      moved?: Item[];
      failed: BatchFailure[];
    };
    return {
      done: moved.map(({ id, parentId, deletedAt, changeTag }) => [
        this.#number(id),
        this.#number(parentId),
        deletedAt,
        changeTag,
      ]),
      failed: failed.map(({ id, code, status }) => [this.#number(id), code, status]),
    };
  }

  /** Rows and events. */
  async look(): Promise<unknown> {
    const { reader } = drive.database;
    const rows = await reader
      .selectFrom('items as i')
      .innerJoin('items as parent', 'parent.row_id', 'i.parent_id')
      .select(['i.id', 'parent.id as parent', 'i.size', 'i.state', 'i.deleted_at', 'i.revision', 'i.child_files'])
      .where('i.owner_id', '=', this.#of.userId)
      .execute();
    const events = await reader
      .selectFrom('events')
      .select(['type', 'item_id'])
      .where('user_id', '=', this.#of.userId)
      .orderBy('row_id')
      .execute();
    const { kept, counted } = await readTallies(drive.database, this.#of.userId);
    assert.deepEqual(kept, counted);
    return {
      rows: rows
        .map((row) => ({ ...row, id: this.#number(row.id), parent: this.#number(row.parent) }))
        .toSorted((a, b) => a.id - b.id),
      events: events.map(({ type, item_id }) => [type, this.#number(item_id)]),
      usage: await this.#api.usage(),
    };
  }

  #number(id: string | null): number {
    return id === null ? -1 : this.#ids.indexOf(id);
  }
}

test(
  'a call with many items changes them as as many calls with one, in any tree [P-522]',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (history) => {
        const [together, alone] = [await Numbered.create(), await Numbered.create()];
        for (const call of history) {
          const whole = await together.run(call);
          const parts = [];
          for (const item of call.items) parts.push(await alone.run({ ...call, items: [item] }));
          expect(whole).toEqual({
            done: parts.flatMap(({ done }) => done),
            failed: parts.flatMap(({ failed }) => failed),
          });
          expect(await together.look()).toEqual(await alone.look());
          drive.clock.advance(1000);
        }
      }),
      { numRuns: 60 },
    );
  },
);
