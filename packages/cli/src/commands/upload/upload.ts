import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { DriveClient } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { stateDirectory } from '../../config/directories.ts';
import { connect, type Connection } from '../../connection/connect.ts';
import { describeFailure, exitCodeOf } from '../../connection/describe-failure.ts';
import { retriesOf } from '../../connection/retries.ts';
import { addFilterOptions, FILTER_HELP, type FilterPatterns, IGNORE_FILE_HELP } from '../../glob/path-filter.ts';
import { formatBytes, formatCount } from '../../output/format.ts';
import { createProgress, formatPartial, type Progress } from '../../output/progress.ts';
import { showQrCode } from '../../output/qr-code.ts';
import { findByPath } from '../../remote/by-path.ts';
import { joinRemote, normalizeRemotePath } from '../../remote/remote-target.ts';
import { shareItem, type ShareSettings } from '../../sharing/share-item.ts';
import { addShareOptions, readShareOptions, slugOption, type ShareOptions } from '../../sharing/share-options.ts';
import { requireSlug } from '../../sharing/slug.ts';
import { parseParallel } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import { exitCode, type ExitCode } from '../../shell/exit-code.ts';
import { limitParallel } from '../../shell/pace.ts';
import { addAnnotationOptions, annotate, type AnnotationOptions, readAnnotations } from '../../upload/annotations.ts';
import { uploadAnonymously } from '../../upload/anonymous-upload.ts';
import { type Journal, openJournalAnywhere } from '../../upload/journal.ts';
import type { ConflictPolicy } from '../../upload/reservations.ts';
import { refuseEqualNames, scan, type LocalFile, type Scan, type UploadRoot } from '../../upload/scan-upload.ts';
import { findReceived, type SentFile } from '../../upload/send-file.ts';
import { findPresent, sendFiles } from '../../upload/send-files.ts';
import { spool, type Spooled } from '../../upload/spool.ts';
import { planUpload, type PlannedFile } from '../../upload/upload-plan.ts';
import { UploadReport } from '../../upload/upload-report.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { exitCodeOfAll } from '../report-failure.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description('Upload files, folders (with -r) or standard input (-), and print the remote path of each.')
    .argument('<path...>', 'file or folder to upload; - for standard input')
    .option('--to <folder>', 'Remote folder, created if missing', '/')
    .option('-r, --recursive', 'Upload folders with their content')
    .option('--share', 'Share each path, a folder by one link, and print the links; the options of `share` apply')
    .addOption(new Option('--share-each', 'Share each file, also those in folders').conflicts('share'))
    .option('-n, --dry-run', 'Only show what would be uploaded')
    .option('--name <name>', 'Remote name of a single file or standard input')
    .option('--resumable', 'Use resumable upload (tus), as always above 100 MiB')
    .addOption(
      new Option('--on-conflict <policy>', 'What to do with a file whose name is taken by another content')
        .choices(['rename', 'skip', 'replace', 'fail'])
        .default('rename'),
    )
    .option('--if-match <sha256>', 'Replace a single file only if its content on the server has this SHA-256')
    .addOption(
      new Option(
        '--anonymous',
        'Upload without your account and print a link for each file; you cannot list or delete it',
      ).conflicts(ACCOUNT_FLAGS),
    )
    .addOption(new Option('-j, --parallel <count>', 'Number of parallel transfers').default(8).argParser(parseParallel))
    .addHelpText(
      'after',
      `
A file that exists remotely with the same name and content is not sent again. If the content differs, --on-conflict decides: the new
file is stored beside it as "name (1).ext" (rename), unless an earlier run has stored it so; the file on the server stays as it is
(skip), or gets the new content and keeps its links (replace), or the upload of this file fails (fail). After Ctrl-C, a lost connection or a crash, run the same command
again to resume. --meta and --tag are given to files that exist already, too; if a file gets new content, they take the place of those
that it had. Symbolic links inside folders are not followed.
${FILTER_HELP}${IGNORE_FILE_HELP}

Examples:
  $ drive-cli upload report.pdf
  $ drive-cli upload -r photos --to /Archive/2026
  $ drive-cli upload build.zip --to /builds --on-conflict replace
  $ drive-cli upload -r --share --expires 30d dist
  $ drive-cli upload --meta order=42 --meta customer=c_1 --tag Invoice invoice.pdf
  $ drive-cli upload -r --exclude node_modules --exclude '*.log' project
  $ curl -LO "$(drive-cli upload --share --expires 7d report.pdf)"
  $ drive-cli upload --anonymous screenshot.png
  $ tar cz src | drive-cli upload - --name src.tar.gz`,
    )
    .action(run(upload));
  addShareOptions(addFilterOptions(addAnnotationOptions(command)));
  command
    .addOption(slugOption('Vanity name at the end of the short link, if there is one link'))
    .option('--qr', 'Draw the link as a QR code (terminal only)');
}

/** Settings of an account's uploads and shares. */
const ACCOUNT_FLAGS = [
  'to',
  'recursive',
  'shareEach',
  'dryRun',
  'resumable',
  'onConflict',
  'ifMatch',
  'meta',
  'tag',
  'exclude',
  'include',
  'expires',
  'password',
  'passwordFile',
  'notify',
  'maxDownloads',
  'slug',
];

interface UploadOptions extends ShareOptions, FilterPatterns, AnnotationOptions {
  readonly to: string;
  readonly recursive?: boolean;
  readonly share?: boolean;
  readonly shareEach?: boolean;
  readonly anonymous?: boolean;
  readonly slug?: string;
  readonly qr?: boolean;
  readonly name?: string;
  readonly resumable?: boolean;
  readonly onConflict: ConflictPolicy;
  readonly ifMatch?: string;
  readonly parallel: number;
  readonly dryRun?: boolean;
}

const STDIN = '-';

export const upload: Action<[paths: string[], options: UploadOptions]> = async (context, paths, given) => {
  if (given.anonymous === true) return uploadAnonymously(context, paths, given);
  const options: UploadOptions = given.ifMatch === undefined ? given : { ...given, onConflict: 'replace' };
  const to = normalizeRemotePath(options.to);
  checkUsage(context, paths, options);
  const connection = await connect(context);
  const { world, signal, output } = context;

  if (options.slug !== undefined)
    await requireSlug(connection.client, options.slug, {
      consequence: 'nothing was uploaded',
      signal,
      mayBeTaken: true,
    });
  const shareSettings = { ...(await readShareOptions(context, options)), slug: options.slug };

  let spooled: Spooled | undefined;
  if (paths.includes(STDIN)) {
    if (world.stdin.isTTY) output.ask('reading standard input; end it with Ctrl-D');
    spooled = await spool(world.stdin, signal);
  }
  try {
    const named =
      spooled === undefined
        ? paths.map((path) => ({ path, shownAs: path }))
        : [{ path: spooled.path, shownAs: options.name ?? STDIN }];
    const recursive = options.recursive === true;
    if (spooled?.isEmpty === true) {
      throw new CliError('failed', 'standard input is empty: the program before it has probably failed', {
        hint: 'to store an empty file, name one',
      });
    }
    const found = await scan(named, {
      cwd: world.cwd,
      to,
      recursive,
      patterns: options,
      name: options.name,
      signal,
    });
    // `rename` stores both.
    if (options.onConflict !== 'rename') refuseEqualNames(found);
    if (options.slug !== undefined && options.shareEach === true && found.files.length > 1) throw severalLinks();
    // Standard input cannot be read again, so the upload cannot resume.
    const identity = [
      connection.url,
      createHash('sha256').update(connection.key).digest('hex'),
      to,
      options.name ?? '',
      // The reservations of an earlier run have its policy.
      options.onConflict,
      options.ifMatch ?? '',
      // Without any, a run of an earlier release is resumed.
      ...((options.meta ?? options.tag) ? [JSON.stringify([options.meta, options.tag])] : []),
      ...named.map(({ path }) => resolve(world.cwd, path)),
    ];
    let resumes = spooled === undefined;
    const journal = await openJournalAnywhere(stateDirectory(world), identity, world.now, (reason) => {
      if (resumes) output.warn(`${reason}: interrupted uploads will start over`);
      resumes = false;
    });
    return await run(context, { connection, found, journal, to, options, shareSettings, resumes });
  } finally {
    await spooled?.discard();
  }
};

function checkUsage({ globals }: Context, paths: readonly string[], options: UploadOptions): void {
  if (options.share !== true && options.shareEach !== true) {
    const flag = (
      ['public', 'expires', 'password', 'passwordFile', 'notify', 'maxDownloads', 'slug', 'qr'] as const
    ).find((name) => options[name] !== undefined);
    if (flag !== undefined) {
      const named = flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      throw new CliError('usage', `--${named} needs --share`, { hint: 'add --share, or omit the flag' });
    }
  }
  if (options.slug !== undefined && paths.length > 1) throw severalLinks();
  if (options.name !== undefined && paths.length > 1) throw new CliError('usage', '--name needs a single file');
  if (options.ifMatch !== undefined && (paths.length > 1 || options.recursive === true))
    throw new CliError('usage', '--if-match needs a single file');
  if (!paths.includes(STDIN)) return;
  if (paths.length > 1) throw new CliError('usage', 'standard input cannot be uploaded together with files');
  if (options.name === undefined) {
    throw new CliError('usage', 'standard input has no name', { hint: 'give one with --name' });
  }
  if (globals.apiKeyFile === '-') throw new CliError('usage', 'standard input cannot be both the key and the file');
  if (options.passwordFile === '-' || options.password === true) {
    throw new CliError('usage', 'standard input cannot be both the password and the file', {
      hint: 'give the password with --password-file FILE',
    });
  }
}

const severalLinks = (): CliError =>
  new CliError('usage', '--slug needs a single link, but this command creates several');

interface Task {
  readonly connection: Connection;
  readonly found: Scan;
  readonly journal: Journal;
  readonly to: string;
  readonly options: UploadOptions;
  readonly shareSettings: ShareSettings;
  /** Whether repeating the command would resume. */
  readonly resumes: boolean;
}

async function run(context: Context, task: Task): Promise<ExitCode> {
  const { world, output, signal } = context;
  const { connection, found, journal, to, options } = task;
  const { client } = connection;
  const share = options.share === true || options.shareEach === true;
  const annotations = readAnnotations(options);
  const named = new Set(found.roots.map(({ file }) => file));
  const getsLink = (file: LocalFile): boolean => share && (options.shareEach === true || named.has(file));
  const report = new UploadReport(world, output, found, {
    share,
    shareEach: options.shareEach === true,
    ...(options.qr === true ? { onLink: (url: string) => showQrCode(context, url) } : {}),
  });
  const progress = createProgress(world, output);
  const begun = new Map<LocalFile, string>();
  let stoppedBy: unknown;
  let finished = false;
  try {
    await report.problems();
    if (found.files.length > 0 || found.folders.length > 0) {
      const plan = await planUpload(client, found, to, journal, {
        signal,
        dryRun: options.dryRun === true,
        onPrepared: (count) => progress.prepare(`Preparing folders: ${count} of ${found.folders.length + 1}`),
      });
      if (options.dryRun === true) {
        finished = !journal.isResuming;
        await tellPlan(context, plan, { progress, report, onConflict: options.onConflict });
        return exitCodeOfAll(report.failed(), report.attempted());
      }
      const totalBytes = plan.reduce((sum, { file }) => sum + file.size, 0);
      progress.expect(plan.length, totalBytes);
      stoppedBy = await sendFiles(plan, {
        client,
        journal,
        begun,
        note: output.note,
        sleep: world.sleep,
        progress,
        signal,
        // Shares only after all protections are set.
        isShared: (file) => isPlain(task.shareSettings) && getsLink(file),
        public: options.public === true,
        link: async (sent, { file }) =>
          getsLink(file) ? await linkOf(context, client, sent, file.shownAs, task.shareSettings) : null,
        onConflict: options.onConflict,
        ifMatch: options.ifMatch,
        annotations,
        onPresent: ({ fileId }, { file }) => annotate(client, { id: fileId, path: file.shownAs }, annotations, signal),
        parallel: limitParallel(options.parallel, context.globals.limitRate),
        resumable: options.resumable === true,
        maxRetries: retriesOf(client),
        onOutcome: ({ file }, outcome) => report.add(file, outcome),
      });
    }
    signal.throwIfAborted();
    finished = stoppedBy === undefined;
    if (finished && options.share === true && options.dryRun !== true) {
      for (const root of found.roots.filter(({ file }) => file === undefined))
        await report.addLink(root, () => linkOfFolder(context, client, root, task.shareSettings));
    }
  } catch (error) {
    // Errors of aborted calls are ignored.
    throw signal.aborted ? await interrupted(report, task, begun) : error;
  } finally {
    progress.stop();
    await journal.close({ keep: !finished || report.failed().length > 0 });
    if (options.dryRun !== true) await report.results();
  }
  report.summary();
  if (stoppedBy === undefined) return exitCodeOfAll(report.failed(), report.attempted());
  const left = found.files.length - report.sent();
  // After other errors than those of the network or the server, the same command would fail again.
  const isTemporary = exitCodeOf(stoppedBy) === exitCode.temporary;
  const next = task.resumes && isTemporary ? '; run the same command again to resume' : '';
  if (found.files.length > 1 || next !== '')
    output.warn(`stopped: ${left} of ${found.files.length} files were not uploaded${next}`);
  return describeFailure(stoppedBy).exitCode;
}

async function tellPlan(
  { output, signal }: Context,
  plan: readonly PlannedFile[],
  {
    progress,
    report,
    onConflict,
  }: { readonly progress: Progress; readonly report: UploadReport; readonly onConflict: ConflictPolicy },
): Promise<void> {
  let sent = 0;
  let failed = 0;
  let bytes = 0;
  for (const planned of plan) {
    signal.throwIfAborted();
    const { file } = planned;
    const present = await findPresent(planned, { progress, signal, onConflict });
    if (present?.kind === 'failed') {
      failed++;
      await report.add(file, present);
      continue;
    }
    const remotePath = joinRemote(file.folder, file.name);
    const status = present?.kind ?? 'planned';
    if (present === undefined) {
      sent++;
      bytes += file.size;
    }
    const record = { path: file.shownAs, status, remotePath, size: file.size };
    await output.record(record, present === undefined ? `${file.shownAs} -> ${remotePath}` : undefined);
  }
  const there = plan.length - sent - failed;
  output.note(
    `${formatCount(sent, 'file')} (${formatBytes(bytes)}) would be uploaded${there === 0 ? '' : `; ${formatCount(there, 'file')} ${there === 1 ? 'already exists' : 'already exist'} on the server`}`,
  );
}

const isPlain = ({ settings, clearsPassword, slug }: ShareSettings): boolean =>
  Object.keys(settings).every((name) => name === 'shareMode') && !clearsPassword && slug === undefined;

/** Files that existed before, or were reserved by a run without --share, have no link yet. */
async function linkOf(
  { signal }: Context,
  client: DriveClient,
  { fileId, shortUrl }: SentFile,
  path: string,
  shareSettings: ShareSettings,
): Promise<string> {
  if (shortUrl !== null && isPlain(shareSettings)) return shortUrl;
  return (await shareItem(client, { id: fileId, type: 'file' }, shareSettings, { path, signal })).shortUrl;
}

async function linkOfFolder(
  { signal }: Context,
  client: DriveClient,
  { remotePath }: UploadRoot,
  shareSettings: ShareSettings,
): Promise<{ readonly id: string; readonly shortUrl: string }> {
  const item = await findByPath(client, remotePath, signal);
  if (item === undefined) throw new CliError('not_found', `${remotePath} was removed before it could be shared`);
  return {
    id: item.id,
    shortUrl: (await shareItem(client, item, shareSettings, { path: remotePath, signal })).shortUrl,
  };
}

async function interrupted(
  report: UploadReport,
  { connection, found, resumes }: Task,
  begun: ReadonlyMap<LocalFile, string>,
): Promise<CliError> {
  const kept = formatPartial(await findReceived(connection.url, begun));
  const message = `interrupted: ${report.sent()} of ${found.files.length} files are on the server${kept}`;
  if (!resumes) return new CliError('interrupted', message);
  const isBegun = report.sent() > 0 || kept !== '';
  return new CliError('interrupted', message, {
    hint: isBegun ? 'run the same command again to resume' : 'run the same command again; it starts from the beginning',
  });
}
