import type { DriveClient, Item, NewArchive } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { zipNameFor } from '../../download/local-name.ts';
import { listFolder } from '../../remote/folder-pages.ts';
import { parseNamed, type Located } from '../../remote/locate.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, Context, RunAction } from '../context.ts';
import { locateAll, withoutNested } from '../locate-all.ts';
import { reportFailure } from '../report-failure.ts';
import { requireWritable, saveArchive, type SaveOptions } from '../save-archive.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Download files and folders as one ZIP. A folder is contained with everything below it, however many files. A single folder is the top of the ZIP; of several items, each folder has its name.',
    )
    .argument('<path...>', 'remote path, id or pattern')
    .option('-o, --output <path>', 'ZIP or folder to write to; - for standard output (default: NAME.zip)')
    .option('-f, --force', 'Replace an existing file')
    .addHelpText(
      'after',
      `
At most 200 files and folders can be named. Files have their modification time, and empty folders are kept. For files without a ZIP,
use drive-cli download, which resumes.

Examples:
  $ drive-cli archive /Photos -o photos.zip
  $ drive-cli archive /Photos /report.pdf -o both.zip
  $ drive-cli archive '/Reports/*.pdf' -o - | bsdtar tf -`,
    )
    .action(run(archive));
}

/** Limit of the server. */
const MOST_ITEMS = 200;

export const archive: Action<[paths: string[], options: SaveOptions]> = async (context, paths, options) => {
  const args = paths.map(parseNamed);
  const { signal } = context;
  requireWritable(context, options);
  const { client } = await connect(context);
  const { located, failed } = await locateAll(client, args, {
    signal,
    onFailure: (argument, error) => reportFailure(context, { path: argument }, error),
  });
  if (failed.length > 0) throw new CliError('not_found', 'no ZIP was created because some items do not exist');
  const items = await chooseItems(context, client, withoutNested(located));
  const name = nameFor(located);
  const source = { argument: name, client, name, make: () => client.files.archive(items, { signal }) };
  await saveArchive(context, source, options);
};

/** The root has no id: its content is named instead. */
async function chooseItems({ signal }: Context, client: DriveClient, located: readonly Located[]): Promise<NewArchive> {
  const fileIds: string[] = [];
  const folderIds: string[] = [];
  const add = ({ id, type }: Item): void => {
    (type === 'file' ? fileIds : folderIds).push(id);
    if (fileIds.length + folderIds.length > MOST_ITEMS)
      throw new CliError('usage', `at most ${MOST_ITEMS} files and folders can be named`, {
        hint: 'name the folder that they are in, or move them into one',
      });
  };
  for (const { item } of located) {
    if (item === null) for await (const child of listFolder(client, null, signal)) add(child);
    else add(item);
  }
  if (fileIds.length + folderIds.length === 0) throw new CliError('usage', 'there is nothing to archive');
  return { fileIds, folderIds };
}

function nameFor(located: readonly Located[]): string {
  const [only] = located;
  const name = located.length === 1 ? only?.item?.name : undefined;
  return zipNameFor(name ?? 'files');
}
