import { expect, it } from 'vitest';
import { useDrive } from '../../../test/drive-user.ts';

const me = useDrive();
const { on, grow } = me;
const lines = (out: string): string[] => out.split('\n').filter((line) => line !== '');
const records = (out: string) =>
  lines(out).map((line) => JSON.parse(line) as { type: string; item: { name: string }; cursor: string });

it('lists changes in order, and says where to go on', async () => {
  await grow('/a/', '/a/b.txt');
  await on('rm', '/a/b.txt');
  const first = await on('changes');
  expect(lines(first.out).map((line) => line.split('\t').slice(1, 3).join(' '))).toEqual([
    'created folder',
    'created file',
    'trashed file',
  ]);
  const since = /--since (\S+)/.exec(first.err)?.[1] ?? '';
  expect(await on('changes', '--since', since)).toMatchObject({ code: 0, out: '' });
  await grow('/c/');
  const next = records((await on('changes', '--since', since, '--json')).out);
  expect(next.map(({ type, item }) => [type, item.name])).toEqual([['created', 'c']]);
  expect((await on('changes', '--since', next[0]?.cursor ?? '')).out).toBe('');
  expect((await on('changes', '--since', 'now')).out).toBe('');
});

it('refuses what is no cursor, and says what to do about one that has expired', async () => {
  expect(await on('changes', '--since', 'nonsense')).toMatchObject({ code: 2, out: '' });
});
