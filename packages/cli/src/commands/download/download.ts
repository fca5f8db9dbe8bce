import { resolve } from 'node:path';
import type { DriveClient } from '@drive/sdk';
import { findFold, type Fold } from '@drive/sdk/node';
import { type Command, Option } from 'commander';
import { stateDirectory } from '../../config/directories.ts';
import { connect, type Connection } from '../../connection/connect.ts';
import { describeFailure, exitCodeOf } from '../../connection/describe-failure.ts';
import { diskOf, findDestination, type Destination } from '../../download/download-destination.ts';
import { arrange, planFile, planTree, type Planned } from '../../download/download-plan.ts';
import type { Listing, Source } from '../../download/download-source.ts';
import { pipeArchive } from '../../download/fetch-archive.ts';
import { fetchPlanned, type FetchReport } from '../../download/fetch-planned.ts';
import { fetchToStream } from '../../download/fetch-to-stream.ts';
import { findTicket, type KeptTicket } from '../../download/kept-ticket.ts';
import { archiveSource, fetchZip, tellZip } from '../../download/link-zip.ts';
import { openLink, type OpenedLink } from '../../download/opened-link.ts';
import { listOwnTree, ownFile } from '../../download/own-sources.ts';
import { listSharedTree, sharedFile } from '../../download/shared-sources.ts';
import {
  addFilterOptions,
  createPathFilter,
  FILTER_HELP,
  type FilterPatterns,
  IGNORE_FILE_HELP,
} from '../../glob/path-filter.ts';
import { formatBytes, formatCount } from '../../output/format.ts';
import { createProgress, formatPartial, type Progress } from '../../output/progress.ts';
import { isFolder, locate, parseNamed, type Located } from '../../remote/locate.ts';
import { loadRemoteFilter } from '../../remote/remote-filter.ts';
import { parseTarget, type Target } from '../../remote/remote-target.ts';
import { readPasswordFile } from '../../sharing/password.ts';
import { parseParallel } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import { exitCode, type ExitCode } from '../../shell/exit-code.ts';
import { limitParallel } from '../../shell/pace.ts';
import { inParallel } from '../../shell/parallel.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { reportFailure, exitCodeOfAll } from '../report-failure.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Download files and folders by path, id or share link. The SHA-256 of each file is verified before the file gets its name.',
    )
    .argument('<source...>', 'remote path, id or pattern, or a share link of any server')
    .option(
      '-o, --output <path>',
      'Folder to put the files in, created if missing; for a single file also its path; - for standard output',
    )
    .option('-f, --force', 'Replace existing files')
    .option('-n, --dry-run', 'Only show what would be downloaded')
    .option('--zip', 'Download each share link as one ZIP')
    .option('--password-file <file>', 'File with the password of a locked link, - for standard input');
  addFilterOptions(command)
    .addOption(new Option('-j, --parallel <count>', 'Number of parallel transfers').default(4).argParser(parseParallel))
    // Accepted because upload and rm need it; a folder is always downloaded with its content.
    .addOption(new Option('-r, --recursive').hideHelp())
    .addHelpText(
      'after',
      `
After an interruption, run the same command again to resume; existing files with the same content are skipped. A ZIP starts
over. A folder is always put into the folder that -o names, under its own name. Files keep the time of their last modification,
or else of their upload. A name that is too long for the disk is shortened and keeps its extension. A locked link asks for its
password on a terminal. Your key is never sent to the server of a share link.
The files of a link are one download of it, and stay it when an interrupted command runs again within a day.
${FILTER_HELP}${IGNORE_FILE_HELP}

Examples:
  $ drive-cli download /Photos/sea.jpg
  $ drive-cli download /a.pdf /b.pdf -o papers/
  $ drive-cli download /Photos -o backup
  $ drive-cli download https://drive.example.com/s/Ab3dE -o sea.jpg
  $ drive-cli download --zip https://drive.example.com/s/holidays
  $ drive-cli download /src.tar.gz -o - | tar tz`,
    )
    .action(run(download));
}

interface DownloadOptions extends FilterPatterns {
  readonly output?: string;
  readonly force?: boolean;
  readonly zip?: boolean;
  readonly dryRun?: boolean;
  readonly passwordFile?: string;
  readonly parallel: number;
  /** Writes to a terminal, too. */
  readonly toTerminal?: boolean;
}

const STDOUT = '-';
const AT_ONCE = 4;

/** The target of an argument. Links are already unlocked. */
type Thing = { readonly argument: string } & (
  | { readonly kind: 'own'; readonly client: DriveClient; readonly located: Located }
  | { readonly kind: 'shared'; readonly link: OpenedLink }
);

export const download: Action<[sources: string[], options: DownloadOptions]> = async (context, args, options) => {
  const targets = args.map((argument) => ({ argument, target: parseTarget(argument) }));
  checkUsage(context, targets.length, options);
  if (options.zip === true && targets.some(({ target }) => target.kind !== 'share')) {
    throw new CliError('usage', '--zip is for share links', {
      hint: 'for your own files: drive-cli archive',
    });
  }
  const failed: ExitCode[] = [];
  const things = await findThings(context, targets, options, failed);
  if (options.output === STDOUT) {
    checkUsage(context, things.length, options);
    for (const thing of things) await toStdout(context, thing, options);
    return;
  }
  const isLiteral = ({ argument }: { readonly argument: string }): boolean =>
    things.some((thing) => thing.kind === 'own' && thing.located.path === argument);
  const mayBeSeveral = args.length > 1 || targets.some((target) => isPattern(target) && !isLiteral(target));
  const report = await toFiles(context, things, { ...options, named: args.length, mayBeSeveral });
  const all = [...failed, ...report.failed];
  if (all.length === 0) for (const thing of things) if (thing.kind === 'shared') await thing.link.kept.forget();
  if (report.stoppedBy === undefined) return exitCodeOfAll(all, report.attempted + failed.length);
  const left = report.attempted - report.fetched.size;
  // A link that has ended cannot be used by repeating the command.
  const next = exitCodeOf(report.stoppedBy) === exitCode.temporary ? '; run the same command again to resume' : '';
  context.output.warn(`stopped: ${left} of ${report.attempted} files were not downloaded${next}`);
  return describeFailure(report.stoppedBy).exitCode;
};

function checkUsage({ output, world }: Context, count: number, options: DownloadOptions): void {
  if (options.output !== STDOUT) return;
  if (options.dryRun === true) throw new CliError('usage', '--dry-run and -o - cannot be combined');
  if (output.json) throw new CliError('usage', '--json and -o - cannot be combined: both write to standard output');
  if (count > 1) throw new CliError('usage', 'only one file can be written to standard output');
  if (world.stdout.isTTY && options.toTerminal !== true) {
    throw new CliError('usage', 'refusing to write a file to the terminal', {
      hint: 'redirect the output, or omit -o -',
    });
  }
}

const isPattern = ({ argument, target }: { readonly argument: string; readonly target: Target }): boolean =>
  target.kind !== 'share' && parseNamed(argument).kind === 'pattern';

/** Connects at most once, on first use. */
function ownConnection(context: Context): () => Promise<Connection> {
  let own: Promise<Connection> | undefined;
  return () => (own ??= connect(context));
}

/** Resolves the arguments; a pattern may yield several. Asks for passwords one at a time. */
async function findThings(
  context: Context,
  targets: readonly { readonly argument: string; readonly target: Target }[],
  { passwordFile, output }: DownloadOptions,
  failed: ExitCode[],
): Promise<Thing[]> {
  const { signal } = context;
  const password = passwordFile === undefined ? undefined : await readPasswordFile(context, passwordFile);
  const own = ownConnection(context);
  const entries = [...targets.entries()];
  const things: Thing[][] = targets.map(() => []);
  const find = async ([index, { argument, target }]: (typeof entries)[number]): Promise<void> => {
    try {
      if (target.kind === 'share') {
        const kept = await ticketOf(context, target.url, output);
        things[index] = [{ argument, kind: 'shared', link: await openLink(context, target.url, { password, kept }) }];
      } else {
        const { client } = await own();
        const named = parseNamed(argument);
        things[index] = (await locate(client, named, signal)).map((located) => ({
          argument: named.kind === 'pattern' ? located.path : argument,
          kind: 'own',
          client,
          located,
        }));
      }
    } catch (error) {
      signal.throwIfAborted();
      if (targets.length === 1 || (error instanceof CliError && error.code === 'interrupted')) throw error;
      failed.push(await reportFailure(context, { source: argument }, error));
    }
  };
  for (const entry of entries) if (entry[1].target.kind === 'share') await find(entry);
  const others = entries.filter(([, { target }]) => target.kind !== 'share');
  await inParallel(others, AT_ONCE, signal, find);
  signal.throwIfAborted();
  return things.flat();
}

/** The ticket of an earlier run of the same command. */
const ticketOf = ({ world, output }: Context, url: string, target = '.'): Promise<KeptTicket> =>
  findTicket(stateDirectory(world), [url, resolve(world.cwd, target)], {
    now: world.now,
    onForgetful: (reason) =>
      output.warn(`${reason}: if it is interrupted, this download of the link cannot be resumed`),
  });

/** Whether it may be several files. */
const isTree = (thing: Thing): boolean =>
  thing.kind === 'own' ? isFolder(thing.located) : thing.link.share.info.kind !== 'file';

async function toFiles(
  context: Context,
  things: readonly Thing[],
  options: DownloadOptions & {
    /** How many arguments there were. */
    readonly named: number;
    /** Whether the arguments may name several things, whatever they name now. */
    readonly mayBeSeveral: boolean;
  },
): Promise<FetchReport> {
  const { world, output, signal } = context;
  const force = options.force === true;
  const holdsTree = options.zip !== true && things.some(isTree);
  const count = Math.max(options.named, things.length);
  const isFolder = options.mayBeSeveral || things.length > 1 || holdsTree;
  const destination = await findDestination(world.cwd, options.output, { isFolder });
  const progress = createProgress(world, output);
  const planned: (Planned | undefined)[] = [];
  const failed: ExitCode[] = [];
  const done: (string | undefined)[] = [];
  let report: FetchReport | undefined;
  try {
    await inParallel(things.entries(), AT_ONCE, signal, async ([index, thing]) => {
      try {
        if (options.zip === true && thing.kind === 'shared') {
          if (options.dryRun === true) return await tellZip(context, thing.link, destination);
          done[index] = await fetchZip(context, thing.link, destination, { force, progress });
        } else planned[index] = await plan(context, thing, { destination, progress, options });
      } catch (error) {
        signal.throwIfAborted();
        if (count === 1) throw error;
        failed.push(await reportFailure(context, { source: thing.argument }, error));
      }
    });
    signal.throwIfAborted();
    const all = planned.filter((one) => one !== undefined);
    const fold = await findFold(destination.folder, { platform: world.platform, readOnly: options.dryRun === true });
    if (options.dryRun === true) {
      const { attempted, failed: refused } = await tellPlan(context, all, fold);
      return { failed: [...failed, ...refused], attempted, fetched: new Set(), stoppedBy: undefined };
    }
    report = await fetchPlanned(all, {
      force,
      progress,
      output,
      fold,
      signal,
      now: () => world.now(),
      parallel: limitParallel(options.parallel, context.globals.limitRate),
      throwsSingle: count === 1,
      reportFailure: (named, error) => reportFailure(context, { ...named }, error),
    });
    const zips = things.length - all.length;
    return { ...report, failed: [...failed, ...report.failed], attempted: report.attempted + zips };
  } catch (error) {
    if (!signal.aborted) {
      if (exitCodeOf(error) === exitCode.temporary && options.zip !== true)
        output.note('bytes that have arrived are kept: run the same command again to resume');
      throw error;
    }
    const { doneFiles, totalFiles, partial } = progress.counts();
    const done =
      totalFiles === 0
        ? ''
        : `: ${doneFiles} of ${totalFiles} files are complete${formatPartial(options.zip === true ? [] : partial)}`;
    throw new CliError('interrupted', `interrupted${done}`, { hint: 'run the same command again to resume' });
  } finally {
    progress.stop();
    if (!output.json && options.dryRun !== true) {
      for (const [index] of things.entries()) {
        const paths = done[index] === undefined ? resultsOf(planned[index], report?.fetched) : [done[index]];
        for (const path of paths) await output.result(undefined, path);
      }
    }
  }
}

async function tellPlan(
  context: Context,
  planned: readonly Planned[],
  fold: Fold,
): Promise<Pick<FetchReport, 'attempted' | 'failed'>> {
  const { output } = context;
  const { first, afterwards, refused } = arrange(planned, fold);
  const failed: ExitCode[] = [];
  for (const { argument, problems } of planned)
    for (const { path, error } of problems)
      failed.push(await reportFailure(context, { path, source: argument }, error));
  for (const { file, error } of refused)
    failed.push(await reportFailure(context, { path: file.path, source: file.source.argument }, error));
  const files = [...first, ...afterwards];
  for (const { source, path } of files) {
    const { argument, size } = source;
    await output.record({ source: argument, status: 'planned', path, size }, `${argument} -> ${path}`);
  }
  const bytes = files.reduce((sum, { source }) => sum + source.size, 0);
  output.note(`${formatCount(files.length, 'file')} (${formatBytes(bytes)}) would be downloaded`);
  return { attempted: files.length + failed.length, failed };
}

function resultsOf(planned: Planned | undefined, fetched: ReadonlySet<string> = new Set()): string[] {
  if (planned === undefined) return [];
  const there = planned.files.filter(({ path }) => fetched.has(path)).map(({ path }) => path);
  if (planned.root === undefined) return there;
  return there.length > 0 || planned.files.length === 0 ? [planned.root] : [];
}

async function plan(
  context: Context,
  thing: Thing,
  {
    destination,
    progress,
    options,
  }: { readonly destination: Destination; readonly progress: Progress; readonly options: FilterPatterns },
): Promise<Planned> {
  const { argument } = thing;
  const { world, signal } = context;
  const disk = diskOf(context, destination);
  if (!isTree(thing)) return planFile(fileOf(thing, { disk, signal }), destination);
  const onListed = (count: number): void =>
    progress.prepare(`looking through ${argument}: ${formatCount(count, 'file')} so far`);
  // The owner of a share decides what is in it, so its .driveignore is a file like others.
  const filter = await (thing.kind === 'own'
    ? loadRemoteFilter(thing.client, thing.located.path, options, { signal, note: context.output.note })
    : createPathFilter(options));
  const listing = { signal, disk, filter, now: () => world.now(), onListed };
  const tree = await (thing.kind === 'own'
    ? listOwnTree(thing.client, argument, thing.located, listing)
    : listSharedTree(thing.link, listing));
  return planTree(argument, tree, destination);
}

function fileOf(thing: Thing, { disk, signal }: Pick<Listing, 'disk' | 'signal'>): Source {
  if (thing.kind === 'shared') return sharedFile(thing.link, disk, signal);
  return ownFile(thing.client, thing.argument, thing.located.item!, { disk, signal });
}

async function toStdout(
  { world, output, signal, pace }: Context,
  thing: Thing,
  { zip }: DownloadOptions,
): Promise<void> {
  const disk = { platform: world.platform, longestName: Infinity };
  const progress = createProgress(world, output);
  try {
    if (thing.kind === 'shared' && zip === true) {
      await pipeArchive(archiveSource(thing.link, signal), world.stdout, { progress, signal, pace });
      return;
    }
    if (isTree(thing)) {
      throw new CliError(
        'usage',
        `${thing.argument} can be several files, but only one can be written to standard output`,
        {
          hint:
            thing.kind === 'shared'
              ? 'add --zip to download them as one ZIP'
              : 'to download them as one ZIP: drive-cli archive',
        },
      );
    }
    const source = fileOf(thing, { disk, signal });
    progress.expect(1, source.size);
    await fetchToStream(source, world.stdout, { progress, signal, pace, sleep: world.sleep });
  } finally {
    progress.stop();
  }
}
