import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import type { Action, RunAction } from '../context.ts';
import { requireWritable, saveArchive, type SaveOptions } from '../save-archive.ts';

const NAME = 'drive-export.zip';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Download all that you have as one ZIP: your files and folders, without the trash and previous versions, and your links, activity and settings as JSON. A key gets what its scopes allow.',
    )
    .option('-o, --output <path>', `ZIP or folder to write to; - for standard output (default: ${NAME})`)
    .option('-f, --force', 'Replace an existing file')
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli export
  $ drive-cli export -o /backup/drive.zip --force`,
    )
    .action(run(exportAll));
}

const exportAll: Action<[options: SaveOptions]> = async (context, options) => {
  const { signal } = context;
  requireWritable(context, options);
  const { client } = await connect(context);
  const source = { argument: NAME, client, name: NAME, make: () => client.account.export({ signal }) };
  await saveArchive(context, source, options);
};
