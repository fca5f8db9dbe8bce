import type { Item } from '@drive/sdk';
import { errorText } from '../../api/error-text.ts';
import type { ItemList } from '../../api/items.ts';
import type { Formats } from '../../i18n/format.ts';
import type { Messages } from '../../i18n/texts.ts';
import { notify } from '../../ui/notices.ts';
import type { Selection } from './selection.ts';

/** Maximum number of items that Ctrl+A loads and selects. */
const mostSelected = 2000;

/** Loads the items of a list and selects them. */
export async function selectAll(
  list: ItemList,
  selection: Selection,
  messages: Messages,
  formats: Formats,
): Promise<void> {
  const { total = 0, hasMore = false } = list;
  const wanted = hasMore ? mostSelected : Math.min(total, mostSelected);
  const loaded: Item[] = [];
  try {
    if (hasMore)
      // Each page begins where the one before ends.
      for (let page = 1, isFull = true; isFull && loaded.length < wanted; page += 1) {
        const items = await list.read(page);
        loaded.push(...items);
        isFull = items.length === list.pageSize;
      }
    else {
      const pages = Array.from({ length: Math.ceil(wanted / list.pageSize) }, (_, index) => index + 1);
      loaded.push(...(await Promise.all(pages.map((page) => list.read(page)))).flat());
    }
  } catch (error) {
    notify({ kind: 'bad', text: errorText(error, messages, formats) });
    return;
  }
  selection.all(loaded);
  if (total > mostSelected || loaded.length >= mostSelected)
    notify({ text: messages.list.tooMany({ count: formats.number(mostSelected) }) });
}
