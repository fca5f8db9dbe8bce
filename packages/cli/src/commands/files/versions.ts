import type { DriveClient, FileVersion, Item } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { retriesOf } from '../../connection/retries.ts';
import { diskOf, findDestination } from '../../download/download-destination.ts';
import { timeOf, type Source } from '../../download/download-source.ts';
import { fetchToFile } from '../../download/fetch-to-file.ts';
import { fetchToStream } from '../../download/fetch-to-stream.ts';
import { requireLocalName } from '../../download/local-name.ts';
import { formatBytes, formatCount, formatTime } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { createProgress } from '../../output/progress.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { IF_MATCH } from '../../remote/if-match.ts';
import { isFolder, locate, parseNamed } from '../../remote/locate.ts';
import { parseVersionNumber } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { exitCodeOfAll, reportFailure } from '../report-failure.ts';

const FILE_ARGUMENT = 'remote path or id of the file';
const VERSION_ARGUMENT = 'number of the version; default: the newest';

export function define(versions: Command, run: RunAction): void {
  versions.description('List, download, restore and delete the previous contents of a file.');
  versions
    .command('list')
    .alias('ls')
    .summary('List the versions of a file')
    .description('List the previous contents of a file, newest first. The current content is not listed.')
    .argument('<file>', FILE_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli versions list /report.pdf')
    .action(run(listVersions));
  versions
    .command('download')
    .summary('Download a version of a file')
    .description('Download a previous content of a file. Its SHA-256 is verified before the file gets its name.')
    .argument('<file>', FILE_ARGUMENT)
    .argument('[version]', VERSION_ARGUMENT, parseVersionNumber)
    .option('-o, --output <path>', 'File or folder to write to; - for standard output')
    .option('-f, --force', 'Replace an existing file')
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli versions download /report.pdf -o previous.pdf
  $ drive-cli versions download /report.txt 3 -o - | diff - report.txt`,
    )
    .action(run(downloadVersion));
  versions
    .command('restore')
    .summary('Make a version the current content')
    .description(
      'Make a previous content of a file its current content, under a new number. The content that was current becomes a version.',
    )
    .argument('<file>', FILE_ARGUMENT)
    .argument('[version]', VERSION_ARGUMENT, parseVersionNumber)
    .option('--if-match <tag>', IF_MATCH)
    .option('-n, --dry-run', 'Only show what would be restored')
    .addHelpText('after', '\nExample:\n  $ drive-cli versions restore /report.pdf 3')
    .action(run(restoreVersion));
  versions
    .command('rm')
    .alias('remove')
    .summary('Delete versions of a file')
    .description('Delete previous contents of a file permanently, and free their bytes.')
    .argument('<file>', FILE_ARGUMENT)
    .argument('[version...]', 'number of the version', (text, previous: number[] | undefined) => [
      ...(previous ?? []),
      parseVersionNumber(text),
    ])
    .option('-a, --all', 'Delete all versions; the content stays')
    .option('-n, --dry-run', 'Only show what would be deleted')
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli versions rm /report.pdf 1 2
  $ drive-cli versions rm /report.pdf --all`,
    )
    .action(run(removeVersions));
}

const listVersions: Action<[file: string]> = async (context, named) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const { item } = await requireFile(client, named, signal);
  const all: FileVersion[] = [];
  for await (const version of client.files.versions.list(item.id, { limit: PAGE_ITEMS }, { signal })) all.push(version);
  await printList(output, all, {
    columns: [
      ['VERSION', ({ version }) => String(version), 'right'],
      ['SIZE', ({ size }) => formatBytes(size), 'right'],
      ['UPLOADED', ({ uploadedAt }) => formatTime(uploadedAt)],
      ['REPLACED', ({ replacedAt }) => formatTime(replacedAt)],
      ['SHA-256', ({ sha256 }) => sha256?.slice(0, 12) ?? ''],
    ],
    plain: ({ version, size, uploadedAt, replacedAt, sha256, mimeType }) =>
      tabbed(version, size, uploadedAt, replacedAt, sha256 ?? '', mimeType),
    empty: 'no versions: the file was never replaced, or its versions are no longer kept',
  });
};

interface DownloadOptions {
  readonly output?: string;
  readonly force?: boolean;
}

const downloadVersion: Action<[file: string, version: number | undefined, options: DownloadOptions]> = async (
  context,
  named,
  number,
  { output: target, force = false },
) => {
  const { output, signal, world, pace } = context;
  const toStdout = target === '-';
  if (toStdout && output.json)
    throw new CliError('usage', '--json and -o - cannot be combined: both write to standard output');
  if (toStdout && world.stdout.isTTY)
    throw new CliError('usage', 'refusing to write a file to the terminal', { hint: 'redirect the output' });
  const { client } = await connect(context);
  const { path: remotePath, item } = await requireFile(client, named, signal);
  const found = await requireVersion(client, { path: remotePath, item }, number, signal);
  const { version, size, sha256 } = found;
  const source: Source = {
    client,
    argument: `version ${version} of ${remotePath}`,
    name: item.name,
    size,
    sha256,
    modifiedAt: timeOf(found),
    getUrl: async () =>
      (await client.files.versions.downloadUrl(item.id, version, {}, { signal, maxRetries: retriesOf(client) }))
        .downloadUrl,
  };
  const progress = createProgress(world, output);
  progress.expect(1, size);
  try {
    if (toStdout) {
      await fetchToStream(source, world.stdout, { progress, signal, pace, sleep: world.sleep });
      return;
    }
    const destination = await findDestination(world.cwd, target);
    const path = destination.pathFor(requireLocalName(item.name, diskOf(context, destination)));
    const fetched = await fetchToFile(source, path, { force, progress, signal, note: output.note });
    const { kind: status, ...rest } = fetched;
    progress.stop();
    if (status === 'present') output.note(`nothing to do: ${fetched.path} already exists, with the same content`);
    await output.record({ source: remotePath, version, status, ...rest }, fetched.path);
  } finally {
    progress.stop();
  }
};

interface RestoreOptions {
  readonly dryRun?: boolean;
  readonly ifMatch?: string;
}

const restoreVersion: Action<[file: string, version: number | undefined, options: RestoreOptions]> = async (
  context,
  named,
  number,
  { dryRun, ifMatch },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const { path, item } = await requireFile(client, named, signal);
  const { version, replacedAt } = await requireVersion(client, { path, item }, number, signal);
  if (dryRun === true) {
    await output.record(
      { path, id: item.id, version, status: 'planned' },
      `version ${version} of ${path}, replaced ${formatTime(replacedAt)}`,
    );
    return;
  }
  await client.files.versions.restore(item.id, version, { signal, ifMatch });
  output.note(`restored version ${version} of ${path}; to undo: drive-cli versions restore ${path}`);
  await output.record({ path, id: item.id, version, status: 'restored' }, undefined);
};

type RemoveOptions = { readonly dryRun?: boolean; readonly all?: boolean };

const removeVersions: Action<[file: string, versions: number[] | undefined, options: RemoveOptions]> = async (
  context,
  named,
  numbers = [],
  { dryRun, all = false },
) => {
  if (all === numbers.length > 0)
    throw new CliError('usage', all ? 'give versions or --all, not both' : 'give the numbers of versions, or --all');
  const { client } = await connect(context);
  const { output, signal } = context;
  const file = await requireFile(client, named, signal);
  const { path, item } = file;
  if (all && dryRun !== true) {
    const { versions: count, bytes } = await client.files.versions.deleteAll(item.id, { signal });
    output.note(
      `deleted ${formatCount(count, 'version')} of ${path} permanently; ${formatBytes(bytes)} are free again`,
    );
    await output.record({ path, id: item.id, versions: count, bytes, status: 'removed' }, undefined);
    return exitCodeOfAll([], 1);
  }
  const versions = all ? await numbersOf(client, item, signal) : [...new Set(numbers)];
  const failed: ExitCode[] = [];
  for (const version of versions) {
    try {
      if (dryRun === true) {
        await requireVersion(client, file, version, signal);
        await output.record({ path, id: item.id, version, status: 'planned' }, `version ${version} of ${path}`);
        continue;
      }
      await client.files.versions.delete(item.id, version, { signal });
      output.note(`deleted version ${version} of ${path} permanently`);
      await output.record({ path, id: item.id, version, status: 'removed' }, undefined);
    } catch (error) {
      signal.throwIfAborted();
      if (versions.length === 1) throw error;
      failed.push(await reportFailure(context, { path: `${path} version ${version}` }, error));
    }
  }
  return exitCodeOfAll(failed, versions.length);
};

async function numbersOf(client: DriveClient, { id }: Item, signal: AbortSignal): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { version } of client.files.versions.list(id, { limit: PAGE_ITEMS }, { signal }))
    numbers.push(version);
  return numbers;
}

interface NamedFile {
  readonly path: string;
  readonly item: Item;
}

/** The file at a path, or of an id. A pattern must match one file. */
async function requireFile(client: DriveClient, named: string, signal: Context['signal']): Promise<NamedFile> {
  const [found, ...others] = await locate(client, parseNamed(named), signal);
  if (found === undefined || others.length > 0)
    throw new CliError('usage', `${named} matches several items`, { hint: 'give the path or id of one file' });
  const { path, item } = found;
  if (item === null || isFolder(found)) throw new CliError('conflict', `${path} is a folder; only files have versions`);
  return { path, item };
}

/** The version of this number; the newest without a number. */
async function requireVersion(
  client: DriveClient,
  { path, item }: NamedFile,
  number: number | undefined,
  signal: AbortSignal,
): Promise<FileVersion> {
  const limit = number === undefined ? 1 : PAGE_ITEMS;
  for await (const version of client.files.versions.list(item.id, { limit }, { signal })) {
    if (number === undefined || version.version === number) return version;
    if (version.version < number) break;
  }
  if (number === undefined) throw new CliError('not_found', `${path} has no versions`);
  throw new CliError('not_found', `${path} has no version ${number}`, {
    hint: `list its versions with: drive-cli versions list ${path}`,
  });
}
