import type { DriveClient, Item, ItemBatchResult } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../connection/connect.ts';
import { formatBytes, formatTime, formatCount } from '../output/format.ts';
import { paint, printable } from '../output/terminal.ts';
import { padEnd, padStart } from '../output/text-width.ts';
import { retriesOf } from '../connection/retries.ts';
import { BATCH_ITEMS, batchError } from '../remote/item-batches.ts';
import { createItemPaths } from '../remote/item-paths.ts';
import { joinRemote } from '../remote/remote-target.ts';
import { CliError } from '../shell/cli-error.ts';
import { confirm } from '../shell/confirm.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import { inParallel } from '../shell/parallel.ts';
import { type Chosen, foldersFirst, openTrash, select } from '../trash/selection.ts';
import type { Action, Context, RunAction } from './context.ts';
import { reportFailure, exitCodeOfAll } from './report-failure.ts';

export function define(trash: Command, run: RunAction): void {
  trash.description('List, restore and delete trashed items.');
  const CHOICE = `
NAME is a name, a pattern for names ('*.jpg'), or the original path. If several trashed items have the name, use the id, which
trash list shows.`;
  trash
    .command('list')
    .alias('ls')
    .summary('List trashed items, newest first')
    .description('List trashed files, newest first. Files of a trashed folder are listed one by one.')
    .option('--folders', 'List trashed folders too')
    .option('-l, --long', 'Show size, time, id and, if cheap to find, the original path')
    .addHelpText('after', '\nExample:\n  $ drive-cli trash list --folders --long')
    .action(run(listTrash));
  trash
    .command('restore')
    .summary('Restore trashed items')
    .description('Restore items to their original folder, or to / if it is gone, and print the path of each.')
    .argument('<name...>', 'name, pattern, path or id')
    .option('-n, --dry-run', 'Only show what would be restored')
    .addHelpText('after', `${CHOICE}\n\nExample:\n  $ drive-cli trash restore /Photos/sea.jpg`)
    .action(run(restoreTrash));
  trash
    .command('purge')
    .summary('Delete trashed items permanently')
    .description('Delete trashed items permanently. Asks for confirmation if a pattern selects them.')
    .argument('<name...>', 'name, pattern, path or id')
    .option('-y, --yes', 'Do not ask for confirmation')
    .option('-n, --dry-run', 'Only show what would be deleted')
    .addHelpText('after', `${CHOICE}\n\nExample:\n  $ drive-cli trash purge --yes '*.tmp'`)
    .action(run(purgeTrash));
  trash
    .command('empty')
    .summary('Empty the trash')
    .description('Delete all trashed items permanently. Asks for confirmation.')
    .option('-y, --yes', 'Do not ask for confirmation')
    .option('-n, --dry-run', 'Only show what would be deleted')
    .addHelpText('after', '\nExample:\n  $ drive-cli trash empty --yes')
    .action(run(emptyTrash));
}

interface TrashListOptions {
  readonly folders?: boolean;
  readonly long?: boolean;
}

/** Maximum number of folders whose path is requested. */
const MOST_FOLDERS_ASKED = 100;
const AT_ONCE = 4;
const WRITTEN_TOGETHER = 500;
const SIZE_COLUMNS = 8;
const TIME_COLUMNS = 16;

const listTrash: Action<[options: TrashListOptions]> = async (context, { folders = false, long = false }) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const all = await client.trash.list({ includeFolders: folders || long }, { signal });
  const items = folders ? all : all.filter(({ type }) => type === 'file');
  const pathOf = long ? await findOrigins(client, all, signal) : () => undefined;
  if (output.structured) return writeRecords(context, items, long ? pathOf : undefined);
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

/** Streams one array, because the whole text may exceed the maximum string length, or lines of the chosen fields. */
async function writeRecords(
  { output }: Context,
  items: readonly Item[],
  pathOf: ((item: Item) => string | undefined) | undefined,
): Promise<void> {
  const recordOf = (item: Item): object => (pathOf ? { path: pathOf(item) ?? null, ...item } : item);
  if (!output.json) {
    for (const item of items) await output.record(recordOf(item), undefined);
    return;
  }
  let separator = '[';
  for (const some of batches(items)) {
    const told = some.map((item) => output.stringify(recordOf(item)));
    await output.write(separator + told.join(',\n'));
    separator = ',\n';
  }
  await output.write(separator === '[' ? '[]\n' : ']\n');
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

const restoreTrash: Action<[names: string[], options: { dryRun?: boolean }]> = async (
  context,
  names,
  { dryRun = false },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const paths = createItemPaths(client, signal);
  const { failed, attempted } = await doWithTrash(context, client, names, {
    dryRun,
    prepare: async () => {},
    act: (ids) => client.trash.restoreMany(ids, { signal, maxRetries: retriesOf(client) }),
    async report(_chosen, item) {
      const path = (await paths.find(item)) ?? item.name;
      await output.record({ path, id: item.id, status: 'restored' }, path);
    },
    errorOf({ shownAs }, failure) {
      if (failure.status === 409)
        return new CliError('exists', `${shownAs}: an item of that name exists in its original folder`, {
          hint: 'move that item with: drive-cli mv',
        });
      return isGone(failure)
        ? new CliError('not_found', `${shownAs} is not in the trash`)
        : batchError(shownAs, failure);
    },
  });
  return exitCodeOfAll(failed, attempted);
};

const isGone = ({ status }: { readonly status: number }): boolean => status === 404 || status === 410;

interface PurgeOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

const purgeTrash: Action<[names: string[], options: PurgeOptions]> = async (
  context,
  names,
  { yes, dryRun = false },
) => {
  const { client } = await connect(context);
  const { output, signal, world } = context;
  let purged = 0;
  const { failed, attempted } = await doWithTrash(context, client, names, {
    dryRun,
    // Only matches of patterns need confirmation.
    async prepare(chosen) {
      const matched = chosen.filter(({ byPattern }) => byPattern).length;
      if (matched === 0 || yes === true) return;
      const text = `Delete ${formatCount(chosen.length, 'item')} in the trash permanently?`;
      await confirm(world, { text, flag: '--yes' }, output.ask, signal);
    },
    act: (ids) => client.trash.purgeMany(ids, { signal, maxRetries: retriesOf(client) }),
    async report(chosen) {
      purged++;
      await output.record({ id: chosen.id, name: chosen.item?.name ?? null, status: 'purged' }, undefined);
    },
    errorOf({ shownAs }, failure) {
      if (failure.status === 409)
        return new CliError('conflict', `${shownAs} is not in the trash`, {
          hint: 'to delete it permanently: drive-cli rm --permanent',
        });
      return isGone(failure)
        ? new CliError('not_found', `${shownAs}: no such item in the trash`)
        : batchError(shownAs, failure);
    },
  });
  if (purged > 0) output.note(`deleted ${formatCount(purged, 'item')} permanently`);
  return exitCodeOfAll(failed, attempted);
};

const emptyTrash: Action<[options: PurgeOptions]> = async (context, { yes, dryRun }) => {
  const { client } = await connect(context);
  const { output, signal, world } = context;
  const { trashBytes } = await client.account.me({ signal });
  const size = formatBytes(trashBytes);
  if (dryRun === true) {
    const items = await client.trash.list({ includeFolders: true }, { signal });
    for (const { id, name } of items) await output.record({ id, name, status: 'planned' }, name);
    output.note(`${formatCount(items.length, 'item')} (${size}) would be deleted permanently`);
    return;
  }
  if (yes !== true) {
    const text = `Delete all that is in the trash (${size}) permanently?`;
    await confirm(world, { text, flag: '--yes' }, output.ask, signal);
  }
  await client.trash.empty({ signal, maxRetries: retriesOf(client) });
  output.note(`the trash is empty: ${size} deleted permanently`);
  await output.record({ status: 'purged', bytes: trashBytes }, undefined);
};

interface TrashWork {
  /** Only print the selection. */
  readonly dryRun: boolean;
  /** Called once with the selection before the first change. */
  prepare(chosen: readonly Chosen[]): Promise<void>;
  /** Changes up to `BATCH_ITEMS` items. */
  act(ids: readonly string[]): PromiseLike<ItemBatchResult>;
  /** Called for each item that was changed. */
  report(chosen: Chosen, item: Item): Promise<void>;
  errorOf(chosen: Chosen, failure: ItemBatchResult['failed'][number]): CliError;
}

/**
 * Applies `act` to batches of the selected items, folders first. Files that were trashed with their folder are skipped. Throws if
 * a single argument fails, and for wrong usage.
 */
async function doWithTrash(
  context: Context,
  client: DriveClient,
  args: readonly string[],
  work: TrashWork,
): Promise<{ failed: ExitCode[]; attempted: number }> {
  const { signal } = context;
  const trash = openTrash(client, signal);
  const failed: ExitCode[] = [];
  const found = new Map<string, Chosen>();
  for (const argument of args) {
    try {
      for (const chosen of await select(client, trash, argument, signal)) found.set(chosen.id, chosen);
    } catch (error) {
      signal.throwIfAborted();
      if (args.length === 1 || isUsage(error)) throw error;
      failed.push(await reportFailure(context, { name: argument }, error));
    }
  }
  const chosen = foldersFirst([...found.values()]);
  if (work.dryRun) {
    for (const { id, item, shownAs } of chosen) {
      await context.output.record({ id, name: item?.name ?? null, status: 'planned' }, item?.name ?? shownAs);
    }
    return { failed, attempted: chosen.length + failed.length };
  }
  await work.prepare(chosen);

  let foldersDone = 0;
  const actOn = async (some: readonly Chosen[]): Promise<void> => {
    for (let start = 0; start < some.length; start += BATCH_ITEMS) {
      signal.throwIfAborted();
      const batch = some.slice(start, start + BATCH_ITEMS);
      const result = await work.act(batch.map(({ id }) => id));
      const updated = new Map(result.updated.map((item) => [item.id, item]));
      const failures = new Map(result.failed.map((failure) => [failure.id, failure]));
      for (const one of batch) {
        const item = updated.get(one.id);
        const failure = failures.get(one.id);
        if (item !== undefined) {
          if (item.type === 'folder') foldersDone++;
          await work.report(one, item);
        } else if (failure !== undefined) {
          const error = work.errorOf(one, failure);
          if (chosen.length === 1 && failed.length === 0) throw error;
          failed.push(await reportFailure(context, { name: one.shownAs }, error));
        }
      }
    }
  };
  const mayGoAlong = ({ item, byPattern }: Chosen): boolean => item?.type === 'file' && byPattern;
  await actOn(chosen.filter((one) => !mayGoAlong(one)));
  let files = chosen.filter(mayGoAlong);
  if (files.length > 0 && foldersDone > 0) {
    // Some may have been restored or deleted with their folder.
    const left = new Set((await openTrash(client, signal).list()).map(({ id }) => id));
    files = files.filter(({ id }) => left.has(id));
  }
  await actOn(files);
  return { failed, attempted: chosen.length + failed.length };
}

const isUsage = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'usage';
