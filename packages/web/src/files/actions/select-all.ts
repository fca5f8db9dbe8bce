import type { Item } from '@drive/sdk';
import { errorText } from '../../api/error-text.ts';
import type { ItemList } from '../../api/items.ts';
import type { Formats } from '../../i18n/format.ts';
import type { Messages } from '../../i18n/texts.ts';
import { notify } from '../../ui/notices.ts';
import type { Selection } from './selection.ts';

/** Maximum number of items that Ctrl+A loads and selects. */
const mostSelected = 2000;

interface SelectAllDeps {
  readonly list: ItemList;
  readonly selection: Pick<Selection, 'all'>;
  readonly messages: Messages;
  readonly formats: Formats;
}

/** Loads all items of a list, as far as they are not too many, and selects them; nothing if Escape is pressed meanwhile. */
export async function selectAll({ list, selection, messages, formats }: SelectAllDeps): Promise<void> {
  const stop = new AbortController();
  const listen = ({ key }: KeyboardEvent): void => void (key === 'Escape' && stop.abort());
  window.addEventListener('keydown', listen);
  try {
    const loaded = await loadItems(list, stop.signal);
    if (stop.signal.aborted) return;
    selection.all(loaded);
    if ((list.total ?? 0) > mostSelected || loaded.length >= mostSelected)
      notify({ text: messages.list.tooMany({ count: formats.number(mostSelected) }) });
  } catch (error) {
    notify({ kind: 'bad', text: errorText(error, messages, formats) });
  } finally {
    window.removeEventListener('keydown', listen);
  }
}

async function loadItems({ total = 0, hasMore = false, pageSize, read }: ItemList, stop: AbortSignal): Promise<Item[]> {
  const wanted = hasMore ? mostSelected : Math.min(total, mostSelected);
  if (!hasMore) {
    const pages = Array.from({ length: Math.ceil(wanted / pageSize) }, (_, index) => index + 1);
    return (await Promise.all(pages.map((page) => read(page)))).flat();
  }
  const loaded: Item[] = [];
  // Each page begins where the one before ends.
  for (let page = 1, isFull = true; isFull && loaded.length < wanted && !stop.aborted; page += 1) {
    const items = await read(page);
    loaded.push(...items);
    isFull = items.length === pageSize;
  }
  return loaded;
}
