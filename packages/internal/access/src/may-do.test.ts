import type { MemberRole } from '@drive/contract';
import { describe, expect, it } from 'vitest';
import { mayDo, requireMay, tidyMs, type Action } from './may-do.ts';

const actions: readonly Action[] = ['read', 'add', 'tidy', 'write', 'share', 'give', 'delete', 'manage'];
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

  it('lets members do what their role allows, and only the user for whom it was looked up', () => {
    const item = (role: MemberRole) => ({ ownerId: 7, given: { userId: 8, role } });
    expect(allowedTo(8, item('viewer'))).toEqual(['read']);
    expect(allowedTo(8, item('contributor'))).toEqual(['read', 'add']);
    expect(allowedTo(8, item('editor'))).toEqual(['read', 'add', 'tidy', 'write']);
    expect(allowedTo(8, item('manager'))).toEqual(actions);
    expect(allowedTo(9, item('manager'))).toEqual([]);
    expect(allowedTo(undefined, item('manager'))).toEqual([]);
  });

  it('lets a contributor tidy what they added for a day', () => {
    const item = { ownerId: 7, given: { userId: 8, role: 'contributor' as const }, addedBy: 8, addedAt: 1000 };
    expect(mayDo(8, item, 'tidy', 1000 + tidyMs - 1)).toBe(true);
    expect(mayDo(8, item, 'tidy', 1000 + tidyMs)).toBe(false);
    expect(mayDo(8, { ...item, addedBy: 9 }, 'tidy', 1000)).toBe(false);
    expect(mayDo(8, { ...item, given: { userId: 8, role: 'viewer' as const } }, 'tidy', 1000)).toBe(false);
    expect(mayDo(8, item, 'write', 1000)).toBe(false);
  });

  it('names the role that is needed to members, and tells strangers nothing', () => {
    const refusal = (asker: number, action: Action): string => {
      try {
        requireMay(
          asker,
          { ownerId: 7, given: { userId: 8, role: 'viewer' as const } },
          action,
          () => new Error('none'),
        );
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refusal(8, 'read')).toBe('');
    expect(refusal(8, 'write')).toContain('needs the role editor, and yours is viewer');
    expect(refusal(8, 'give')).toContain('manager');
    expect(refusal(9, 'write')).toBe('none');
  });

  it('allows nothing with an item that does not exist', () => {
    expect(allowedTo(7, undefined)).toEqual([]);
    expect(allowedTo(undefined, undefined)).toEqual([]);
  });
});
