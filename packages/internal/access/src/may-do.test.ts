import { describe, expect, it } from 'vitest';
import { mayDo, type Action } from './may-do.ts';

const actions: readonly Action[] = ['read', 'write', 'share', 'delete', 'manage'];
const allowedTo = (...[asker, item]: [Parameters<typeof mayDo>[0], Parameters<typeof mayDo>[1]]): readonly Action[] =>
  actions.filter((action) => mayDo(asker, item, action));

describe('the rule of access', () => {
  it('lets the owner do everything, and nobody else anything', () => {
    const item = { ownerId: 7 };
    for (const owner of [7, { userId: 7 }, { userId: 7, isAdmin: true, restriction: null }])
      expect(allowedTo(owner, item)).toEqual(actions);
    for (const other of [8, { userId: 8 }, { userId: 8, isAdmin: true }, { userId: undefined }, undefined])
      expect(allowedTo(other, item)).toEqual([]);
  });

  it('lets administrators delete what guests left, and only that', () => {
    const item = { ownerId: 1, isOfGuests: true };
    expect(allowedTo({ userId: 8, isAdmin: true }, item)).toEqual(['delete']);
    expect(allowedTo({ userId: 8, isAdmin: false }, item)).toEqual([]);
    expect(allowedTo(undefined, item)).toEqual([]);
  });

  it('lets the key of a folder reach what is below the folder, and not the folder itself', () => {
    const key = { userId: 7, restriction: { folderId: 'public' } };
    expect(allowedTo(key, { ownerId: 7, folderIds: ['root', 'public'] })).toEqual(actions);
    expect(allowedTo(key, { ownerId: 7, folderIds: ['root'] })).toEqual([]);
    expect(allowedTo(key, { ownerId: 7, folderIds: [] })).toEqual([]);
    expect(allowedTo(key, { ownerId: 8, folderIds: ['public'] })).toEqual([]);
  });

  it('allows nothing with an item that does not exist', () => {
    expect(allowedTo(7, undefined)).toEqual([]);
    expect(allowedTo(undefined, undefined)).toEqual([]);
  });
});
