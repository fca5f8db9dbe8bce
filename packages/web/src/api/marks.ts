import type { Item } from '@drive/sdk';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import type { BatchOutcome } from './item-changes.ts';

/** The tags of all items, with the number of items of each. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: async ({ signal }) => (await client.tags.list({ signal })).tags,
  staleTime: 60_000,
});

/** Stars items, or removes their stars, one after the other. */
export async function starItems(items: readonly Item[], isStarred: boolean): Promise<BatchOutcome> {
  const done: Item[] = [];
  for (const item of items) {
    await (isStarred ? client.files.star(item.id) : client.files.unstar(item.id));
    done.push({ ...item, starred: isStarred });
  }
  return { done, failed: [] };
}

/** Adds tags to items and removes others. */
export const tagItems = (
  items: readonly Pick<Item, 'id'>[],
  change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
): Promise<BatchOutcome> =>
  client.files
    .tag(
      items.map(({ id }) => id),
      change,
    )
    .then(({ updated, failed }) => ({ done: updated, failed }));
