import type { BatchFailure, DriveClient, Item, ItemBatchResult } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { retriesOf } from '../../connection/retries.ts';
import { formatBytes, formatCount } from '../../output/format.ts';
import { createProgress } from '../../output/progress.ts';
import { IF_MATCH, requireOneFor } from '../../remote/if-match.ts';
import { BATCH_ITEMS, batchError } from '../../remote/item-batches.ts';
import { parseNamed } from '../../remote/locate.ts';
import { PATTERN_HELP } from '../../remote/path-pattern.ts';
import { CliError } from '../../shell/cli-error.ts';
import { confirm } from '../../shell/confirm.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { locateAll, withoutNested } from '../locate-all.ts';
import { reportFailure, exitCodeOfAll } from '../report-failure.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description('Move files, and folders with -r, to the trash. They can be restored until the retention period ends.')
    .argument('<path...>', 'remote path, id or pattern')
    .option('-r, --recursive', 'Remove folders with their content')
    .option('-f, --force', 'Ignore missing items and never ask')
    .option('--permanent', 'Delete permanently; asks for confirmation')
    .option('--only-if-empty', 'Remove folders only if they are empty')
    .option('--if-match <tag>', IF_MATCH)
    .option('-y, --yes', 'Do not ask for confirmation')
    .option('-n, --dry-run', 'Only show what would be removed')
    .addHelpText(
      'after',
      `${PATTERN_HELP}

Examples:
  $ drive-cli rm '/Photos/*.tmp' /notes.txt
  $ drive-cli rm -r --permanent --yes /build
  $ drive-cli rm --only-if-empty /inbox`,
    )
    .action(run(rm));
}

interface RmOptions {
  readonly recursive?: boolean;
  readonly permanent?: boolean;
  readonly force?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly onlyIfEmpty?: boolean;
  readonly ifMatch?: string;
}

interface Doomed {
  readonly path: string;
  readonly item: Item;
}

export const rm: Action<[paths: string[], options: RmOptions]> = async (context, paths, options) => {
  const args = paths.map(parseNamed);
  const { client } = await connect(context);
  const { output, signal } = context;
  const onFailure = (argument: string, error: unknown) => reportFailure(context, { path: argument }, error);
  const { located, failed } = await locateAll(client, args, {
    signal,
    ignoresMissing: options.force === true,
    onFailure,
  });

  const doomed: Doomed[] = [];
  for (const { path, item } of withoutNested(located)) {
    if (item === null) throw new CliError('usage', '/ cannot be removed', { hint: "to select its content, use '/*'" });
    if (item.type === 'folder' && options.recursive !== true && options.onlyIfEmpty !== true) {
      const error = new CliError('usage', `${path} is a folder`, {
        hint: 'add -r to remove it with its content',
      });
      if (paths.length === 1 && located.length === 1) throw error;
      failed.push(await onFailure(path, error));
    } else doomed.push({ path, item });
  }

  const attempted = doomed.length + failed.length;
  requireOneFor(options.ifMatch, attempted);
  if (options.dryRun === true) {
    for (const { path, item } of doomed) await output.record({ path, id: item.id, status: 'planned' }, path);
    return exitCodeOfAll(failed, attempted);
  }
  if (options.permanent === true && doomed.length > 0 && options.yes !== true && options.force !== true) {
    await confirm(
      context.world,
      { text: `Delete ${sumUp(doomed, doomed.length)} permanently?`, flag: '--yes' },
      output.ask,
      signal,
    );
  }
  const failures = await removeAll(context, client, doomed, options, paths.length === 1);
  return exitCodeOfAll([...failed, ...failures], attempted);
};

async function removeAll(
  context: Context,
  client: DriveClient,
  doomed: readonly Doomed[],
  { permanent = false, onlyIfEmpty = false, ifMatch }: RmOptions,
  throwsWhenAlone: boolean,
): Promise<ExitCode[]> {
  const { output, signal, world } = context;
  const failures: ExitCode[] = [];
  const status = permanent ? 'purged' : 'trashed';
  const progress = createProgress(world, output);
  const patiently = { signal, maxRetries: retriesOf(client) };
  let removed = 0;
  try {
    const [only] = doomed;
    if (only !== undefined && doomed.length === 1 && throwsWhenAlone) {
      await client.files.trash(only.item.id, { ...patiently, onlyIfEmpty, ifMatch });
      if (permanent) await client.trash.purge(only.item.id, patiently);
      await output.record({ path: only.path, id: only.item.id, status }, undefined);
      removed = 1;
      return failures;
    }
    for (let start = 0; start < doomed.length; start += BATCH_ITEMS) {
      const some = doomed.slice(start, start + BATCH_ITEMS);
      const failed = onlyIfEmpty
        ? await removeEmpty(client, some, permanent, patiently)
        : await removeTogether(client, some, permanent, patiently);
      for (const { path, item } of some) {
        const failure = failed.get(item.id);
        if (failure !== undefined) {
          failures.push(
            await reportFailure(context, { path }, failure instanceof Error ? failure : batchError(path, failure)),
          );
          continue;
        }
        await output.record({ path, id: item.id, status }, undefined);
        progress.prepare(`${++removed} of ${formatCount(doomed.length, 'item')}`);
      }
    }
    signal.throwIfAborted();
  } finally {
    progress.stop();
    if (removed > 0)
      output.note(permanent ? `deleted ${sumUp(doomed, removed)} permanently` : inTrash(doomed, removed));
  }
  return failures;
}

/** One by one: a batch has no condition. Returns the failures by item id. */
async function removeEmpty(
  client: DriveClient,
  doomed: readonly Doomed[],
  permanent: boolean,
  options: { readonly signal: AbortSignal; readonly maxRetries: number },
): Promise<Map<string, BatchFailure | Error>> {
  const failures = new Map<string, BatchFailure | Error>();
  for (const { item } of doomed)
    try {
      await client.files.trash(item.id, { ...options, onlyIfEmpty: true });
      if (permanent) await client.trash.purge(item.id, options);
    } catch (error) {
      options.signal.throwIfAborted();
      failures.set(item.id, error instanceof Error ? error : new Error(String(error)));
    }
  return failures;
}

/** Returns the failures by item id. */
async function removeTogether(
  client: DriveClient,
  doomed: readonly Doomed[],
  permanent: boolean,
  options: { readonly signal: AbortSignal; readonly maxRetries: number },
): Promise<Map<string, BatchFailure | Error>> {
  const failures = new Map<string, BatchFailure | Error>();
  const attempt = async (ids: readonly string[], remove: (ids: readonly string[]) => Promise<ItemBatchResult>) => {
    try {
      const { failed, updated } = await remove(ids);
      for (const failure of failed) failures.set(failure.id, failure);
      return updated.map(({ id }) => id);
    } catch (error) {
      options.signal.throwIfAborted();
      for (const id of ids) failures.set(id, error as Error);
      return [];
    }
  };
  const trashed = await attempt(
    doomed.map(({ item }) => item.id),
    (ids) => client.files.trashMany(ids, options),
  );
  if (permanent && trashed.length > 0) await attempt(trashed, (ids) => client.trash.purgeMany(ids, options));
  return failures;
}

function inTrash(doomed: readonly Doomed[], removed: number): string {
  const [only] = doomed;
  return only !== undefined && doomed.length === 1
    ? `moved ${only.path} to the trash; to undo: drive-cli trash restore ${only.path}`
    : `moved ${formatCount(removed, 'item')} to the trash; drive-cli trash list shows what is there`;
}

/** `/a.txt (5 B)`, `12 items (1.2 GiB)`. */
function sumUp(doomed: readonly Doomed[], count: number): string {
  const [only] = doomed;
  const bytes = doomed.reduce((sum, { item }) => sum + (item.size ?? 0), 0);
  if (count < doomed.length) return formatCount(count, 'item');
  return `${only !== undefined && count === 1 ? only.path : formatCount(count, 'item')} (${formatBytes(bytes)})`;
}
