import { resolve } from 'node:path';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { diskOf, findDestination } from '../../download/download-destination.ts';
import { fetchArchive } from '../../download/fetch-archive.ts';
import { requireLocalName } from '../../download/local-name.ts';
import { formatCount } from '../../output/format.ts';
import { createProgress } from '../../output/progress.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, RunAction } from '../context.ts';

const NAME = 'drive-export.zip';

export function define(command: Command, run: RunAction): void {
  command
    .description(
      'Download all that you have as one ZIP: your files and folders, without the trash and previous versions, and your links, activity and settings as JSON. A key gets what its scopes allow.',
    )
    .option('-o, --output <path>', `ZIP or folder to write to (default: ${NAME})`)
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

const exportAll: Action<[options: { output?: string; force?: boolean }]> = async (context, options) => {
  const { world, output, signal } = context;
  const { client } = await connect(context);
  const source = { argument: NAME, client, name: NAME, make: () => client.account.export({ signal }) };
  const progress = createProgress(world, output);
  try {
    const destination = await findDestination(world.cwd, options.output);
    const path = resolve(world.cwd, destination.pathFor(requireLocalName(NAME, diskOf(context, destination))));
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
