import type { AdminTeamDrive, DriveClient } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatBytes, formatTime } from '../../output/format.ts';
import { tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { shorten } from '../../output/text-width.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { confirm } from '../../shell/confirm.ts';
import type { Action, RunAction } from '../context.ts';
import { chooseDrive, DRIVE_ARGUMENT, quotaOf } from '../drives/drives.ts';
import { resourceCommands } from '../resource-commands.ts';

const NAME_COLUMNS = 40;

export function defineDrives(drives: Command, run: RunAction): void {
  drives.description('List all team drives, and restore or permanently delete those that are deleted.');
  const commands = resourceCommands<AdminTeamDrive>(drives, run, {
    noun: 'team drive',
    plural: 'team drives',
    argument: ['drive', DRIVE_ARGUMENT],
    list: (client, signal) => client.admin.drives.list({ limit: PAGE_ITEMS }, { signal }),
    find: (client, names, signal) => findDeleted(client, names, signal),
    view: () => ({
      columns: [
        ['NAME', ({ name }) => shorten(printable(name), NAME_COLUMNS)],
        ['USED', ({ usedBytes }) => formatBytes(usedBytes), 'right'],
        ['QUOTA', (drive) => quotaOf(drive), 'right'],
        ['MEMBERS', ({ memberCount }) => String(memberCount), 'right'],
        ['DELETED', ({ deletedAt }) => (deletedAt === null ? '' : formatTime(deletedAt))],
        ['ID', ({ id }) => id],
      ],
      plain: ({ id, name, usedBytes, memberCount, deletedAt }) =>
        tabbed(id, name, usedBytes, memberCount, deletedAt ?? ''),
      empty: 'no team drives',
    }),
  });
  commands.list<{ search?: string; deleted?: boolean }>({
    summary: 'List all team drives',
    description: 'List all team drives by name, or those that are deleted.',
    help: '\nExample:\n  $ drive-cli admin drives list --deleted',
    flags: (command) =>
      command
        .option('--search <text>', 'Only drives with this text in the name')
        .option('--deleted', 'Deleted drives instead of the others'),
    select: (client, { search, deleted }, signal) =>
      client.admin.drives.list(
        {
          limit: PAGE_ITEMS,
          ...(search === undefined ? {} : { q: search }),
          ...(deleted === undefined ? {} : { deleted }),
        },
        { signal },
      ),
  });
  drives
    .command('restore')
    .summary('Restore deleted team drives')
    .description('Restore deleted team drives. You become a manager of those whose managers are gone.')
    .argument('<drive...>', DRIVE_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli admin drives restore Design')
    .action(run(restoreDrives));
  drives
    .command('purge')
    .summary('Permanently delete team drives')
    .description('Permanently delete deleted team drives with everything in them. Asks for confirmation.')
    .argument('<drive...>', DRIVE_ARGUMENT)
    .option('-y, --yes', 'Do not ask for confirmation')
    .addHelpText('after', '\nExample:\n  $ drive-cli admin drives purge "Old project" --yes')
    .action(run(purgeDrives));
}

async function findDeleted(
  client: DriveClient,
  names: readonly string[],
  signal: AbortSignal,
): Promise<AdminTeamDrive[]> {
  const deleted: AdminTeamDrive[] = [];
  for await (const drive of client.admin.drives.list({ limit: PAGE_ITEMS, deleted: true }, { signal }))
    deleted.push(drive);
  return [...new Set(names.map((named) => chooseDrive(deleted, named, 'drive-cli admin drives list --deleted')))];
}

const restoreDrives: Action<[named: string[]]> = async (context, named) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  for (const { id, name } of await findDeleted(client, named, signal)) {
    const drive = await client.admin.drives.restore(id, { signal });
    output.note(`restored the team drive ${printable(name)}`);
    await output.record(drive, undefined);
  }
};

const purgeDrives: Action<[named: string[], options: { yes?: boolean }]> = async (context, named, { yes }) => {
  const { client } = await connect(context);
  const { world, output, signal } = context;
  const found = await findDeleted(client, named, signal);
  const text = `Delete ${found.map(({ name }) => printable(name)).join(', ')} with all files, permanently?`;
  if (yes !== true) await confirm(world, { text, flag: '--yes' }, output.ask, signal);
  for (const { id, name } of found) {
    await client.admin.drives.purge(id, { signal });
    output.note(`permanently deleted the team drive ${printable(name)}`);
    await output.record({ id, name, status: 'removed' }, undefined);
  }
};
