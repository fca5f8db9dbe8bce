import type { DriveClient } from '@drive/sdk';
import { connect } from '../connection/connect.ts';
import { isDriveErrorOf } from '../connection/failure.ts';
import { PATIENT_RETRIES } from '../remote/folder-pages.ts';
import { createItemPaths } from '../remote/item-paths.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Chosen } from '../trash/selection.ts';
import type { Command } from './context.ts';
import { exitCodeOfAll } from './exit-code-of-all.ts';
import { doWithTrash } from './trash-work.ts';

export const restoreTrash: Command<[names: string[], options: { dryRun?: boolean }]> = async (
  context,
  names,
  { dryRun = false },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const paths = createItemPaths(client, signal);
  const { failed, attempted } = await doWithTrash(context, client, names, {
    dryRun,
    prepare: async () => {},
    async act(chosen) {
      const item = await restore(client, chosen, signal);
      const path = (await paths.find(item)) ?? item.name;
      await output.record({ path, id: item.id, status: 'restored' }, path);
    },
  });
  return exitCodeOfAll(failed, attempted);
};

async function restore(client: DriveClient, { id, shownAs }: Chosen, signal: AbortSignal) {
  try {
    return await client.trash.restore(id, { signal, maxRetries: PATIENT_RETRIES });
  } catch (error) {
    if (isDriveErrorOf(error, 'name_conflict')) {
      throw new CliError('exists', `${shownAs}: something of that name is where it was`, {
        hint: 'move that away with: drive-cli mv',
        cause: error,
      });
    }
    if (!isDriveErrorOf(error, 'file_not_found', 'file_purged')) throw error;
    throw new CliError('not_found', `${shownAs} is not in the trash`, { cause: error });
  }
}
