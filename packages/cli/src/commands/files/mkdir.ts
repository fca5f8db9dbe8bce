import type { DriveClient } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { isDriveErrorOf } from '../../connection/describe-failure.ts';
import { ensureFolder, type RemoteFolder } from '../../remote/ensure-folder.ts';
import { requirePlace } from '../../remote/find-item.ts';
import { notFolder } from '../../remote/locate.ts';
import { normalizeRemotePath, splitRemote } from '../../remote/remote-target.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import type { Action, RunAction } from '../context.ts';
import { reportFailure, exitCodeOfAll } from '../report-failure.ts';

export function define(command: Command, run: RunAction): void {
  command
    .description('Create folders and print the path of each.')
    .argument('<path...>', 'remote path')
    .option('-p, --parents', 'Create missing parent folders; no error if the folder exists')
    .addHelpText('after', '\nExample:\n  $ drive-cli mkdir -p /Archive/2026/01')
    .action(run(mkdir));
}

export const mkdir: Action<[paths: string[], options: { parents?: boolean }]> = async (context, paths, options) => {
  const remotePaths = paths.map(normalizeRemotePath);
  const { client } = await connect(context);
  const { output, signal } = context;
  const failed: ExitCode[] = [];
  // In order, because /a may be the parent of /a/b.
  for (const path of remotePaths) {
    try {
      const { id, made } = await makeAt(client, path, options.parents === true, signal);
      await output.record({ path, id, made }, path);
    } catch (error) {
      signal.throwIfAborted();
      if (remotePaths.length === 1) throw error;
      failed.push(await reportFailure(context, { path }, error));
    }
  }
  return exitCodeOfAll(failed, remotePaths.length);
};

async function makeAt(
  client: DriveClient,
  path: string,
  withParents: boolean,
  signal: AbortSignal,
): Promise<RemoteFolder> {
  if (withParents) return ensureFolder(client, path, signal);
  const parts = splitRemote(path);
  if (parts === undefined) throw new CliError('exists', '/ already exists');
  const parent = await requirePlace(client, { kind: 'path', path: parts.folder }, signal);
  if (!parent.isRoot && parent.item.type === 'file') throw notFolder(parts.folder);
  const parentId = parent.isRoot ? null : parent.item.id;
  try {
    const { id } = await client.files.createFolder({ name: parts.name, parentId }, { signal });
    return { id, made: true };
  } catch (error) {
    if (!isDriveErrorOf(error, 'name_conflict')) throw error;
    throw new CliError('exists', `${path} already exists`, { cause: error });
  }
}
