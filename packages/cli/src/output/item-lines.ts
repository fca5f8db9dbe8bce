import type { Item } from '@drive/sdk';
import { formatColumns } from './columns.ts';
import { formatBytes, formatTime } from './format.ts';
import type { Output } from './output.ts';
import { paint, printable } from './terminal.ts';
import { padEnd, padStart } from './text-width.ts';

/** An item and its displayed name. */
export interface ShownItem {
  readonly name: string;
  readonly item: Item;
}

/** Folders have a slash, so that they are recognizable without colors. */
const withSlash = ({ name, item }: ShownItem): string => (item.type === 'folder' ? `${name}/` : name);

export const FOLDER_COLOR = '1;34';
const BAD_COLOR = '31';

const SIZE_COLUMNS = 8;
const TIME_COLUMNS = 16;
const LINK_COLUMNS = 6;
const ID_COLUMNS = 36;
const GAP = '  ';

/** The heading of `longLine`. */
export const longHeading = (withId: boolean): string =>
  joinCells('SIZE', 'CHANGED', 'LINK', ...(withId ? ['ID'] : [])) + 'NAME';

/** Size, time, sharing, id and name. Columns have fixed widths, so that lines can be streamed. */
export function longLine(shown: ShownItem, { withId, output }: { withId: boolean; output: Output }): string {
  const { item } = shown;
  const link = item.shareMode === 'PRIVATE' ? '' : item.shareMode.toLowerCase();
  const size = item.size === null ? '' : formatBytes(item.size);
  return (
    joinCells(size, formatTime(item.uploadedAt), link, ...(withId ? [item.id] : [])) +
    nameOf(shown, output) +
    markOf(item, output)
  );
}

/** On a terminal only: programs that read the lines take what follows the columns for the name. */
function markOf({ virus, quarantined, scan }: Item, { interactive, colors }: Output): string {
  if (!interactive) return '';
  if ((virus ?? null) !== null) return paint(colors, BAD_COLOR, `  [virus: ${virus}]`);
  if (quarantined) return paint(colors, BAD_COLOR, '  [in quarantine]');
  return scan === 'pending' ? '  [being checked for viruses]' : '';
}

function joinCells(size: string, time: string, link: string, id?: string): string {
  const cells = [padStart(size, SIZE_COLUMNS), padEnd(time, TIME_COLUMNS), padEnd(link, LINK_COLUMNS)];
  return [...cells, ...(id === undefined ? [] : [padEnd(id, ID_COLUMNS)]), ''].join(GAP);
}

/** The name alone, as it may be shown on this output. */
export function nameOf(shown: ShownItem, output: Output): string {
  const name = output.interactive ? printable(withSlash(shown)) : withSlash(shown);
  return shown.item.type === 'folder' ? paint(output.colors, FOLDER_COLOR, name) : name;
}

/** Names in columns, as many as fit. */
export function columnsOf(items: readonly ShownItem[], columns: number, output: Output): string[] {
  return formatColumns(
    items.map((shown) => printable(withSlash(shown))),
    columns,
    (text, index) => (items[index]?.item.type === 'folder' ? paint(output.colors, FOLDER_COLOR, text) : text),
  );
}
