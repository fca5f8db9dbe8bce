import type { StoredFile } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatBytes, formatCount } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { OF_DRIVE } from '../../remote/managed-trees.ts';
import { parseCount } from '../../shell/argument-parsers.ts';
import type { Action, RunAction } from '../context.ts';
import { chooseDrive } from '../drives/drives.ts';

const DEFAULT_FILES = 20;

export function define(usage: Command, run: RunAction): void {
  usage.description('Show what uses your storage.');
  usage
    .command('show')
    .summary('Show the storage use by kind')
    .description('Show how much your files use by kind, the trash, and the versions of files.')
    .addHelpText('after', '\nExample:\n  $ drive-cli usage show')
    .action(run(showUsage));
  usage
    .command('files')
    .summary('List the files that use the most storage')
    .description(
      'List the files whose versions use the most storage, or with --by size the largest files, from 1 MiB on. Without those in the trash.',
    )
    .addOption(new Option('--by <what>', 'What counts').choices(['versions', 'size']).default('versions'))
    .option(...OF_DRIVE)
    .option('--limit <number>', 'Maximum number of files', parseCount, DEFAULT_FILES)
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli usage files
  $ drive-cli versions rm /report.pdf --all`,
    )
    .action(run(listFiles));
}

const showUsage: Action<[]> = async (context) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const use = await client.account.storageUse({ signal });
  const { kinds, trash, versions, otherBytes } = use;
  const line = (name: string, bytes: number, count?: string): string => tabbed(name, formatBytes(bytes), count ?? '');
  await output.result(use, [
    ...kinds.map(({ contentKind, files, bytes }) => line(contentKind, bytes, formatCount(files, 'file'))),
    line('trash', trash.bytes, formatCount(trash.files, 'file')),
    line('versions', versions.bytes, formatCount(versions.files, 'version')),
    line('other', otherBytes),
  ]);
};

interface FilesOptions {
  readonly by: 'versions' | 'size';
  readonly drive?: string;
  readonly limit: number;
}

const listFiles: Action<[options: FilesOptions]> = async (context, { by, drive, limit }) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const { drives } = drive === undefined ? { drives: [] } : await client.drives.list({ signal });
  const driveId = drive === undefined ? undefined : chooseDrive(drives, drive, 'drive-cli drives list').id;
  const files: StoredFile[] = [];
  const query = { by, limit: Math.min(limit, PAGE_ITEMS), ...(driveId === undefined ? {} : { driveId }) };
  for await (const file of client.account.storedFiles(query, { signal })) {
    files.push(file);
    if (files.length === limit) break;
  }
  await printList(output, files, {
    columns: [
      ['SIZE', ({ item }) => formatBytes(item.size ?? 0), 'right'],
      ['VERSIONS', ({ versions }) => String(versions), 'right'],
      ['OF VERSIONS', ({ versionBytes }) => formatBytes(versionBytes), 'right'],
      ['PATH', ({ path }) => printable(path)],
    ],
    plain: ({ item, path, versions, versionBytes }) => tabbed(item.size ?? 0, versions, versionBytes, path, item.id),
    empty: by === 'size' ? 'no file has 1 MiB or more' : 'no file has versions',
  });
};
