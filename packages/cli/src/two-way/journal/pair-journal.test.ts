import { describe, expect, it } from 'vitest';
import type { BaseNode, RemoteNode } from '../engine/states.ts';
import { baseFrom } from './lines.ts';
import { type JournalStore, PairJournal } from './pair-journal.ts';

class MemoryStore implements JournalStore {
  text = '';
  replaced = 0;
  async read(): Promise<Buffer> {
    return Buffer.from(this.text);
  }
  append(text: string): void {
    this.text += text;
  }
  async replace(text: string): Promise<void> {
    this.text = text;
    this.replaced++;
  }
}

const header = { url: 'u', userId: 'me', folderId: null, local: { ino: 1, birth: 2 } };
const remote = (id: string, name = id): RemoteNode => ({
  id,
  kind: 'file',
  parent: '',
  name,
  size: 3,
  sha256: 'aa',
  modifiedAt: 5,
  uploadedAt: 6,
  tag: 'c1',
});
const local = {
  localName: 'ä',
  stamp: { ino: 7, birth: 8.5, size: 3, mtime: 9.25, ctime: 10.125 },
  isSettled: true,
};
const stateOf = ({ header: head, cursor, days, remote: there, base, trashing }: PairJournal) => ({
  head,
  cursor,
  days,
  there: Object.fromEntries(there),
  base: Object.fromEntries(base),
  trashing: [...trashing],
});

async function written(store: MemoryStore): Promise<PairJournal> {
  const journal = await PairJournal.open(store);
  await journal.restart(header);
  for (const id of ['a', 'b', 'c']) journal.there(remote(id));
  const a: BaseNode = baseFrom(remote('a'), local);
  journal.agree('a', a);
  journal.agree('b', { ...a, name: 'b', content: 'older', localName: 'b' });
  journal.agree('d', { ...a, name: 'd', kind: 'folder', content: null, modifiedAt: null });
  journal.gone('c');
  journal.note(['cursor', 'x']);
  journal.note(['days', ['2026-11-26']]);
  journal.note(['trashing', 'd']);
  return journal;
}

it('remembers what it was told, also after it was written anew', async () => {
  const store = new MemoryStore();
  const journal = await written(store);
  journal.flush();
  const again = await PairJournal.open(store);
  expect(stateOf(again)).toEqual(stateOf(journal));
  for (let turn = 0; turn < 3000; turn++) again.note(['cursor', String(turn)]);
  await again.close();
  expect(store.replaced).toBe(2);
  expect(stateOf(await PairJournal.open(store))).toEqual(stateOf(again));
});

it('knows less, but nothing wrong, if a killed run has cut off a line', async () => {
  const store = new MemoryStore();
  (await written(store)).flush();
  const whole = store.text;
  const complete = await PairJournal.open(store);
  for (let length = whole.indexOf('\n') + 1; length < whole.length; length++) {
    store.text = whole.slice(0, length);
    const journal = await PairJournal.open(store);
    for (const [key, base] of journal.base) expect(complete.base.get(key)).toEqual(base);
    journal.note(['cursor', 'after']);
    journal.flush();
    expect((await PairJournal.open(store)).cursor).toBe('after');
  }
});

it('has every item that the server told before a cursor, wherever a killed run has cut its lines', async () => {
  const store = new MemoryStore();
  const journal = await PairJournal.open(store);
  await journal.restart(header);
  journal.there(remote('a'));
  journal.note(['cursor', 'x']);
  journal.agree('a', baseFrom(remote('a'), local));
  journal.there(remote('b'));
  journal.note(['cursor', 'y']);
  journal.agree('b', baseFrom(remote('b'), local));
  journal.flush();
  const lines = store.text.split('\n');
  const told = { x: ['a'], y: ['a', 'b'] } as Record<string, string[]>;
  for (let count = 1; count < lines.length; count++) {
    store.text = lines
      .slice(0, count)
      .map((line) => `${line}\n`)
      .join('');
    const cut = await PairJournal.open(store);
    for (const id of told[cut.cursor] ?? []) expect([cut.cursor, cut.remote.has(id)]).toEqual([cut.cursor, true]);
  }
});

it('remembers nothing if a line before the last is damaged', async () => {
  const store = new MemoryStore();
  (await written(store)).flush();
  const at = store.text.indexOf('"b"');
  store.text = `${store.text.slice(0, at)}\0\0\0${store.text.slice(at + 3)}`;
  const { header: head, remote: there, base } = await PairJournal.open(store);
  expect([head, there.size, base.size]).toEqual([undefined, 0, 0]);
});

it('writes one line for an item that came to the server and is equal there', async () => {
  const store = new MemoryStore();
  const journal = await PairJournal.open(store);
  await journal.restart(header);
  const before = store.text.length;
  journal.there(remote('a'));
  journal.agree('a', baseFrom(remote('a'), local));
  journal.there(remote('a', 'renamed'));
  journal.flush();
  const kinds = store.text
    .slice(before)
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as [string])[0]);
  expect(kinds).toEqual(['equal', 'there']);
  expect(stateOf(await PairJournal.open(store))).toEqual(stateOf(journal));
});

it('ignores lines of a later version', async () => {
  const store = new MemoryStore();
  const journal = await written(store);
  journal.flush();
  store.text += '["unheard-of",1]\n["equal","too short"]\n{}\n';
  expect(stateOf(await PairJournal.open(store))).toEqual(stateOf(journal));
});

describe('a seal', () => {
  async function sealed(store: MemoryStore): Promise<PairJournal> {
    const journal = await written(store);
    journal.note(['trashed', 'd']);
    journal.seal('tree');
    await journal.close();
    return journal;
  }

  it('tells what a run without changes needs, and the rest is read when it is needed', async () => {
    const store = new MemoryStore();
    const before = await sealed(store);
    const text = store.text;
    const journal = await PairJournal.open(store);
    const { header: head, cursor, days, items, sealedTree } = journal;
    expect({ head, cursor, days, items, sealedTree }).toEqual({
      head: header,
      cursor: 'x',
      days: ['2026-11-26'],
      items: 3,
      sealedTree: 'tree',
    });
    await journal.close();
    expect(store.text).toBe(text);
    expect(stateOf(journal)).toEqual(stateOf(before));
  });

  it('goes on after a new cursor and a new day, and ends with a change of an item', async () => {
    const store = new MemoryStore();
    await sealed(store);
    const journal = await PairJournal.open(store);
    journal.note(['cursor', 'y']);
    journal.note(['days', ['2026-11-26', '2026-11-27']]);
    await journal.close();
    const again = await PairJournal.open(store);
    expect([again.sealedTree, again.cursor, again.days]).toEqual(['tree', 'y', ['2026-11-26', '2026-11-27']]);
    again.forget('a');
    await again.close();
    const last = await PairJournal.open(store);
    expect([last.sealedTree, last.items, last.cursor]).toEqual([undefined, 2, 'y']);
  });

  it('does not count if anything before it, or itself, is not as it was written', async () => {
    const store = new MemoryStore();
    await sealed(store);
    const whole = store.text;
    const at = whole.indexOf('"c1"');
    const end = whole.lastIndexOf('["sealed"');
    for (const text of [
      `${whole.slice(0, at)}"c2"${whole.slice(at + 4)}`,
      whole.slice(0, -1),
      `${whole}["gone","b"]\n`,
      whole.slice(0, end).replace('["days"', '\0["days"') + whole.slice(end),
    ]) {
      store.text = text;
      expect((await PairJournal.open(store)).sealedTree).toBeUndefined();
    }
  });
});
