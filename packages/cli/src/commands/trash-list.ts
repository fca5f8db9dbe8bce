import type { DriveClient, Item } from '@drive/sdk';
import { connect } from '../connection/connect.ts';
import { formatBytes, formatTime } from '../output/format.ts';
import { paint, printable } from '../output/terminal.ts';
import { padEnd, padStart } from '../output/text-width.ts';
import { createItemPaths } from '../remote/item-paths.ts';
import { joinRemote } from '../remote/target.ts';
import { inParallel } from '../shell/parallel.ts';
import type { Command, Context } from './context.ts';

export interface TrashListOptions {
  readonly folders?: boolean;
  readonly long?: boolean;
}

/** Folders that are asked for where they are; what came from others is shown by its name alone. */
const MOST_FOLDERS_ASKED = 100;
const AT_ONCE = 4;
const WRITTEN_TOGETHER = 500;
const SIZE_COLUMNS = 8;
const TIME_COLUMNS = 16;

export const listTrash: Command<[options: TrashListOptions]> = async (context, { folders = false, long = false }) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const all = await client.trash.list({ includeFolders: folders || long }, { signal });
  const items = folders ? all : all.filter(({ type }) => type === 'file');
  const pathOf = long ? await findOrigins(client, all, signal) : () => undefined;
  if (output.json) return writeJson(context, items, long ? pathOf : undefined);
  if (items.length === 0 && output.interactive) return output.note(folders ? 'nothing here' : 'no files here');

  const shownName = (item: Item): string => {
    const path = (pathOf(item) ?? item.name) + (item.type === 'folder' ? '/' : '');
    return output.interactive ? printable(path) : path;
  };
  const isTable = long || output.interactive;
  const heading = ['SIZE'.padStart(SIZE_COLUMNS), 'DELETED'.padEnd(TIME_COLUMNS), 'ID'.padEnd(36), 'NAME'].join('  ');
  if (isTable && items.length > 0) await output.write(`${paint(output.colors, '2', heading)}\n`);
  for (const some of batches(items)) {
    const lines = some.map((item) => {
      const size = padStart(item.size === null ? '' : formatBytes(item.size), SIZE_COLUMNS);
      const time = padEnd(item.deletedAt === null ? '' : formatTime(item.deletedAt), TIME_COLUMNS);
      return isTable ? [size, time, item.id, shownName(item)].join('  ') : shownName(item);
    });
    await output.write(`${lines.join('\n')}\n`);
  }
};

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += WRITTEN_TOGETHER) {
    yield items.slice(start, start + WRITTEN_TOGETHER);
  }
}

/** One array, piece by piece: all of it as one text may be longer than a text can be. */
async function writeJson(
  { output }: Context,
  items: readonly Item[],
  pathOf: ((item: Item) => string | undefined) | undefined,
): Promise<void> {
  let separator = '[';
  for (const some of batches(items)) {
    const told = some.map((item) => JSON.stringify(pathOf ? { path: pathOf(item) ?? null, ...item } : item));
    await output.write(separator + told.join(',\n'));
    separator = ',\n';
  }
  await output.write(separator === '[' ? '[]\n' : ']\n');
}

/** Where things were, as far as few questions tell: in folders that are there, or that are in the trash themselves. */
async function findOrigins(
  client: DriveClient,
  all: readonly Item[],
  signal: AbortSignal,
): Promise<(item: Item) => string | undefined> {
  const trashedFolders = new Map(all.filter(({ type }) => type === 'folder').map((item) => [item.id, item]));
  const parents = new Set(
    all.flatMap(({ parentId }) => (parentId === null || trashedFolders.has(parentId) ? [] : [parentId])),
  );
  const paths = createItemPaths(client, signal);
  const known = new Map<string | null, string>([[null, '/']]);
  await inParallel([...parents].slice(0, MOST_FOLDERS_ASKED), AT_ONCE, signal, async (id) => {
    const path = await paths.findFolder(id);
    if (path !== undefined) known.set(id, path);
  });
  return function pathOf(item: Item): string | undefined {
    const folder = item.parentId === null ? undefined : trashedFolders.get(item.parentId);
    const path = folder === undefined ? known.get(item.parentId) : pathOf(folder);
    return path === undefined ? undefined : joinRemote(path, item.name);
  };
}
