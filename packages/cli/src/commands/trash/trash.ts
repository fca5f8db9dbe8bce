import type { DriveClient, Item, ItemBatchResult } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { connect } from '../../connection/connect.ts';
import { retriesOf } from '../../connection/retries.ts';
import { formatBytes, formatCount } from '../../output/format.ts';
import { BATCH_ITEMS, batchError } from '../../remote/item-batches.ts';
import { createItemPaths } from '../../remote/item-paths.ts';
import { parseLimit } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import { confirm } from '../../shell/confirm.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { reportFailure, exitCodeOfAll } from '../report-failure.ts';
import { listTrash, trashSorts } from './list.ts';
import { type Chosen, foldersFirst, openTrash, select } from './selection.ts';

export function define(trash: Command, run: RunAction): void {
  trash.description('List, restore and delete trashed items.');
  const CHOICE = `
NAME is a name, a pattern for names ('*.jpg'), or the original path, as trash list shows it. If several trashed items have the
name, use the id, which trash list --long shows.`;
  trash
    .command('list')
    .alias('ls')
    .summary('List trashed items, newest first')
    .description(
      'List the files and folders that were moved to the trash, with their original paths, newest first. A folder ends with a slash and stands for its content.',
    )
    .option('--files', 'List every file instead, those of trashed folders one by one, and no folders')
    .option('-l, --long', 'Show size, time and id too; default on a terminal')
    .addOption(
      new Option('--limit <count>', 'Maximum number of entries, or none for all (default: none)').argParser(parseLimit),
    )
    .addOption(new Option('--sort <order>', 'Order; - reverses it (default: -trashedAt)').choices(trashSorts))
    .option('--in <folder>', 'List only what was below this folder: remote path or id')
    .addHelpText(
      'after',
      '\nExamples:\n  $ drive-cli trash list --long\n  $ drive-cli trash list --in /Photos --sort -size --limit 10\n  $ drive-cli trash list --files',
    )
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
    let count = 0;
    for await (const { id, name, path } of client.trash.items({}, { signal })) {
      count++;
      await output.record({ id, name, status: 'planned' }, path ?? name);
    }
    output.note(`${formatCount(count, 'item')} (${size}) would be deleted permanently`);
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
      for (const chosen of await select(trash, argument)) found.set(chosen.id, chosen);
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
