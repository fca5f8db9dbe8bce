import type { DriveClient, Item, ListTrashedItemsQuery } from '@drive/sdk';
import { connect } from '../../connection/connect.ts';
import { formatBytes, formatTime } from '../../output/format.ts';
import { paint, printable } from '../../output/terminal.ts';
import { padEnd, padStart } from '../../output/text-width.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { createItemPaths } from '../../remote/item-paths.ts';
import { locate } from '../../remote/locate.ts';
import { joinRemote, parseOwnTarget } from '../../remote/remote-target.ts';
import { CliError } from '../../shell/cli-error.ts';
import { inParallel } from '../../shell/parallel.ts';
import type { Action, Context } from '../context.ts';

/** Maximum number of folders whose path is requested. */
const MOST_FOLDERS_ASKED = 100;
const AT_ONCE = 4;
const WRITTEN_TOGETHER = 500;
const SIZE_COLUMNS = 8;
const TIME_COLUMNS = 16;

/** An item with the path that it had, if that is known. */
type Listed = Pick<Item, 'id' | 'name' | 'type' | 'size' | 'deletedAt'> & { readonly path?: string | null };

/** Orders of the server. */
export const trashSorts = ['-trashedAt', 'trashedAt', 'name', '-name', '-size', 'size'] as const;

interface TrashListOptions {
  readonly files?: boolean;
  readonly long?: boolean;
  readonly limit?: number;
  readonly sort?: ListTrashedItemsQuery['sort'];
  readonly in?: string;
}

/** Lists what was moved to the trash, or with `files` every file in it. */
export const listTrash: Action<[options: TrashListOptions]> = async (context, options) => {
  const { files = false, long = false } = options;
  // 0: all.
  const limit = options.limit || Infinity;
  if (files && (options.sort !== undefined || options.in !== undefined))
    throw new CliError('usage', '--files lists every file, newest first: omit --sort and --in');
  const { client } = await connect(context);
  const { output, signal } = context;
  const items = files
    ? batches((await listFiles(client, { withPaths: long }, signal)).slice(0, limit))
    : inBatches(listTops(client, options, signal), limit);
  if (output.structured) return writeRecords(context, items);

  const shownName = ({ path, name, type }: Listed): string => {
    const shown = (path ?? name) + (type === 'folder' ? '/' : '');
    return output.interactive ? printable(shown) : shown;
  };
  const isTable = long || output.interactive;
  const heading = ['SIZE'.padStart(SIZE_COLUMNS), 'DELETED'.padEnd(TIME_COLUMNS), 'ID'.padEnd(36), 'PATH'].join('  ');
  let isEmpty = true;
  for await (const some of items) {
    if (isEmpty && isTable) await output.write(`${paint(output.colors, '2', heading)}\n`);
    isEmpty = false;
    const lines = some.map((item) => {
      const size = padStart(item.size === null ? '' : formatBytes(item.size), SIZE_COLUMNS);
      const time = padEnd(item.deletedAt === null ? '' : formatTime(item.deletedAt), TIME_COLUMNS);
      return isTable ? [size, time, item.id, shownName(item)].join('  ') : shownName(item);
    });
    await output.write(`${lines.join('\n')}\n`);
  }
  if (isEmpty && output.interactive) output.note('the trash is empty');
};

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += WRITTEN_TOGETHER) {
    yield items.slice(start, start + WRITTEN_TOGETHER);
  }
}

async function* listTops(
  client: DriveClient,
  { limit, sort, in: folder }: TrashListOptions,
  signal: AbortSignal,
): AsyncGenerator<Listed> {
  const named = folder === undefined ? undefined : { argument: folder, ...parseOwnTarget(folder) };
  const [located] = named === undefined ? [] : await locate(client, named, signal);
  const query = { sort, folderId: located?.item?.id, limit: Math.min(limit || PAGE_ITEMS, PAGE_ITEMS) };
  yield* client.trash.items(query, { signal });
}

async function* inBatches<T>(items: AsyncIterable<T>, limit: number): AsyncGenerator<readonly T[]> {
  let some: T[] = [];
  let left = limit;
  for await (const item of items) {
    some.push(item);
    if (--left === 0) break;
    if (some.length < WRITTEN_TOGETHER) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

async function listFiles(
  client: DriveClient,
  { withPaths }: { readonly withPaths: boolean },
  signal: AbortSignal,
): Promise<Listed[]> {
  const all = await client.trash.list({ includeFolders: withPaths }, { signal });
  const files = all.filter(({ type }) => type === 'file');
  if (!withPaths) return files;
  const pathOf = await findOrigins(client, all, signal);
  return files.map((file) => ({ path: pathOf(file) ?? null, ...file }));
}

/** Streams one array, because the whole text may exceed the maximum string length, or lines of the chosen fields. */
async function writeRecords(
  { output }: Context,
  items: Iterable<readonly Listed[]> | AsyncIterable<readonly Listed[]>,
): Promise<void> {
  let separator = '[';
  for await (const some of items) {
    if (!output.json) {
      for (const item of some) await output.record(item, undefined);
      continue;
    }
    await output.write(separator + some.map((item) => output.stringify(item)).join(',\n'));
    separator = ',\n';
  }
  if (output.json) await output.write(separator === '[' ? '[]\n' : ']\n');
}

/** Original paths, as far as a small number of requests can find them. */
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
