import type { DriveClient } from '@drive/sdk';
import type { Command } from 'commander';
import { resolve } from 'node:path';
import { connect } from '../connection/connect.ts';
import { diskOf, findDestination } from '../download/download-destination.ts';
import { fetchArchive, pipeArchive } from '../download/fetch-archive.ts';
import { requireLocalName, zipNameFor } from '../download/local-name.ts';
import { formatCount } from '../output/format.ts';
import { createProgress } from '../output/progress.ts';
import { isFolder, parseNamed, type Located } from '../remote/locate.ts';
import { walk } from '../remote/walk.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Action, Context, RunAction } from './context.ts';
import { locateAll, withoutNested } from './locate-all.ts';
import { reportFailure } from './report-failure.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Download your files as one ZIP. A folder stands for all files below it, at most 200 files in all. The ZIP has no folders; equal names get a number.',
    )
    .argument('<path...>', 'remote path, id or pattern')
    .option('-o, --output <path>', 'ZIP or folder to write to; - for standard output (default: NAME.zip)')
    .option('-f, --force', 'Replace an existing file')
    .addHelpText(
      'after',
      `
For folders with their structure or more than 200 files, use drive-cli download.

Examples:
  $ drive-cli archive /Photos -o photos.zip
  $ drive-cli archive '/Reports/*.pdf' -o - | bsdtar tf -`,
    )
    .action(run(archive));
}

interface ArchiveOptions {
  readonly output?: string;
  readonly force?: boolean;
}

const STDOUT = '-';
/** Limit of the server. */
const MOST_FILES = 200;

export const archive: Action<[paths: string[], options: ArchiveOptions]> = async (context, paths, options) => {
  const args = paths.map(parseNamed);
  const { world, output, signal, pace } = context;
  if (options.output === STDOUT && output.json)
    throw new CliError('usage', '--json and -o - cannot be combined: both write to standard output');
  if (options.output === STDOUT && world.stdout.isTTY) {
    throw new CliError('usage', 'refusing to write a ZIP to the terminal', {
      hint: 'redirect the output, or name a file with -o',
    });
  }
  const { client } = await connect(context);
  const { located, failed } = await locateAll(client, args, {
    signal,
    onFailure: (argument, error) => reportFailure(context, { path: argument }, error),
  });
  if (failed.length > 0) throw new CliError('not_found', 'no ZIP was created because some items do not exist');
  const fileIds = await listFiles(context, client, withoutNested(located));
  const name = nameFor(located);
  const source = { argument: name, client, name, make: () => client.files.archive(fileIds, { signal }) };
  const progress = createProgress(world, output);
  try {
    if (options.output === STDOUT) return await pipeArchive(source, world.stdout, { progress, signal, pace });
    const destination = await findDestination(world.cwd, options.output);
    const path = resolve(world.cwd, destination.pathFor(requireLocalName(name, diskOf(context, destination))));
    const fetched = await fetchArchive(source, path, { force: options.force === true, progress, signal });
    progress.stop();
    output.note(`${formatCount(fetched.fileCount, 'file')} in it`);
    await output.result(fetched, fetched.path);
  } catch (error) {
    if (signal.aborted) throw new CliError('interrupted', 'interrupted: no ZIP was written', { cause: error });
    throw error;
  } finally {
    progress.stop();
  }
};

async function listFiles({ signal }: Context, client: DriveClient, located: readonly Located[]): Promise<string[]> {
  const ids: string[] = [];
  const add = (id: string): void => {
    ids.push(id);
    if (ids.length > MOST_FILES) {
      throw new CliError('usage', `an archive can hold at most ${MOST_FILES} files`, {
        hint: 'share the folder, then run: drive-cli download --zip LINK',
      });
    }
  };
  for (const one of located) {
    const { path, item } = one;
    if (!isFolder(one)) {
      if (item !== null) add(item.id);
      continue;
    }
    for await (const below of walk(client, { id: item?.id ?? null, path }, { signal })) {
      if (below.item.type === 'file') add(below.item.id);
    }
  }
  if (ids.length === 0) throw new CliError('usage', 'there are no files to archive');
  return ids;
}

function nameFor(located: readonly Located[]): string {
  const [only] = located;
  const name = located.length === 1 ? only?.item?.name : undefined;
  return zipNameFor(name ?? 'files');
}
