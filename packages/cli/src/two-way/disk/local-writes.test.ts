import { describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../../test/two-way/memory-disk.ts';
import type { Stamp } from '../engine/states.ts';
import { finishMove, moveToFree, moveToTrash, putInPlace } from './local-writes.ts';
import { clearIncoming } from './private-folder.ts';

const bytes = (text: string): Buffer => Buffer.from(text);
const noNotes = { begin: () => {}, end: () => {} };
const keepNothing = async (): Promise<void> => {
  throw new Error('nothing was to be kept');
};

async function diskWith(
  files: Readonly<Record<string, string>>,
): Promise<{ disk: MemoryDisk; stampOf: (path: string) => Promise<Stamp> }> {
  let now = 1_000_000;
  const disk = new MemoryDisk({ now: () => (now += 10) });
  for (const [path, text] of Object.entries(files)) disk.write(path, bytes(text));
  return { disk, stampOf: async (path) => (await disk.find(path))!.stamp };
}

describe('putting a download in its place', () => {
  it('replaces the file that was compared', async () => {
    const { disk, stampOf } = await diskWith({ a: 'old', staged: 'new' });
    expect(await putInPlace(disk, 'staged', 'a', await stampOf('a'), keepNothing)).toBe(true);
    expect(disk.paths()).toEqual(['a']);
    expect(disk.read('a').toString()).toBe('new');
  });

  it.each(['edited', 'replaced', 'removed', 'made'])('changes nothing if the file was %s since', async (how) => {
    const { disk, stampOf } = await diskWith({ a: 'old', staged: 'new' });
    const stamp = how === 'made' ? undefined : await stampOf('a');
    if (how !== 'edited' && how !== 'made') disk.remove('a');
    if (how !== 'removed') disk.write('a', bytes('user'));
    const before = disk.paths();
    expect(await putInPlace(disk, 'staged', 'a', stamp, keepNothing)).toBe(false);
    expect(disk.paths()).toEqual(before);
    expect(how === 'removed' || disk.read('a').toString() === 'user').toBe(true);
  });

  it('keeps what is written at the very moment', async () => {
    const { disk, stampOf } = await diskWith({ a: 'old', staged: 'new' });
    const stamp = await stampOf('a');
    disk.onCall = (call) => {
      if (call === 'rename') disk.write('a', bytes('at the moment'));
    };
    const kept: string[] = [];
    expect(
      await putInPlace(disk, 'staged', 'a', stamp, async (path) => void kept.push(disk.read(path).toString())),
    ).toBe(true);
    expect(kept).toEqual(['at the moment']);
    expect(disk.read('a').toString()).toBe('new');
  });

  it('leaves the replaced content to the next run if it is killed', async () => {
    for (let killAt = 0; killAt < 12; killAt++) {
      const { disk, stampOf } = await diskWith({ a: 'old' });
      disk.makeFolder('.drive-trash');
      disk.makeFolder('.drive-trash/.incoming');
      disk.write('.drive-trash/.incoming/id', bytes('new'));
      const stamp = await stampOf('a');
      let calls = 0;
      disk.onCall = () => {
        if (calls++ === killAt) throw new Error('killed');
      };
      const done = await putInPlace(disk, '.drive-trash/.incoming/id', 'a', stamp, keepNothing).catch(() => false);
      disk.onCall = () => {};
      expect(['old', 'new']).toContain(disk.read('a').toString());
      await clearIncoming(disk, '2026-11-26');
      expect(disk.paths('.drive-trash/.incoming')).toEqual([]);
      if (done) break;
    }
  });
});

describe('moving a file', () => {
  it('never replaces another one', async () => {
    const { disk } = await diskWith({ a: '1', b: '2' });
    expect(await moveToFree(disk, 'a', 'b', noNotes)).toBe(false);
    disk.onCall = (call) => {
      if (call === 'link') disk.write('c', bytes('3'));
    };
    expect(await moveToFree(disk, 'a', 'c', noNotes)).toBe(false);
    expect(disk.paths().map((path) => [path, disk.read(path).toString()])).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ]);
  });

  it('leaves one name after a kill between the two', async () => {
    const { disk } = await diskWith({ a: '1' });
    const notes: string[][] = [];
    disk.onCall = (call) => {
      if (call === 'removeFile') throw new Error('killed');
    };
    const begin = (from: string, to: string): void => void notes.push([from, to]);
    await expect(moveToFree(disk, 'a', 'b', { begin, end: () => {} })).rejects.toThrow('killed');
    disk.onCall = () => {};
    expect(disk.paths()).toEqual(['a', 'b']);
    for (const [from = '', to = ''] of notes) await finishMove(disk, from, to);
    expect(disk.paths()).toEqual(['b']);
  });
});

it('deleting a file leaves it if it was edited since, also at the very moment', async () => {
  const { disk, stampOf } = await diskWith({ a: '1', b: '2' });
  const [a, b] = [await stampOf('a'), await stampOf('b')];
  disk.write('a', bytes('edited'));
  expect(await moveToTrash(disk, 'a', a, '2026-11-26')).toBe(false);
  disk.onCall = (call, path) => {
    if (call === 'rename' && path.endsWith('/b')) disk.write('b', bytes('at the moment'));
  };
  expect(await moveToTrash(disk, 'b', b, '2026-11-26')).toBe(false);
  expect([disk.read('a').toString(), disk.read('b').toString()]).toEqual(['edited', 'at the moment']);
});
