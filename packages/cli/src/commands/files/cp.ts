import type { CopyOptions, CopyResult, DriveClient, Item, ItemCopy } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import { formatCount } from '../../output/format.ts';
import { createProgress } from '../../output/progress.ts';
import { IF_MATCH, requireOneFor } from '../../remote/if-match.ts';
import { BATCH_ITEMS, batchError } from '../../remote/item-batches.ts';
import { parseNamed } from '../../remote/locate.ts';
import { PATTERN_HELP } from '../../remote/path-pattern.ts';
import { joinRemote, parseOwnTarget } from '../../remote/remote-target.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { locateAll, withoutNested } from '../locate-all.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';
import { findDestination, type Destination } from './move-destination.ts';
import type { Source } from './move.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Copy files and folders into the folder DESTINATION, or one of them to a new path. The server copies no bytes. Existing items are never replaced: a taken name becomes "name (1)".',
    )
    .usage('[options] <source...> <destination>')
    .argument('<path...>', 'sources: path, id or pattern; destination: path or id, taken literally')
    .option('-r, --recursive', 'Copy folders with everything in them')
    .option('--if-match <tag>', IF_MATCH)
    .option('-n, --dry-run', 'Only show what would be copied')
    .addHelpText(
      'after',
      `${PATTERN_HELP}

Examples:
  $ drive-cli cp /draft.txt /Reports/final.txt
  $ drive-cli cp -r /Templates/project /Projects`,
    )
    .action(run(cp));
}

interface CpOptions {
  readonly recursive?: boolean;
  readonly dryRun?: boolean;
  readonly ifMatch?: string;
}

export const cp: Action<[paths: string[], options: CpOptions]> = async (context, paths, options) => {
  const to = paths.at(-1);
  const from = paths.slice(0, -1);
  if (to === undefined || from.length === 0) {
    throw new CliError('usage', `${to ?? 'cp'}: missing destination`, { hint: 'drive-cli cp SOURCE… DESTINATION' });
  }
  const args = from.map(parseNamed);
  const target = parseOwnTarget(to);
  const { client } = await connect(context);
  const { output, signal } = context;
  const { located, failed } = await locateAll(client, args, {
    signal,
    onFailure: (argument, error) => reportFailure(context, { from: argument }, error),
  });
  const sources = withoutNested(located).map(({ path, item }): Source => {
    if (item === null) throw new CliError('usage', '/ cannot be copied', { hint: "to select its content, use '/*'" });
    if (item.type === 'folder' && options.recursive !== true)
      throw new CliError('usage', `${path} is a folder`, { hint: 'copy it with everything in it: drive-cli cp -r' });
    return { path, item };
  });
  if (sources.length === 0) return exitCodeOfAll(failed, failed.length);
  requireOneFor(options.ifMatch, sources.length + failed.length);
  const destination = await findDestination(client, { ...target, argument: to }, sources, { command: 'cp', signal });
  if (options.dryRun === true) {
    for (const { path, item } of sources) {
      const planned = joinRemote(destination.folder.path, nameIn(destination, item));
      await output.record({ from: path, path: planned, id: item.id, status: 'planned' }, `${path} -> ${planned}`);
    }
    return exitCodeOfAll(failed, sources.length + failed.length);
  }
  const failures = await copyAll(context, client, { sources, destination, ifMatch: options.ifMatch });
  const copied = sources.length - failures.length;
  if (copied > 0) output.note(`copied ${formatCount(copied, 'item')} to ${destination.folder.path}`);
  return exitCodeOfAll([...failed, ...failures], sources.length + failed.length);
};

const nameIn = (destination: Destination, item: Item): string =>
  destination.kind === 'name' ? destination.name : item.name;

async function copyAll(
  context: Context,
  client: DriveClient,
  {
    sources,
    destination,
    ifMatch,
  }: { readonly sources: readonly Source[]; readonly destination: Destination; readonly ifMatch: string | undefined },
): Promise<ExitCode[]> {
  const { output, signal } = context;
  const byId = new Map(sources.map((source) => [source.item.id, source]));
  const failures: ExitCode[] = [];
  for (let start = 0; start < sources.length; start += BATCH_ITEMS) {
    const some = sources.slice(start, start + BATCH_ITEMS);
    const ids = some.map(({ item }) => item.id);
    const parentId = destination.folder.item?.id ?? null;
    const { copied, failed } = await copyTogether(context, client, { ids, parentId }, { signal, ifMatch });
    const refused = new Set(failed.map(({ id }) => id));
    // Copies come in the order of what was copied.
    const done = some.filter(({ item }) => !refused.has(item.id));
    for (const [index, copy] of copied.entries()) {
      const path = done[index]?.path ?? '';
      const named = await giveName(client, copy, destination);
      await output.record(
        {
          from: path,
          path: joinRemote(destination.folder.path, named.name),
          id: named.id,
          status: 'copied',
        },
        undefined,
      );
    }
    for (const failure of failed) {
      const path = byId.get(failure.id)?.path ?? failure.id;
      failures.push(await reportFailure(context, { from: path }, batchError(path, failure)));
    }
  }
  return failures;
}

/** Copies the items of one call. An operation that is interrupted is cancelled. */
async function copyTogether(
  { world, output, signal }: Context,
  client: DriveClient,
  copy: ItemCopy,
  options: CopyOptions,
): Promise<CopyResult> {
  const progress = createProgress(world, output);
  let operationId: string | undefined;
  const onProgress: CopyOptions['onProgress'] = ({ id, done, total }) => {
    operationId = id;
    progress.prepare(`copied ${done.toLocaleString('en-US')} of ${formatCount(total, 'item')}`);
  };
  try {
    return await client.files.copy(copy, { ...options, onProgress });
  } catch (error) {
    if (!signal.aborted || operationId === undefined) throw error;
    await client.operations.cancel(operationId).catch(() => {});
    throw new CliError('interrupted', 'interrupted: the copies are removed', { cause: error });
  } finally {
    progress.stop();
  }
}

/** The copy under the name that it was asked for. Removes it if the name is taken meanwhile. */
async function giveName(client: DriveClient, copy: Item, destination: Destination): Promise<Item> {
  if (destination.kind === 'into' || destination.name === copy.name) return copy;
  try {
    return await client.files.update(copy.id, { name: destination.name });
  } catch (error) {
    await client.files.trash(copy.id);
    await client.trash.purge(copy.id);
    if (!isDriveErrorOf(error, 'name_conflict')) throw error;
    throw new CliError('exists', `${joinRemote(destination.folder.path, destination.name)} already exists`, {
      hint: 'cp never replaces existing items',
      cause: error,
    });
  }
}
