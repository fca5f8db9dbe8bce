import type { DriveClient, Item } from '@drive/sdk';
import { connect } from '../connection/connect.ts';
import { formatBytes, formatTime } from '../output/format.ts';
import { paint } from '../output/output.ts';
import { formatTable } from '../output/table.ts';
import { printable } from '../output/text-width.ts';
import { requirePlace } from '../remote/find-item.ts';
import { parseOwnTarget } from '../remote/target.ts';
import type { Command, Context } from './context.ts';

/** The most that a server gives at once, unless it is configured otherwise. */
const PAGE_ITEMS = 200;

type Sort = NonNullable<NonNullable<Parameters<DriveClient['files']['list']>[0]>['sort']>;

export const ls: Command<[path: string, options: { long?: boolean; sort: Sort }]> = async (context, path, options) => {
  const target = parseOwnTarget(path);
  const { client } = await connect(context);
  const { output, signal } = context;
  const place = await requirePlace(client, target, signal);
  const pages =
    !place.isRoot && place.item.type === 'file'
      ? [[place.item]]
      : listPages(client, place.isRoot ? undefined : place.item.id, options.sort, signal);

  if (output.json) await writeJson(pages, context);
  else if (options.long === true || output.interactive) await writeTable(pages, context);
  else for await (const page of pages) await output.write(page.map((item) => `${shownName(item)}\n`).join(''));
};

type Pages = Iterable<readonly Item[]> | AsyncIterable<readonly Item[]>;

async function* listPages(
  client: DriveClient,
  parentId: string | undefined,
  sort: Sort,
  signal: AbortSignal,
): AsyncGenerator<readonly Item[]> {
  const query = { sort, limit: PAGE_ITEMS, ...(parentId === undefined ? {} : { parentId }) };
  for await (const { items } of client.files.list(query, { signal }).pages()) yield items;
}

/** One array, written as it comes: a folder may hold more than fits into memory. */
async function writeJson(pages: Pages, { output }: Context): Promise<void> {
  let separator = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    await output.write(separator + page.map((item) => JSON.stringify(item)).join(',\n'));
    separator = ',\n';
  }
  await output.write(separator === '[' ? '[]\n' : ']\n');
}

async function writeTable(pages: Pages, { output, world }: Context): Promise<void> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page);
  const terminal = world.stdout.isTTY === true;
  if (items.length === 0) return terminal ? output.note('nothing here') : undefined;
  const columns = [
    { title: 'SIZE', align: 'right' as const },
    { title: 'CHANGED' },
    { title: 'LINK' },
    { title: 'NAME' },
  ];
  const withIds = !terminal || (world.stdout.columns || 80) >= 120;
  const rows = items.map((item) => [
    item.size === null ? '' : formatBytes(item.size),
    formatTime(item.uploadedAt),
    item.shareMode === 'PRIVATE' ? '' : item.shareMode.toLowerCase(),
    terminal ? printable(shownName(item)) : shownName(item),
    item.id,
  ]);
  const [heading = '', ...lines] = formatTable(
    withIds ? [...columns.slice(0, 3), { title: 'ID' }, { title: 'NAME' }] : columns,
    withIds ? rows.map(([size = '', time = '', link = '', name = '', id = '']) => [size, time, link, id, name]) : rows,
  );
  const painted = lines.map((line, index) => {
    if (items[index]?.type !== 'folder') return line;
    const name = rows[index]?.[3] ?? '';
    return line.slice(0, line.length - name.length) + paint(output.colors, '1;34', name);
  });
  await output.write(`${[paint(output.colors, '2', heading), ...painted].join('\n')}\n`);
}

const shownName = ({ name, type }: Item): string => (type === 'folder' ? `${name}/` : name);
