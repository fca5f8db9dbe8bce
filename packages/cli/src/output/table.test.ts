import { expect, it } from 'vitest';
import { formatTable } from './table.ts';

it('aligns columns by displayed width, without trailing blanks', () => {
  const columns = [{ title: 'SIZE', align: 'right' as const }, { title: 'NAME' }, { title: 'X' }];
  const rows = [
    ['1 KiB', '写真', ''],
    ['12 KiB', 'a', 'y'],
  ];
  expect(formatTable(columns, rows)).toEqual(['  SIZE  NAME  X', ' 1 KiB  写真', '12 KiB  a     y']);
});
