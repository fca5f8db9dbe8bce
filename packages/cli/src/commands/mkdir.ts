import { connect } from '../connection/connect.ts';
import { isDriveErrorOf } from '../connection/failure.ts';
import { ensureFolder } from '../remote/ensure-folder.ts';
import { normalizeRemotePath, splitRemote } from '../remote/target.ts';
import { requirePlace } from '../remote/find-item.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Command } from './context.ts';

export const mkdir: Command<[path: string, options: { parents?: boolean }]> = async (context, path, { parents }) => {
  const remotePath = normalizeRemotePath(path);
  const parts = splitRemote(remotePath);
  if (parts === undefined) throw new CliError('exists', '/ is there already');
  const { client } = await connect(context);
  const { output, signal } = context;
  if (parents === true) {
    const { id, made } = await ensureFolder(client, remotePath, signal);
    await output.result({ path: remotePath, id, made }, remotePath);
    return;
  }
  const parent = await requirePlace(client, { kind: 'path', path: parts.folder }, signal);
  const parentId = parent.isRoot ? null : parent.item.id;
  const { id } = await client.files.createFolder({ name: parts.name, parentId }, { signal }).catch((error: unknown) => {
    if (!isDriveErrorOf(error, 'name_conflict')) throw error;
    throw new CliError('exists', `${remotePath} is there already`, { cause: error });
  });
  await output.result({ path: remotePath, id, made: true }, remotePath);
};
