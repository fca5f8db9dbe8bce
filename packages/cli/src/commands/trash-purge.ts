import type { DriveClient } from '@drive/sdk';
import { connect } from '../connection/connect.ts';
import { isDriveErrorOf } from '../connection/failure.ts';
import { formatBytes, formatCount } from '../output/format.ts';
import { PATIENT_RETRIES } from '../remote/folder-pages.ts';
import { CliError } from '../shell/cli-error.ts';
import { confirm } from '../shell/confirm.ts';
import type { Chosen } from '../trash/selection.ts';
import type { Command } from './context.ts';
import { exitCodeOfAll } from './exit-code-of-all.ts';
import { doWithTrash } from './trash-work.ts';

export interface PurgeOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export const purgeTrash: Command<[names: string[], options: PurgeOptions]> = async (
  context,
  names,
  { yes, dryRun = false },
) => {
  const { client } = await connect(context);
  const { output, signal, world } = context;
  let purged = 0;
  const { failed, attempted } = await doWithTrash(context, client, names, {
    dryRun,
    // What was named itself is meant; what a pattern matches has to be seen first.
    async prepare(chosen) {
      const matched = chosen.filter(({ byPattern }) => byPattern).length;
      if (matched === 0 || yes === true) return;
      const text = `Delete ${formatCount(chosen.length, 'item')} in the trash for good?`;
      await confirm(world, { text, flag: '--yes' }, output.ask, signal);
    },
    async act(chosen) {
      await purge(client, chosen, signal);
      purged++;
      await output.record({ id: chosen.id, name: chosen.item?.name ?? null, status: 'purged' }, undefined);
    },
  });
  if (purged > 0) output.note(`deleted ${formatCount(purged, 'item')} for good`);
  return exitCodeOfAll(failed, attempted);
};

async function purge(client: DriveClient, { id, shownAs }: Chosen, signal: AbortSignal): Promise<void> {
  try {
    await client.trash.purge(id, { signal, maxRetries: PATIENT_RETRIES });
  } catch (error) {
    if (isDriveErrorOf(error, 'not_in_trash')) {
      throw new CliError('conflict', `${shownAs} is not in the trash`, {
        hint: 'drive-cli rm --permanent deletes it for good',
        cause: error,
      });
    }
    if (!isDriveErrorOf(error, 'file_not_found')) throw error;
    throw new CliError('not_found', `${shownAs}: there is no such thing in the trash`, { cause: error });
  }
}

export const emptyTrash: Command<[options: PurgeOptions]> = async (context, { yes, dryRun }) => {
  const { client } = await connect(context);
  const { output, signal, world } = context;
  const { trashBytes } = await client.account.me({ signal });
  const size = formatBytes(trashBytes);
  if (dryRun === true) {
    const items = await client.trash.list({ includeFolders: true }, { signal });
    for (const { id, name } of items) await output.record({ id, name, status: 'planned' }, name);
    output.note(`${formatCount(items.length, 'item')} (${size}) would be deleted for good`);
    return;
  }
  if (yes !== true) {
    const text = `Delete all that is in the trash (${size}) for good?`;
    await confirm(world, { text, flag: '--yes' }, output.ask, signal);
  }
  await client.trash.empty({ signal, maxRetries: PATIENT_RETRIES });
  output.note(`the trash is empty: ${size} deleted for good`);
  await output.record({ status: 'purged', bytes: trashBytes }, undefined);
};
