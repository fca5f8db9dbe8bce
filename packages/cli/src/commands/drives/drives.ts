import type { DriveClient, TeamDrive } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatBytes, formatCount, formatTime } from '../../output/format.ts';
import { tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { shorten } from '../../output/text-width.ts';
import { parseByteLimit } from '../../shell/argument-parsers.ts';
import type { Action, RunAction } from '../context.ts';
import { chooseById, resourceCommands } from '../resource-commands.ts';

export const DRIVE_ARGUMENT = 'name, id or start of an id';
const NAME_COLUMNS = 40;

export function define(drives: Command, run: RunAction): void {
  drives.description(
    'List, create, change and delete team drives. Paths in a drive begin with its name: Design:/Logos. Its members are roles on its root: drive-cli access list Design:/',
  );
  const commands = resourceCommands<TeamDrive>(drives, run, {
    noun: 'team drive',
    plural: 'team drives',
    argument: ['drive', DRIVE_ARGUMENT],
    list: async (client, signal) => (await client.drives.list({ signal })).drives,
    find: findDrives,
    view: () => ({
      columns: [
        ['NAME', ({ name }) => shorten(printable(name), NAME_COLUMNS)],
        ['ROLE', ({ role }) => role],
        ['USED', ({ usedBytes }) => formatBytes(usedBytes), 'right'],
        ['MEMBERS', ({ memberCount }) => String(memberCount), 'right'],
        ['ID', ({ id }) => id],
      ],
      plain: ({ id, name, role, usedBytes, memberCount }) => tabbed(id, name, role, usedBytes, memberCount),
      empty: 'no team drives',
    }),
  });
  commands.list({
    summary: 'List team drives',
    description: 'List the team drives of which you are a member, by name.',
    help: '\nExample:\n  $ drive-cli drives list',
  });
  commands.show({
    description: 'Show a team drive.',
    help: '\nExample:\n  $ drive-cli drives show Design',
    hasLink: false,
    facts: (drive) => [
      ['name', drive.name],
      ['id', drive.id],
      ['root folder', drive.rootId],
      ['your role', drive.role],
      ['members', formatCount(drive.memberCount, 'member')],
      ['used', formatBytes(drive.usedBytes)],
      ['quota', quotaOf(drive)],
      ['links by', drive.linkRole === 'editor' ? 'editors and managers' : 'managers'],
      ['created', formatTime(drive.createdAt)],
    ],
  });
  addCreate(drives, run);
  commands.set<{ name?: string; links?: 'manager' | 'editor'; quota?: number | null }>({
    summary: 'Change team drives',
    help: `
Examples:
  $ drive-cli drives set Design --name "Design and research"
  $ drive-cli drives set Design --links editor`,
    flags: (command) =>
      addQuota(
        command
          .option('--name <name>', 'Name of the drive')
          .addOption(
            new Option('--links <role>', 'Role from which on members make links').choices(['manager', 'editor']),
          ),
      ),
    prepare:
      async ({ signal }, client, { name, links, quota }) =>
      (id) =>
        client.drives.update(
          id,
          {
            ...(name === undefined ? {} : { name }),
            ...(links === undefined ? {} : { linkRole: links }),
            ...(quota === undefined ? {} : { quotaBytes: quota }),
          },
          { signal },
        ),
  });
  commands.remove({
    description: 'Delete team drives. Administrators can restore them for a while. Asks for confirmation.',
    help: '\nExample:\n  $ drive-cli drives rm "Old project" --yes',
    question: (all) => `Delete ${all.map(({ name }) => printable(name)).join(', ')}, for all members?`,
    record: ({ id, name }) => ({ id, name }),
    line: ({ name }) => printable(name),
    remove: (client, id, signal) => client.drives.delete(id, { signal }),
    note: ({ name }) => `deleted the team drive ${printable(name)}`,
  });
}

export const quotaOf = ({ quotaBytes }: Pick<TeamDrive, 'quotaBytes'>): string =>
  quotaBytes === null ? 'none' : formatBytes(quotaBytes);

const addQuota = (command: Command): Command =>
  command.addOption(
    new Option('--quota <size>', 'Quota, for administrators: 500M, 50G, or none').argParser((text: string) =>
      text === 'none' ? null : text === '0' ? 0 : parseByteLimit(text),
    ),
  );

function addCreate(drives: Command, run: RunAction): void {
  addQuota(
    drives
      .command('create')
      .summary('Create a team drive')
      .description('Create a team drive, become its manager, and print its id.')
      .argument('<name>', 'name of the drive')
      .addHelpText(
        'after',
        `
Examples:
  $ drive-cli drives create Design
  $ drive-cli access add Design:/ ada@example.com --role editor`,
      ),
  ).action(run(createDrive));
}

const createDrive: Action<[name: string, options: { quota?: number | null }]> = async (context, name, { quota }) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const body = { name, ...(quota === undefined ? {} : { quotaBytes: quota }) };
  const drive = await client.drives.create(body, { signal });
  output.note(`created the team drive ${printable(drive.name)}`);
  await output.result(drive, drive.id);
};

async function findDrives(client: DriveClient, names: readonly string[], signal: AbortSignal): Promise<TeamDrive[]> {
  const { drives } = await client.drives.list({ signal });
  return [...new Set(names.map((named) => chooseDrive(drives, named, 'drive-cli drives list')))];
}

/** By its name, in upper or lower case and with or without the colon of a path, or by its id. */
export const chooseDrive = <T extends { readonly id: string; readonly name: string }>(
  drives: readonly T[],
  named: string,
  listing: string,
): T =>
  drives.find(({ name }) => name.toLowerCase() === named.replace(/:\/?$/, '').toLowerCase()) ??
  chooseById(drives, named, { noun: 'team drive', listing });
