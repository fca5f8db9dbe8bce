import { expect, test } from 'vitest';
import { typeSeenFrom } from './change-seen.ts';

const change = (type: string, folderIds: string, formerFolderIds: string | null = null) => ({
  type,
  folderIds,
  formerFolderIds,
});

test('the whole drive sees every change as it is', () => {
  for (const type of ['created', 'updated', 'trashed', 'restored', 'deleted'])
    expect(typeSeenFrom(null, change(`folder.${type}`, 'a b', 'c'))).toBe(type);
  expect(typeSeenFrom(null, change('file.replaced', ''))).toBe('replaced');
});

test.each([
  ['a change below the folder', 'file.updated', 'a f b', null, 'updated'],
  ['a change directly in the folder', 'file.trashed', 'f', null, 'trashed'],
  ['a move within the folder', 'folder.updated', 'f b', 'f a', 'updated'],
  ['a move into the folder', 'folder.updated', 'f', 'a', 'created'],
  ['a move out of the folder', 'file.updated', '', 'a f', 'deleted'],
  ['a return from the trash to another place', 'file.restored', '', 'f', 'deleted'],
  ['a change elsewhere', 'file.created', 'a ff', null, undefined],
  ['a move elsewhere', 'file.updated', 'a', 'b', undefined],
  ['a change of the folder itself', 'folder.updated', 'a', null, undefined],
])('a folder sees %s', (_, type, folderIds, formerFolderIds, seen) => {
  expect(typeSeenFrom('f', change(type, folderIds, formerFolderIds))).toBe(seen);
});
