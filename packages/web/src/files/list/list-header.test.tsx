import { listSorts, type ListSort, type SearchSort } from '@drive/contract/sorts';
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/components/render-app.tsx';
import { ListHeader, type ListHeaderProps } from './list-header.tsx';

describe('the header of a list', () => {
  const show = async (sort: ListSort, selected: ListHeaderProps['selected'] = 'none') => {
    const onSort = vi.fn<(sort: ListSort | SearchSort) => void>();
    const onSelectAll = vi.fn<(isSelected: boolean) => void>();
    const { user } = await renderApp(
      <ListHeader {...{ sort, sorts: listSorts, hasPlace: false, onSort, selected, onSelectAll }} />,
    );
    return { user, onSort, onSelectAll };
  };
  const sortsShown = () =>
    ['Name', 'Added', 'Size'].map((name) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort'));

  test.each([
    ['type,name', ['ascending', 'none', 'none']],
    ['name', ['ascending', 'none', 'none']],
    ['-name', ['descending', 'none', 'none']],
    ['createdAt', ['none', 'ascending', 'none']],
    ['-createdAt', ['none', 'descending', 'none']],
    ['size', ['none', 'none', 'ascending']],
    ['-size', ['none', 'none', 'descending']],
    ['downloadCount', ['none', 'none', 'none']],
  ] as const)('tells screen readers how %s sorts', async (sort, shown) => {
    await show(sort);
    expect(sortsShown()).toEqual(shown);
  });

  test.each([
    ['Name', 'type,name', 'name'],
    ['Name', 'name', '-name'],
    ['Name', '-name', 'name'],
    ['Added', 'name', '-createdAt'],
    ['Added', '-createdAt', 'createdAt'],
    ['Size', 'name', '-size'],
    ['Size', '-size', 'size'],
  ] as const)('a click on %s changes %s to %s', async (column, before, after) => {
    const { user, onSort } = await show(before);
    await user.click(screen.getByRole('button', { name: column }));
    expect(onSort.mock.calls).toEqual([[after]]);
  });

  test('its box selects everything, or nothing', async () => {
    const { user, onSelectAll } = await show('name', 'all');
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
    expect([box.checked, box.indeterminate]).toEqual([true, false]);
    await user.click(box);
    expect(onSelectAll.mock.calls).toEqual([[false]]);
  });

  test('its box is half checked if some items are selected, and selects the others', async () => {
    const { user, onSelectAll } = await show('name', 'some');
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
    expect([box.checked, box.indeterminate]).toEqual([false, true]);
    await user.click(box);
    expect(onSelectAll.mock.calls).toEqual([[true]]);
  });
});
