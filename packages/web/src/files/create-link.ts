import type { Item } from '@drive/sdk';
import { client } from '../api/client.ts';
import { itemsKey } from '../api/items.ts';
import { queryClient } from '../api/query-client.ts';

/** URL of the item's share, which is created if there is none. */
export async function createLink(item: Item): Promise<string> {
  const { shareUrl } = await (item.type === 'folder'
    ? client.shares.createForFolder(item.id)
    : client.shares.create(item.id));
  void queryClient.invalidateQueries({ queryKey: itemsKey });
  return shareUrl;
}
