import type { Item } from '@drive/sdk';
import { expect, test, vi } from 'vitest';
import { fileOf } from '../../../test/components/things.ts';
import type { ItemList } from '../../api/items.ts';
import { formatsOf } from '../../i18n/format.ts';
import { englishMessages } from '../../i18n/languages.ts';
import { selectAll } from './select-all.ts';

const texts = { messages: englishMessages(), formats: formatsOf('en') };

function listOf(total: number) {
  const reads: ((items: Item[]) => void)[] = [];
  const list: ItemList = {
    total,
    pageSize: 1,
    error: null,
    at: () => undefined,
    show: () => {},
    refetch: () => {},
    read: () => new Promise((resolve) => reads.push(resolve)),
  };
  const all = vi.fn<(items: readonly Item[]) => void>();
  const arrive = (): void => {
    for (const [index, resolve] of reads.entries()) resolve([fileOf(`${index}.txt`)]);
  };
  return { all, arrive, done: selectAll({ list, selection: { all }, ...texts }) };
}

test('all pages of a list are loaded and selected', async () => {
  const { all, arrive, done } = listOf(2);
  arrive();
  await done;
  expect(all.mock.calls[0]?.[0].map(({ name }) => name)).toEqual(['0.txt', '1.txt']);
});

test('Escape stops a selection that is still loading', async () => {
  const { all, arrive, done } = listOf(2);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  arrive();
  await done;
  expect(all).not.toHaveBeenCalled();
});
