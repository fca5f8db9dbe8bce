import { connect, type Connection } from '../connection/connect.ts';
import { describeFailure } from '../connection/failure.ts';
import { findDestination, type Destination } from '../download/destination.ts';
import { fetchArchive, pipeArchive, type ArchiveSource } from '../download/fetch-archive.ts';
import { fetchPlanned, type FetchReport } from '../download/fetch-planned.ts';
import { fetchToStream } from '../download/fetch-to-stream.ts';
import { findSource } from '../download/find-source.ts';
import { requireLocalName, zipNameFor } from '../download/local-name.ts';
import { openLink, type OpenedLink } from '../download/opened-link.ts';
import { arrange, planFile, planTree, type Planned } from '../download/plan.ts';
import { listSharedTree, sharedFile } from '../download/shared-sources.ts';
import { formatBytes, formatCount } from '../output/format.ts';
import { createProgress, type Progress } from '../output/progress.ts';
import { locate, parseNamed } from '../remote/locate.ts';
import { hasPattern } from '../remote/path-pattern.ts';
import { parseTarget, type Target } from '../remote/target.ts';
import { readPasswordFile } from '../sharing/password.ts';
import { CliError } from '../shell/cli-error.ts';
import type { ExitCode } from '../shell/exit-code.ts';
import { inParallel } from '../shell/parallel.ts';
import type { Command, Context } from './context.ts';
import { exitCodeOfAll } from './exit-code-of-all.ts';
import { tellFailure } from './tell-failure.ts';

export interface DownloadOptions {
  readonly output?: string;
  readonly force?: boolean;
  readonly zip?: boolean;
  readonly dryRun?: boolean;
  readonly passwordFile?: string;
}

const STDOUT = '-';
const AT_ONCE = 4;

type OwnTarget = Exclude<Target, { kind: 'share' }>;
/** What an argument stands for. Links are open before anything else is done. */
type Thing = { readonly argument: string } & (
  | { readonly kind: 'own'; readonly target: OwnTarget }
  | { readonly kind: 'shared'; readonly link: OpenedLink }
);

export const download: Command<[sources: string[], options: DownloadOptions]> = async (context, args, options) => {
  const targets = args.map((argument) => ({ argument, target: parseTarget(argument) }));
  checkUsage(context, targets.length, options);
  if (options.zip === true && targets.some(({ target }) => target.kind !== 'share')) {
    throw new CliError('usage', '--zip is for share links', {
      hint: 'drive-cli archive makes a ZIP of your own files',
    });
  }
  const own = ownConnection(context);
  const failed: ExitCode[] = [];
  const things = await findThings(context, targets, own, options, failed);
  if (options.output === STDOUT) {
    checkUsage(context, things.length, options);
    for (const thing of things) await toStdout(context, thing, own, options);
    return;
  }
  const report = await toFiles(context, things, own, { ...options, isSingle: targets.length === 1 });
  const all = [...failed, ...report.failed];
  if (report.stoppedBy === undefined) return exitCodeOfAll(all, report.attempted + failed.length);
  const left = report.attempted - report.fetched.size;
  context.output.warn(
    `stopped: ${left} of ${report.attempted} files are not here; run the same command again to go on`,
  );
  return describeFailure(report.stoppedBy).exitCode;
};

function checkUsage({ output, world }: Context, count: number, options: DownloadOptions): void {
  if (options.output !== STDOUT) return;
  if (options.dryRun === true) throw new CliError('usage', '--dry-run and -o - make no sense together');
  if (output.json) throw new CliError('usage', '--json and -o - both want standard output');
  if (count > 1) throw new CliError('usage', 'only one file can go to standard output');
  if (world.stdout.isTTY) {
    throw new CliError('usage', 'will not write a file to the terminal', {
      hint: 'pipe it somewhere, or leave out -o -',
    });
  }
}

/** One connection of our own for all, and none where nobody needs it. */
function ownConnection(context: Context): () => Promise<Connection> {
  let own: Promise<Connection> | undefined;
  return () => (own ??= connect(context));
}

/** One for each argument, but one for each thing that a pattern matches. Passwords are asked for one after the other. */
async function findThings(
  context: Context,
  targets: readonly { readonly argument: string; readonly target: Target }[],
  own: () => Promise<Connection>,
  { passwordFile }: DownloadOptions,
  failed: ExitCode[],
): Promise<Thing[]> {
  const { signal } = context;
  const password = passwordFile === undefined ? undefined : await readPasswordFile(context, passwordFile);
  const things: Thing[] = [];
  for (const { argument, target } of targets) {
    try {
      if (target.kind === 'share') {
        things.push({ argument, kind: 'shared', link: await openLink(context, target.url, password) });
      } else if (target.kind === 'path' && hasPattern(argument)) {
        const { client } = await own();
        for (const { path } of await locate(client, parseNamed(argument), signal))
          things.push({ argument: path, kind: 'own', target: { kind: 'path', path } });
      } else things.push({ argument, kind: 'own', target });
    } catch (error) {
      signal.throwIfAborted();
      if (targets.length === 1 || (error instanceof CliError && error.code === 'interrupted')) throw error;
      failed.push(await tellFailure(context, { source: argument }, error));
    }
  }
  return things;
}

async function toFiles(
  context: Context,
  things: readonly Thing[],
  own: () => Promise<Connection>,
  options: DownloadOptions & { readonly isSingle: boolean },
): Promise<FetchReport> {
  const { world, output, signal } = context;
  const force = options.force === true;
  const isTree =
    options.zip !== true && things.some((one) => one.kind === 'shared' && one.link.share.info.kind !== 'file');
  const destination = await findDestination(world.cwd, options.output, { count: things.length, isTree });
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
          done[index] = await toZip(context, thing.link, destination, { force, progress });
        } else planned[index] = await plan(context, thing, own, destination, progress);
      } catch (error) {
        signal.throwIfAborted();
        if (options.isSingle && things.length === 1) throw error;
        failed.push(await tellFailure(context, { source: thing.argument }, error));
      }
    });
    signal.throwIfAborted();
    const all = planned.filter((one) => one !== undefined);
    if (options.dryRun === true) {
      const { attempted, failed: refused } = await tellPlan(context, all);
      return { failed: [...failed, ...refused], attempted, fetched: new Set(), stoppedBy: undefined };
    }
    report = await fetchPlanned(all, {
      force,
      progress,
      output,
      platform: world.platform,
      signal,
      throwsSingle: options.isSingle && things.length === 1,
      tell: (named, error) => tellFailure(context, { ...named }, error),
    });
    const zips = things.length - all.length;
    return { ...report, failed: [...failed, ...report.failed], attempted: report.attempted + zips };
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CliError('interrupted', 'interrupted', { hint: 'run the same command again to go on where it stopped' });
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

/** What would be fetched, and where to. */
async function tellPlan(
  context: Context,
  planned: readonly Planned[],
): Promise<Pick<FetchReport, 'attempted' | 'failed'>> {
  const { output, world } = context;
  const { first, afterwards, refused } = arrange(planned, world.platform);
  const failed: ExitCode[] = [];
  for (const { argument, problems } of planned)
    for (const { path, error } of problems) failed.push(await tellFailure(context, { path, source: argument }, error));
  for (const { file, error } of refused)
    failed.push(await tellFailure(context, { path: file.path, source: file.source.argument }, error));
  const files = [...first, ...afterwards];
  for (const { source, path } of files) {
    const { argument, size } = source;
    await output.record({ source: argument, status: 'planned', path, size }, `${argument} -> ${path}`);
  }
  const bytes = files.reduce((sum, { source }) => sum + source.size, 0);
  output.note(`${formatCount(files.length, 'file')} (${formatBytes(bytes)}) would be fetched`);
  return { attempted: files.length + failed.length, failed };
}

async function tellZip({ output, signal, world }: Context, link: OpenedLink, destination: Destination): Promise<void> {
  const path = destination.pathFor(requireLocalName(archiveSource(link, signal).name, world.platform));
  await output.record({ source: link.argument, status: 'planned', path }, `${link.argument} -> ${path}`);
}

/** A folder by its own path, everything else file by file. */
function resultsOf(planned: Planned | undefined, fetched: ReadonlySet<string> = new Set()): string[] {
  if (planned === undefined) return [];
  const there = planned.files.filter(({ path }) => fetched.has(path)).map(({ path }) => path);
  if (planned.root === undefined) return there;
  return there.length > 0 || planned.files.length === 0 ? [planned.root] : [];
}

async function plan(
  context: Context,
  thing: Thing,
  own: () => Promise<Connection>,
  destination: Destination,
  progress: Progress,
): Promise<Planned> {
  const { world, signal } = context;
  const { platform } = world;
  if (thing.kind === 'own') {
    const { client } = await own();
    return planFile(await findSource(thing.argument, thing.target, client, { platform, signal }), destination);
  }
  const { link, argument } = thing;
  if (link.share.info.kind === 'file') return planFile(sharedFile(link, platform, signal), destination);
  const onListed = (count: number): void => progress.prepare(`looking through the link: ${count} files so far`);
  return planTree(argument, await listSharedTree(link, { signal, platform, onListed }), destination);
}

async function toZip(
  { world, output, signal }: Context,
  link: OpenedLink,
  destination: Destination,
  { force, progress }: { readonly force: boolean; readonly progress: Progress },
): Promise<string> {
  const source = archiveSource(link, signal);
  const path = destination.pathFor(requireLocalName(source.name, world.platform));
  const fetched = await fetchArchive(source, path, { force, progress, signal });
  await output.record({ source: link.argument, status: 'downloaded', ...fetched }, undefined);
  return path;
}

const archiveSource = (link: OpenedLink, signal: AbortSignal): ArchiveSource => ({
  argument: link.argument,
  name: zipNameFor(link.share.info.name ?? 'files'),
  make: () => link.use((share) => share.archive(undefined, { signal })),
});

async function toStdout(
  { world, output, signal }: Context,
  thing: Thing,
  own: () => Promise<Connection>,
  { zip }: DownloadOptions,
): Promise<void> {
  const { platform } = world;
  const progress = createProgress(world, output);
  try {
    if (thing.kind === 'shared' && zip === true) {
      await pipeArchive(archiveSource(thing.link, signal), world.stdout, { progress, signal });
      return;
    }
    if (thing.kind === 'shared' && thing.link.share.info.kind !== 'file') {
      throw new CliError('usage', `${thing.argument} is several files, and only one can go to standard output`, {
        hint: 'add --zip for one ZIP of them',
      });
    }
    const source =
      thing.kind === 'shared'
        ? sharedFile(thing.link, platform, signal)
        : await findSource(thing.argument, thing.target, (await own()).client, { platform, signal });
    progress.expect(1, source.size);
    await fetchToStream(source, world.stdout, { progress, signal });
  } finally {
    progress.stop();
  }
}
