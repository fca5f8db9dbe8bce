import { describe, expect, test } from 'vitest';
import { sendsBytes, UploadWorld, type OpenRequest, type Outcome } from '../../test/uploads/upload-world.ts';
import { UploadQueue } from './upload-queue.ts';

const MiB = 1024 * 1024;
const root = { id: null, name: 'Files' };

const fileOf = (name: string, bytes: number): File =>
  Object.defineProperty(new File([], name, { lastModified: 0 }), 'size', { value: bytes });

function openPage(world = new UploadWorld()) {
  const queue = new UploadQueue(world.openPage());
  const look = async () => {
    await world.flush();
    await world.pass(100);
    return queue.get();
  };
  const states = async () => (await look()).uploads.map(({ path, state }) => `${path} ${state}`);
  /** Answers the oldest request of a kind. */
  const answer = async (kind: OpenRequest['kind'], outcome: Outcome = 'ok') => {
    await world.flush();
    const request = world.requests.find((each) => each.kind === kind);
    if (request === undefined) throw new Error(`no ${kind} among ${kinds().join(', ')}`);
    request.answer(outcome);
    await world.flush();
  };
  const answerAll = async () => {
    await world.flush();
    while (world.requests.length > 0) {
      world.answerAll();
      await world.flush();
    }
  };
  const kinds = () => world.requests.map(({ kind }) => kind);
  const add = (...files: readonly (readonly [path: string, bytes: number])[]) =>
    queue.add(
      files.map(([path, bytes]) => ({
        file: fileOf(path.split('/').at(-1) ?? '', bytes),
        folders: path.split('/').slice(0, -1),
      })),
      root,
    );
  /** Adds files whose names are free, up to their first request that sends bytes. */
  const begin = async (...files: readonly (readonly [path: string, bytes: number])[]) => {
    add(...files);
    await answer('storage');
    await answer('folder');
  };
  const idOf = (path: string) => queue.get().uploads.find((upload) => upload.path === path)!.id;
  const stored = () => world.stored.map(({ name, folderId }) => [...world.pathOf(folderId), name].join('/'));
  return { world, queue, look, states, answer, answerAll, kinds, add, begin, idOf, stored };
}

describe('uploads', () => {
  test('run three at a time, in the order in which they were added', async () => {
    const { world, answer, begin, look } = openPage();
    const names = ['1', '2', '3', '4', '5'];
    await begin(...names.map((name) => [name, 5 * MiB] as const));
    const order: string[] = [];
    for (let rest = names.length; rest > 0; rest -= 1) {
      const running = world.requests.filter(sendsBytes);
      expect(running.length).toBe(Math.min(3, rest));
      order.push(running[0]!.file!.name);
      await answer('create');
      world.requests.find(({ kind }) => kind === 'send')!.answer('ok');
      await world.flush();
    }
    expect(order).toEqual(names);
    expect((await look()).done).toBe(5);
  });

  test('ask before the page is closed, as soon as files are added', () => {
    const { queue, add } = openPage();
    expect(queue.isAtWork).toBe(false);
    add(['a.txt', 1]);
    expect(queue.isAtWork).toBe(true);
  });

  test('canceling all begins none of those that wait', async () => {
    const { world, queue, add, answer, kinds, look } = openPage();
    add(['x.bin', 5 * MiB]);
    add(['a.bin', 5 * MiB], ['Trip/b.bin', 5 * MiB]);
    world.requests.at(-1)!.answer('ok');
    await answer('folder');
    expect((await look()).uploads.map(({ state }) => state)).toEqual(['checking', 'waiting', 'checking']);
    queue.cancelAll();
    await world.flush();
    expect(kinds()).toEqual(['storage', 'folder']);
  });
});

describe('names and folders', () => {
  test('a file below a folder whose name a file has fails, and does not go to the root', async () => {
    const { world, add, answerAll, states, stored } = openPage();
    world.storeAside('Trip', null);
    add(['Trip/a.txt', 1]);
    await answerAll();
    expect([await states(), stored()]).toEqual([['Trip/a.txt failed'], ['Trip']]);
  });

  test('an answer about a name counts for a large file that was begun with another answer', async () => {
    const { world, queue, add, answer, answerAll, idOf, stored } = openPage();
    world.storeAside('a.bin', null);
    add(['a.bin', 5 * MiB]);
    await answerAll();
    queue.settle(idOf('a.bin'), 'rename', false);
    await answer('create');
    await answer('send', 'refused');
    queue.retry(idOf('a.bin'));
    await answerAll();
    queue.settle(idOf('a.bin'), 'replace', false);
    await answerAll();
    expect(world.stored.map(({ onConflict }) => onConflict)).toEqual(['fail', 'replace']);
    expect([stored(), world.usedBytes]).toEqual([['a.bin', 'a.bin'], 5 * MiB + 1]);
  });

  test('large files that look alike are sent each, and the second is asked about', async () => {
    const { world, begin, answer, answerAll, states } = openPage();
    await begin(['a.bin', 5 * MiB]);
    await answer('create');
    await begin(['a.bin', 5 * MiB]);
    await answerAll();
    expect(await states()).toEqual(['a.bin done', 'a.bin conflict']);
    expect(world.stored.length).toBe(1);
  });
});

describe('reservations', () => {
  test('of a small file that fails is freed', async () => {
    const { world, begin, answer, states } = openPage();
    await begin(['a.txt', 1]);
    await answer('reserve');
    await answer('put', 'refused');
    expect([await states(), world.usedBytes]).toEqual([['a.txt failed'], 0]);
  });

  test('of a large file that failed is continued, although no other storage is left', async () => {
    const { world, queue, begin, answer, answerAll, states, idOf } = openPage();
    world.quotaBytes = 6 * MiB;
    await begin(['a.bin', 5 * MiB]);
    await answer('create');
    await answer('send', 'refused');
    await states();
    queue.retry(idOf('a.bin'));
    await answerAll();
    expect([await states(), world.sessions.length]).toEqual([['a.bin done'], 1]);
  });

  test('of a failed upload that was dismissed is continued if the file is chosen again', async () => {
    const { world, queue, begin, answer, answerAll, states } = openPage();
    await begin(['a.bin', 5 * MiB]);
    await answer('create');
    await answer('send', 'refused');
    queue.clear();
    await begin(['a.bin', 5 * MiB]);
    await answerAll();
    expect([await states(), world.sessions.length]).toEqual([['a.bin done'], 1]);
  });
});

describe('a lost connection', () => {
  test('a small file whose answer was lost is stored once', async () => {
    const { world, begin, answer, answerAll, states, stored } = openPage();
    await begin(['a.txt', 1]);
    await answer('reserve');
    await answer('put', 'lost');
    expect(await states()).toEqual(['a.txt waiting']);
    world.comeBack();
    await answerAll();
    expect([await states(), stored()]).toEqual([['a.txt done'], ['a.txt']]);
  });

  test('a small file is reserved again if its reservation expired meanwhile', async () => {
    const { world, begin, answer, answerAll, states, stored } = openPage();
    await begin(['a.txt', 1]);
    await answer('reserve');
    await answer('put', 'unreachable');
    world.expireSessions();
    world.comeBack();
    await answerAll();
    expect([await states(), stored()]).toEqual([['a.txt done'], ['a.txt']]);
  });

  test('a file that is paused while it is reserved stays paused', async () => {
    const { world, queue, begin, answer, states, kinds, idOf } = openPage();
    world.quotaBytes = 1;
    await begin(['a.txt', 1]);
    world.storeAside('b.txt', null);
    await states();
    await answer('reserve');
    queue.pause(idOf('a.txt'));
    await answer('reserve', 'unreachable');
    expect(await states()).toEqual(['a.txt paused']);
    world.comeBack();
    expect([await states(), kinds()]).toEqual([['a.txt paused'], []]);
  });

  test('the list says when the server is back', async () => {
    const { world, queue, begin, answer, look, idOf } = openPage();
    await begin(['a.txt', 1]);
    await answer('reserve', 'unreachable');
    expect((await look()).isStalled).toBe(true);
    queue.pause(idOf('a.txt'));
    await look();
    world.comeBack();
    expect((await look()).isStalled).toBe(false);
  });
});

describe('an ended session', () => {
  test('fails all files that were added together, which then go on together', async () => {
    const { world, queue, add, answer, answerAll, states } = openPage();
    add(['Trip/a.txt', 1], ['Ideas/b.txt', 1], ['Trip/c.txt', 1]);
    await answer('storage');
    await answer('folder');
    world.isSignedIn = false;
    await answer('folder');
    expect(await states()).toEqual(['Trip/a.txt failed', 'Ideas/b.txt failed', 'Trip/c.txt failed']);
    expect(world.sessionEnds).toBeGreaterThan(0);
    world.isSignedIn = true;
    queue.retryFailed();
    await answerAll();
    expect(await states()).toEqual(['Trip/a.txt done', 'Ideas/b.txt done', 'Trip/c.txt done']);
  });

  test('is asked about once for a batch of small files', async () => {
    const { world, begin, answer, states, kinds } = openPage();
    await begin(['a.txt', 1], ['b.txt', 1]);
    world.isSignedIn = false;
    await answer('reserve');
    expect([await states(), kinds()]).toEqual([['a.txt failed', 'b.txt failed'], []]);
  });
});
