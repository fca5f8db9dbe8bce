import type { DriveClient, Group, GroupMember } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatCount, formatTime } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { shorten } from '../../output/text-width.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import type { Action, RunAction } from '../context.ts';
import { chooseById, resourceCommands } from '../resource-commands.ts';
import { findUser } from './find-user.ts';
import { USER_ARGUMENT } from './users.ts';

const GROUP_ARGUMENT = 'name, id or start of an id';
const NAME_COLUMNS = 40;

export function defineGroups(groups: Command, run: RunAction): void {
  groups.description('List, create, change and delete groups, and their members.');
  const commands = resourceCommands<Group>(groups, run, {
    noun: 'group',
    plural: 'groups',
    argument: ['group', GROUP_ARGUMENT],
    list: (client, signal) => client.admin.groups.list({ limit: PAGE_ITEMS }, { signal }),
    async find(client, names, signal) {
      const found = new Map<string, Group>();
      for (const group of await findGroups(client, names, signal)) found.set(group.id, group);
      return [...found.values()];
    },
    view: () => ({
      columns: [
        ['NAME', ({ name }) => shorten(printable(name), NAME_COLUMNS)],
        ['MEMBERS', ({ memberCount }) => String(memberCount), 'right'],
        ['CREATED', ({ createdAt }) => formatTime(createdAt)],
        ['ID', ({ id }) => id],
      ],
      plain: ({ id, name, memberCount, createdAt }) => tabbed(id, name, memberCount, createdAt),
      empty: 'no groups',
    }),
  });
  commands.list<{ search?: string }>({
    summary: 'List groups',
    description: 'List groups by name.',
    help: '\nExample:\n  $ drive-cli admin groups list --search design',
    flags: (command) => command.option('--search <text>', 'Only groups with this text in the name'),
    select: (client, { search }, signal) =>
      client.admin.groups.list({ limit: PAGE_ITEMS, ...(search === undefined ? {} : { q: search }) }, { signal }),
  });
  commands.show({
    description: 'Show a group.',
    help: '\nExample:\n  $ drive-cli admin groups show Design',
    hasLink: false,
    facts: ({ id, name, externalId, memberCount, createdAt }) => [
      ['name', name],
      ['id', id],
      ['members', formatCount(memberCount, 'member')],
      ['created', formatTime(createdAt)],
      ...(externalId === null ? [] : [['external id', externalId] as const]),
    ],
  });
  addCreate(groups, run);
  commands.set<{ name?: string }>({
    summary: 'Rename groups',
    help: '\nExample:\n  $ drive-cli admin groups set Design --name "Design and research"',
    flags: (command) => command.option('--name <name>', 'Name of the group'),
    prepare:
      async ({ signal }, client, { name = '' }) =>
      (id) =>
        client.admin.groups.rename(id, name, { signal }),
  });
  commands.remove({
    description: 'Delete groups. The accounts of their members stay. Asks for confirmation.',
    help: '\nExample:\n  $ drive-cli admin groups rm Design --yes',
    question: (all) => `Delete ${all.map(({ name }) => printable(name)).join(', ')}, and close what was given to them?`,
    record: ({ id, name }) => ({ id, name }),
    line: ({ name }) => printable(name),
    remove: (client, id, signal) => client.admin.groups.delete(id, { signal }),
    note: ({ name }) => `deleted the group ${printable(name)}`,
  });
  addMembers(groups, run);
}

function addCreate(groups: Command, run: RunAction): void {
  groups
    .command('create')
    .summary('Create a group')
    .description('Create a group without members, and print its id.')
    .argument('<name>', 'name of the group')
    .addHelpText('after', '\nExample:\n  $ drive-cli admin groups create Design')
    .action(run(createGroup));
}

function addMembers(groups: Command, run: RunAction): void {
  groups
    .command('members')
    .summary('List the members of a group')
    .description('List the members of a group, those added last first.')
    .argument('<group>', GROUP_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli admin groups members Design')
    .action(run(listMembers));
  groups
    .command('add-member')
    .summary('Add users to a group')
    .description('Add users to a group. Changes nothing for those who are members.')
    .argument('<group>', GROUP_ARGUMENT)
    .argument('<user...>', USER_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli admin groups add-member Design ada@example.com grace@example.com')
    .action(run(addUsers));
  groups
    .command('remove-member')
    .summary('Remove users from a group')
    .description('Remove users from a group. What was given to the group is closed to them at once.')
    .argument('<group>', GROUP_ARGUMENT)
    .argument('<user...>', USER_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli admin groups remove-member Design ada@example.com')
    .action(run(removeUsers));
}

/** The groups with these names or ids, in this order. */
async function findGroups(client: DriveClient, names: readonly string[], signal: AbortSignal): Promise<Group[]> {
  const all: Group[] = [];
  for await (const group of client.admin.groups.list({ limit: PAGE_ITEMS }, { signal })) all.push(group);
  return names.map(
    (named) =>
      all.find(({ name }) => name.toLowerCase() === named.toLowerCase()) ??
      chooseById(all, named, { noun: 'group', listing: 'drive-cli admin groups list' }),
  );
}

const createGroup: Action<[name: string]> = async (context, name) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const group = await client.admin.groups.create({ name }, { signal });
  output.note(`created the group ${printable(group.name)}`);
  await output.result(group, group.id);
};

const listMembers: Action<[named: string]> = async (context, named) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const members: GroupMember[] = [];
  for (const { id } of await findGroups(client, [named], signal))
    for await (const member of client.admin.groups.members(id, { limit: PAGE_ITEMS }, { signal })) members.push(member);
  await printList(output, members, {
    columns: [
      ['E-MAIL', ({ email }) => email],
      ['NAME', ({ name }) => shorten(printable(name ?? ''), NAME_COLUMNS)],
      ['ADDED BY', ({ source }) => source],
      ['ADDED', ({ addedAt }) => formatTime(addedAt)],
      ['ID', ({ id }) => id],
    ],
    plain: ({ id, email, name, source, addedAt }) => tabbed(id, email, name ?? '', source, addedAt),
    empty: 'no members',
  });
};

/** Finds all users before the first change. */
const addUsers: Action<[named: string, users: string[]]> = async (context, named, users) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  for (const group of await findGroups(client, [named], signal)) {
    for (const user of await findUsers(client, users, signal)) {
      const member = await client.admin.groups.addMember(group.id, user.id, { signal });
      output.note(`${user.email} is in ${printable(group.name)}`);
      await output.record({ group: group.id, ...member }, undefined);
    }
  }
};

const removeUsers: Action<[named: string, users: string[]]> = async (context, named, users) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  for (const group of await findGroups(client, [named], signal)) {
    for (const { id, email } of await findUsers(client, users, signal)) {
      await client.admin.groups.removeMember(group.id, id, { signal });
      output.note(`${email} is not in ${printable(group.name)}`);
      await output.record({ group: group.id, id, email, status: 'removed' }, undefined);
    }
  }
};

async function findUsers(client: DriveClient, names: readonly string[], signal: AbortSignal) {
  const found = [];
  for (const name of names) found.push(await findUser(client, name, signal));
  return found;
}
