import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { namesOf, renderApp } from '../../test/components/render-app.tsx';
import { trashedOf } from '../../test/components/things.ts';
import { TrashRow } from './trash-row.tsx';

describe('a row of the trash', () => {
  const show = async (item = trashedOf('a.txt'), retentionDays: number | undefined = 30) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-03T11:00:00.000Z') });
    const calls = {
      onSelect: vi.fn<(isSelected: boolean) => void>(),
      onRestore: vi.fn<() => void>(),
      onPurge: vi.fn<() => void>(),
    };
    const { user } = await renderApp(
      <TrashRow item={item} rootName="Design" offset={0} retentionDays={retentionDays} isSelected={false} {...calls} />,
    );
    return { user, ...calls };
  };
  const facts = () => screen.getByRole('listitem').querySelectorAll('p')[1]?.textContent.replaceAll('\u00A0', ' ');

  test('says when the item was deleted, and how long it can be restored', async () => {
    await show();
    expect(facts()).toBe('29 days left · 2.0 KiB · Deleted 2 days ago');
  });

  test('says from which folder it was moved, unless that is gone', async () => {
    await show(trashedOf('a.txt', { path: '/Work/Plans/a.txt' }));
    expect(facts()).toBe('29 days left · 2.0 KiB · Deleted 2 days ago · from /Work/Plans');
  });

  test('names the topmost folder of the tree, such as a team drive', async () => {
    await show(trashedOf('a.txt', { path: '/a.txt' }));
    expect(facts()).toContain('from Design');
  });

  test('counts a day that has begun', async () => {
    await show(trashedOf('a.txt'), 2);
    expect(facts()).toContain('1 day left');
  });

  test('an item that is overdue has 0 days left', async () => {
    await show(trashedOf('a.txt', { deletedAt: '2026-09-01T12:00:00.000Z' }));
    expect(facts()).toContain('0 days left');
  });

  test('its buttons name the item, restore it and delete it forever', async () => {
    const { user, onRestore, onPurge, onSelect } = await show();
    expect(namesOf('button')).toEqual(['Restore: a.txt', 'Delete forever: a.txt']);
    await user.click(screen.getByRole('button', { name: 'Restore: a.txt' }));
    await user.click(screen.getByRole('button', { name: 'Delete forever: a.txt' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select a.txt' }));
    expect([onRestore.mock.calls.length, onPurge.mock.calls.length, onSelect.mock.calls]).toEqual([1, 1, [[true]]]);
  });
});
