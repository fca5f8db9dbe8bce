import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GroupCommit, type CommitSteps, type GroupCommitOptions } from './group-commit.ts';

/** A database that is a list of numbers, with one savepoint. */
function createList(
  options: Partial<GroupCommitOptions> & {
    commit?: () => void;
    begin?: () => Promise<void>;
    sync?: () => Promise<void>;
  } = {},
) {
  let committed: readonly number[] = [];
  let current: number[] | undefined;
  let saved: readonly number[] | undefined;
  let savepoints = 0;
  const commits: number[] = [];
  const lost: unknown[] = [];
  const steps: CommitSteps = {
    begin: async () => {
      await options.begin?.();
      current = [...committed];
      saved = undefined;
    },
    savepoint: () => {
      expect(saved).toBeUndefined();
      savepoints += 1;
      saved = [...current!];
    },
    release: () => (saved = undefined),
    rollbackToSavepoint: () => (current = [...saved!]),
    commit: () => {
      options.commit?.();
      committed = current!;
      current = undefined;
    },
    sync: async () => options.sync?.(),
    rollback: () => {
      current = undefined;
      saved = undefined;
    },
    isInTransaction: () => current !== undefined,
  };
  const group: GroupCommit = new GroupCommit(steps, {
    onCommit: (works) => commits.push(works),
    onLost: (error) => lost.push(error),
    ...options,
  });
  return {
    group,
    commits,
    lost,
    committed: () => committed,
    savepoints: () => savepoints,
    push: (value: number) => current!.push(value),
    /** Simulates SQLite's rollback when the disk is full. */
    loseTransaction: () => (current = undefined),
  };
}

const tick = (): Promise<void> => Promise.resolve();

test('commits concurrent works together', async () => {
  const list = createList({ maxMs: Infinity });
  const works = Array.from({ length: 20 }, (_, value) => list.group.add(async () => list.push(value)));
  await Promise.all(works);
  expect(list.commits).toEqual([20]);
});

test('commits at most its limit at once', async () => {
  const list = createList({ maxWorks: 8, maxMs: Infinity });
  await Promise.all(Array.from({ length: 20 }, (_, value) => list.group.add(async () => list.push(value))));
  expect(list.commits).toEqual([8, 8, 4]);
});

test('makes a savepoint only for works after the first that is kept', async () => {
  const list = createList({ maxMs: Infinity });
  await list.group.add(async () => list.push(1));
  expect(list.savepoints()).toBe(0);
  const refuse = async () => {
    list.push(0);
    throw new Error('refused');
  };
  const works = [refuse, async () => list.push(2), refuse, async () => list.push(3)];
  await Promise.allSettled(works.map((work) => list.group.add<unknown>(work)));
  expect(list.savepoints()).toBe(2);
  expect(list.committed()).toEqual([1, 2, 3]);
});

test('starts no work after the time of a batch, but at least one', async () => {
  const list = createList({ maxMs: 0 });
  await Promise.all(Array.from({ length: 3 }, (_, value) => list.group.add(async () => list.push(value))));
  expect(list.commits).toEqual([1, 1, 1]);
});

test('lets the event loop run between batches', async () => {
  const list = createList({ maxWorks: 1 });
  let turns = 0;
  const count = setInterval(() => (turns += 1), 0);
  const works = Array.from({ length: 5 }, (_, value) => list.group.add(async () => list.push(value)));
  const turn = new Promise<number>((resolve) => setImmediate(() => setImmediate(() => resolve(list.commits.length))));
  expect(await turn).toBeLessThan(5);
  await Promise.all(works);
  clearInterval(count);
});

test('with any failures, the state is that of the successful works one after another', async () => {
  const work = fc.record({
    fails: fc.constantFrom('never', 'before', 'between', 'after', 'synchronously'),
    ticks: fc.nat({ max: 3 }),
    delayTurns: fc.nat({ max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 60 }), fc.integer({ min: 1, max: 10 }), async (works, maxWorks) => {
      const list = createList({ maxWorks, maxMs: Infinity });
      const order: number[] = [];
      const results = await Promise.allSettled(
        works.map(async ({ fails, ticks, delayTurns }, index) => {
          for (let turn = 0; turn < delayTurns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          const run = async (): Promise<number> => {
            if (fails === 'before') throw new Error('before');
            list.push(index);
            for (let count = 0; count < ticks; count += 1) await tick();
            if (fails === 'between') throw new Error('between');
            list.push(index);
            if (fails === 'after') throw new Error('after');
            order.push(index);
            return index;
          };
          return list.group.add(
            fails === 'synchronously'
              ? () => {
                  throw new Error('synchronously');
                }
              : run,
          );
        }),
      );
      expect(list.committed()).toEqual(order.flatMap((index) => [index, index]));
      expect(
        results.map((result) => (result.status === 'fulfilled' ? 'never' : (result.reason as Error).message)),
      ).toEqual(works.map(({ fails }) => fails));
    }),
    { numRuns: 60 },
  );
});

test('rejects every work of a commit that fails, and continues with the next', async () => {
  let broken = true;
  const list = createList({
    commit: () => {
      if (broken) throw new Error('fsync');
    },
  });
  const works = [1, 2].map((value) => list.group.add(async () => list.push(value)));
  const results = await Promise.allSettled(works);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  expect(list.lost).toEqual([new Error('fsync')]);
  expect(list.committed()).toEqual([]);

  broken = false;
  await list.group.add(async () => list.push(3));
  expect(list.committed()).toEqual([3]);
});

test('reports a failure that depends on another work once that work is durable', async () => {
  let broken = true;
  const list = createList({
    commit: () => {
      if (broken) throw new Error('fsync');
    },
  });
  const clash = (): Promise<unknown>[] => [
    list.group.add(async () => list.push(1)),
    list.group.add(() => Promise.reject(new Error('there is a 1 already'))),
  ];
  const [, untold] = await Promise.allSettled(clash());
  expect(untold).toMatchObject({ status: 'rejected', reason: { message: 'The commit failed: nothing was kept' } });

  broken = false;
  const committedWhenTold = list.group.add(async () => list.push(1)).then(() => list.committed());
  const told = list.group.add(() => Promise.reject(new Error('there is a 1 already'))).catch(() => list.committed());
  expect(await Promise.all([committedWhenTold, told])).toEqual([[1], [1]]);
});

test('rejects earlier works if the database ends the transaction', async () => {
  const list = createList();
  const full = new Error('full');
  const results = await Promise.allSettled([
    list.group.add(async () => list.push(1)),
    list.group.add(async () => {
      list.loseTransaction();
      throw full;
    }),
    list.group.add(async () => list.push(3)),
  ]);
  expect(results[0]).toMatchObject({ status: 'rejected', reason: { cause: full } });
  expect(results[1]).toMatchObject({ status: 'rejected', reason: full });
  // The third change ran in the next batch.
  expect(results[2]).toMatchObject({ status: 'fulfilled' });
  expect(list.committed()).toEqual([3]);
});

/** A disk that completes a sync on request. */
function createDisk() {
  const waiting: { resolve(): void; reject(error: Error): void }[] = [];
  return {
    sync: () => new Promise<void>((resolve, reject) => void waiting.push({ resolve, reject })),
    /** Syncs in progress. */
    busy: () => waiting.length,
    finish: () => waiting.shift()!.resolve(),
    fail: () => waiting.shift()!.reject(new Error('EIO')),
  };
}

const turns = async (count = 5): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('reports a commit, and failures after it, only when it is on the disk', async () => {
  const disk = createDisk();
  const list = createList(disk);
  const told: string[] = [];
  void list.group.add(async () => list.push(1)).then(() => told.push('kept'));
  void list.group.add(() => Promise.reject(new Error('no'))).catch(() => told.push('refused'));
  await turns();
  expect(list.committed()).toEqual([1]);
  // The error of a change that saw data which is not durable waits for the sync.
  void list.group.add(() => Promise.reject(new Error('there is a 1'))).catch(() => told.push('refused later'));
  await turns();
  expect(told).toEqual([]);
  disk.finish();
  await turns();
  expect(told).toEqual(['kept', 'refused', 'refused later']);
});

test('runs new works while the disk is busy, and commits them together afterwards', async () => {
  const disk = createDisk();
  const list = createList(disk);
  const ran: number[] = [];
  const add = (value: number): Promise<unknown> =>
    list.group.add(async () => {
      list.push(value);
      ran.push(value);
    });
  const works = [add(1)];
  await turns();
  for (const value of [2, 3, 4]) {
    works.push(add(value));
    await turns();
  }
  expect(ran).toEqual([1, 2, 3, 4]);
  expect(list.commits).toEqual([1]);
  disk.finish();
  await turns();
  expect(list.commits).toEqual([1, 3]);
  expect(disk.busy()).toBe(1);
  disk.finish();
  await Promise.all(works);
});

test('adds at most its limit to the commit that waits for the disk', async () => {
  const disk = createDisk();
  const list = createList({ ...disk, maxWorks: 3, maxMs: Infinity });
  const works = [1, 2, 3, 4, 5].map((value) => list.group.add(async () => list.push(value)));
  await turns();
  disk.finish();
  await turns();
  disk.finish();
  await Promise.all(works);
  expect(list.commits).toEqual([3, 2]);
});

test('keeps and reports nothing more once a sync has failed', async () => {
  const disk = createDisk();
  const list = createList(disk);
  const results: string[] = [];
  const add = (value: number): void =>
    void list.group
      .add(async () => list.push(value))
      .then(
        () => results.push(`${value} kept`),
        (error: Error) => results.push(`${value} ${error.message}`),
      );
  add(1);
  await turns();
  add(2);
  await turns();
  disk.fail();
  await turns();
  add(3);
  await list.group.idle();
  expect(list.committed()).toEqual([1]);
  expect(results).toEqual([
    '1 The disk failed: nobody knows whether this was kept',
    '2 The commit failed: nothing was kept',
    '3 The disk failed: nobody knows whether this was kept',
  ]);
  await expect(list.group.between(async () => undefined)).rejects.toThrow(/The disk failed/);
});

test('runs code between transactions when none is open and all is durable', async () => {
  const disk = createDisk();
  const list = createList(disk);
  const order: string[] = [];
  let end = (): void => undefined;
  void list.group.add(async () => list.push(1)).then(() => order.push('1 told'));
  await turns();
  const between = list.group.between(() => {
    order.push('between');
    return new Promise<void>((resolve) => (end = resolve));
  });
  await turns();
  expect(order).toEqual([]);
  disk.finish();
  await turns();
  void list.group.add(async () => {
    order.push('2 runs');
    list.push(2);
  });
  await turns();
  expect(order).toEqual(['1 told', 'between']);
  end();
  await between;
  await turns();
  expect(order).toEqual(['1 told', 'between', '2 runs']);
  disk.finish();
  await list.group.idle();
});

test('rejects all waiting works if no transaction can begin', async () => {
  const list = createList({ begin: () => Promise.reject(new Error('busy')) });
  const results = await Promise.allSettled([1, 2].map((value) => list.group.add(async () => list.push(value))));
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
});

test('fails a work that waits for anything but the database, if configured', async () => {
  const list = createList({ refusesForeignWaits: true });
  const slow = list.group.add(async () => {
    list.push(1);
    // Not a timer: one that is due at once may fire in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  });
  await expect(slow).rejects.toThrow(/other than the database/);
  expect(list.committed()).toEqual([]);
});
