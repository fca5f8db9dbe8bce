import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { findFold } from '@drive/sdk/node';
import { type Command, Option } from 'commander';
import { stateDirectory } from '../../config/directories.ts';
import { connect, type Connection } from '../../connection/connect.ts';
import { describeFailure } from '../../connection/describe-failure.ts';
import { addFilterOptions, FILTER_HELP, IGNORE_FILE_HELP, loadPathFilter } from '../../glob/path-filter.ts';
import { formatCount } from '../../output/format.ts';
import { createProgress, formatPartial } from '../../output/progress.ts';
import { findFolder } from '../../remote/ensure-folder.ts';
import { loadRemoteFilter } from '../../remote/remote-filter.ts';
import { parseCount, parseParallel } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import { confirm } from '../../shell/confirm.ts';
import { limitParallel } from '../../shell/pace.ts';
import { openChecksumMemory, type ChecksumMemory } from '../../sync/checksum-memory.ts';
import { findLocalTree, type LocalEntry } from '../../sync/local-tree.ts';
import { copiesOf, type SyncPlan } from '../../sync/plan-sync.ts';
import { preparePlan, type PrepareOptions } from '../../sync/prepare-plan.ts';
import { keepStaged, pull, type PullOptions } from '../../sync/pull.ts';
import { push, topmost, type PushOptions } from '../../sync/push.ts';
import { findRemoteTree, type RemoteEntry } from '../../sync/remote-tree.ts';
import { findSides, type Sides } from '../../sync/sides.ts';
import { createSyncReport, type SyncReport } from '../../sync/sync-report.ts';
import type { FoundTree, ScanOptions, SyncEntry } from '../../sync/sync-tree.ts';
import { openJournalAnywhere } from '../../upload/journal.ts';
import type { LocalFile } from '../../upload/scan-upload.ts';
import { findReceived } from '../../upload/send-file.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';
import { definePairs } from './pairs.ts';
import { syncTwoWay } from './two-way.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Make the target folder equal to the source folder, or with --two-way keep both equal. One of them is on the server, the other on this computer. Only differences are transferred.',
    )
    .argument('<source>', 'folder to copy from; drive:/path on the server')
    .argument('<target>', 'folder to change; drive:/path on the server')
    .option('--delete', 'Remove items that only the target has: to the trash on the server, for good on this computer')
    .option('--two-way', 'Keep both folders equal: changes of either side are made on the other one')
    .option('--watch', 'With --two-way: go on until Ctrl-C, and follow changes as they happen')
    .addOption(
      new Option(
        '--max-delete <count>',
        'With --two-way: stop before more deletions than this (default: half of all, above 50)',
      ).argParser(parseCount),
    )
    .option('-y, --yes', 'Do not ask before files on this computer are deleted, or before many are')
    .option('-n, --dry-run', 'Only show what would be done');
  addFilterOptions(command)
    .option('-c, --checksum', 'Compare files by checksum even if size and time are equal')
    .addOption(new Option('-j, --parallel <count>', 'Number of parallel transfers').default(8).argParser(parseParallel))
    .addHelpText(
      'after',
      `
Files are equal if size and modification time are, or else the SHA-256. Excluded files and symbolic links stay as
they are on both sides. If anything fails, nothing is removed. Run the same command again to resume.

With --two-way, the order of the folders does not matter. The first run merges them and deletes nothing. A file that was changed on
both sides becomes two. What is deleted on one side goes to the trash of the server, or to .drive-trash here.
${FILTER_HELP}${IGNORE_FILE_HELP} The .driveignore of the source is read, for both sides.

Examples:
  $ drive-cli sync photos drive:/Photos
  $ drive-cli sync --delete --dry-run site drive:/www
  $ drive-cli sync drive:/Photos /mnt/backup/photos
  $ drive-cli sync --exclude node_modules --exclude '*.tmp' . drive:/project
  $ drive-cli sync --two-way --watch ~/Drive drive:/`,
    )
    .action(run(sync));
  definePairs(command, run);
}

interface SyncOptions {
  readonly delete?: boolean;
  readonly twoWay?: boolean;
  readonly watch?: boolean;
  readonly maxDelete?: number;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly exclude?: readonly string[];
  readonly include?: readonly string[];
  readonly checksum?: boolean;
  readonly parallel: number;
}

export const sync: Action<[source: string, target: string, options: SyncOptions]> = async (
  context,
  source,
  target,
  options,
) => {
  const { world, output, signal } = context;
  const sides = findSides(source, target);
  if (options.twoWay === true) {
    if (options.delete === true || options.checksum === true)
      throw new CliError('usage', `--${options.delete === true ? 'delete' : 'checksum'} is not for --two-way`);
    return syncTwoWay(context, sides, options);
  }
  if (options.watch === true || options.maxDelete !== undefined)
    throw new CliError('usage', `--${options.watch === true ? 'watch' : 'max-delete'} needs --two-way`);
  const root = await findLocalRoot(context, sides, options);
  const connection = await connect(context);
  const filter = await (sides.isPush
    ? loadPathFilter(root, options)
    : loadRemoteFilter(connection.client, sides.remote, options, { signal, note: output.note }));
  const identity = ['sync', connection.url, fingerprint(connection), root, sides.remote];
  const state = stateDirectory(world);
  // Locks the pair of folders in either direction.
  const journal = await openJournalAnywhere(state, identity, world.now, () => {});
  const memory = await openChecksumMemory(join(state, 'sync', `${fingerprint(identity)}.json`));
  const progress = createProgress(world, output);
  const report = createSyncReport(world, output, {
    dryRun: options.dryRun === true,
    reportFailure: (path, error) => reportFailure(context, { path }, error),
  });
  const begun = new Map<LocalFile, string>();
  let finished = false;
  try {
    const { client } = connection;
    const { checksum = false, delete: deletes = false } = options;
    const parallel = limitParallel(options.parallel, context.globals.limitRate);
    const folding = { platform: world.platform, readOnly: options.dryRun === true };
    const fold = sides.isPush ? (path: string) => path : await findFold(root, folding);
    const onFound = (count: number) =>
      progress.prepare(`looking through the folders: ${formatCount(count, 'item')} so far`);
    const { stoppedBy, files } = await (sides.isPush ? runPush : runPull)({
      context,
      connection,
      sides,
      root,
      options,
      memory,
      report,
      scan: { filter, platform: world.platform, fold, signal, onFound },
      preparing: { deletes, checksum, progress, report, signal },
      applying: {
        client,
        journal,
        begun,
        note: output.note,
        sleep: world.sleep,
        progress,
        report,
        parallel,
        fold,
        now: () => world.now(),
        signal,
      },
    });
    signal.throwIfAborted();
    progress.stop();
    finished = stoppedBy === undefined && report.failures.length === 0;
    if (options.delete === true && !finished)
      output.warn('nothing that only the target has was removed: there were problems');
    report.summary();
    if (stoppedBy !== undefined) return describeFailure(stoppedBy).exitCode;
    return exitCodeOfAll(report.failures, files + report.failures.length);
  } catch (error) {
    if (!signal.aborted) throw error;
    const { doneFiles, totalFiles, partial } = progress.counts();
    const kept = formatPartial(sides.isPush ? await findReceived(connection.url, begun) : partial);
    const done = totalFiles === 0 ? '' : `: ${doneFiles} of ${totalFiles} files are complete${kept}`;
    throw new CliError('interrupted', `interrupted${done}`, { hint: 'run the same command again to resume' });
  } finally {
    progress.stop();
    await memory.save();
    await journal.close({ keep: !finished });
  }
};

const fingerprint = (value: Connection | readonly string[]): string =>
  createHash('sha256')
    .update('key' in value ? value.key : JSON.stringify(value))
    .digest('hex')
    .slice(0, 32);

/** The absolute path of the folder on this computer. A target need not exist. */
async function findLocalRoot({ world }: Context, { isPush, local }: Sides, options: SyncOptions): Promise<string> {
  const path = resolve(world.cwd, local);
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) {
    throw new CliError('usage', `${local} is not a folder`, {
      hint: 'drive-cli upload and download copy single files',
    });
  }
  if (found === undefined && isPush) {
    throw new CliError('not_found', `${local}: no such folder on this computer`);
  }
  const root = found === undefined ? path : await realpath(path);
  if (!isPush && options.delete === true && (root === parse(root).root || root === resolve(world.homeDirectory))) {
    throw new CliError('usage', `--delete could remove everything in ${root}`, { hint: 'name a folder in it' });
  }
  return root;
}

interface Task {
  readonly context: Context;
  readonly connection: Connection;
  readonly sides: Sides;
  readonly root: string;
  readonly options: SyncOptions;
  readonly memory: ChecksumMemory;
  readonly report: SyncReport;
  readonly scan: Omit<ScanOptions, 'isSource'>;
  readonly preparing: Omit<PrepareOptions<SyncEntry, SyncEntry>, 'isEqual'>;
  readonly applying: Omit<PushOptions & PullOptions, 'remote' | 'folderId' | 'root' | 'entries'>;
}

interface Ended {
  readonly stoppedBy: unknown;
  /** Files of the source. */
  readonly files: number;
}

async function runPush(task: Task): Promise<Ended> {
  const { connection, context, sides, options, memory } = task;
  const { client } = connection;
  const { signal } = context;
  const folder = await findFolder(client, sides.remote, signal);
  const [source, target] = await Promise.all([
    findLocalTree(task.root, { ...task.scan, isSource: true }),
    folder === undefined ? nothing() : findRemoteTree(client, folder.id, { ...task.scan, isSource: false }),
  ]);
  const plan = await preparePlan<LocalEntry, RemoteEntry>(source, target, {
    ...task.preparing,
    isEqual: async ({ source: file, replaces }) => replaces.sha256 === (await memory.checksumOf(file, signal)),
  });
  const files = copiesOf(plan).length + plan.unchanged;
  if (options.dryRun === true) return { files, stoppedBy: await tellPlan(plan, 'upload', task.report) };
  const at = { remote: sides.remote, folderId: folder?.id };
  return { files, stoppedBy: await push(plan, { ...task.applying, ...at, entries: target.entries }) };
}

async function runPull(task: Task): Promise<Ended> {
  const { connection, context, sides, root, options, memory } = task;
  const { client } = connection;
  const { signal } = context;
  const folder = await findFolder(client, sides.remote, signal);
  if (folder === undefined) throw new CliError('not_found', `${sides.remote}: there is no such folder on the server`);
  const hasTarget = (await stat(root).catch(() => undefined)) !== undefined;
  const [source, target] = await Promise.all([
    findRemoteTree(client, folder.id, { ...task.scan, isSource: true }),
    hasTarget ? findLocalTree(root, { ...task.scan, isSource: false }) : nothing(),
  ]);
  const planned = await preparePlan<RemoteEntry, LocalEntry>(source, target, {
    ...task.preparing,
    async isEqual({ source: { sha256, modifiedAt }, replaces }) {
      if (sha256 !== (await memory.checksumOf(replaces, signal))) return false;
      // The next run then sees by the time that the file is unchanged.
      if (modifiedAt !== null && options.dryRun !== true) await memory.setTime(replaces, modifiedAt);
      return true;
    },
  });
  const plan = keepStaged(planned);
  const files = copiesOf(plan).length + plan.unchanged;
  if (options.dryRun === true) return { files, stoppedBy: await tellPlan(plan, 'download', task.report) };
  if (options.yes !== true) await confirmDeletions(task, plan, target);
  return { files, stoppedBy: await pull(plan, { ...task.applying, root, entries: target.entries }) };
}

/** Asks before anything on this computer is deleted: it has no trash that the server could restore from. */
async function confirmDeletions(
  { context, preparing }: Task,
  { replacements, removals }: SyncPlan<RemoteEntry, LocalEntry>,
  { entries }: FoundTree<LocalEntry>,
): Promise<void> {
  const replaced = replacements.map(({ entry }) => entry);
  const below = replaced.flatMap(({ path }) =>
    [...entries.values()].filter((entry) => entry.path.startsWith(`${path}/`)),
  );
  const deleted = [...replaced, ...below, ...removals];
  if (deleted.length === 0) return;
  preparing.progress.stop();
  const { world, output, signal } = context;
  const names = topmost(deleted).map(({ kind, path }) => (kind === 'folder' ? `${path}/` : path));
  const some = names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');
  const what = `${formatCount(deleted.length, 'item')} on this computer`;
  const question = {
    text: `Delete ${what} for good: ${some}?`,
    consequence: `${what} would be deleted for good: ${some}`,
    flag: '--yes',
    refused: 'nothing was changed',
  };
  await confirm(world, question, output.ask, signal);
}

const nothing = (): FoundTree<never> => ({ entries: new Map<string, never>(), problems: [] });

async function tellPlan(
  plan: SyncPlan<SyncEntry, SyncEntry>,
  action: 'upload' | 'download',
  report: SyncReport,
): Promise<undefined> {
  const removal = action === 'upload' ? 'trash' : 'delete';
  const tell = async ({ folders, copies }: Pick<typeof plan, 'folders' | 'copies'>): Promise<void> => {
    for (const path of folders) await report.step({ action: 'create-folder', path });
    for (const { path, source, replaces } of copies)
      await report.step({ action, path, size: source.size, replaced: replaces !== undefined });
  };
  await tell(plan);
  for (const replacement of plan.replacements) {
    await report.step({ action: removal, path: replacement.entry.path });
    await tell(replacement);
  }
  const removals = action === 'upload' ? topmost(plan.removals) : plan.removals;
  for (const { path } of removals) await report.step({ action: removal, path });
}
