import type { AdminTeamDrive, AdminUser, AdminUserChange, DriveClient } from '@drive/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { openSecretPrompts } from '../../connection/secret-prompts.ts';
import { formatBytes, formatTime } from '../../output/format.ts';
import { tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { shorten } from '../../output/text-width.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { parseByteLimit } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, RunAction } from '../context.ts';
import { chooseDrive } from '../drives/drives.ts';
import { resourceCommands } from '../resource-commands.ts';
import { findUser } from './find-user.ts';

export const USER_ARGUMENT = 'email address or id';

const NAME_COLUMNS = 30;

export function defineUsers(users: Command, run: RunAction): void {
  users.description('List, create, change and delete accounts.');
  const commands = resourceCommands<AdminUser>(users, run, {
    noun: 'account',
    plural: 'accounts',
    argument: ['user', USER_ARGUMENT],
    list: (client, signal) => client.admin.users.list({ limit: PAGE_ITEMS }, { signal }),
    async find(client, names, signal) {
      const found = new Map<string, AdminUser>();
      for (const name of names) {
        const user = await findUser(client, name, signal);
        found.set(user.id, user);
      }
      return [...found.values()];
    },
    view: () => ({
      columns: [
        ['E-MAIL', ({ email }) => email],
        ['NAME', ({ name }) => shorten(printable(name ?? ''), NAME_COLUMNS)],
        ['PLAN', ({ plan }) => plan],
        ['STATE', stateOf],
        ['USED', ({ usedBytes }) => formatBytes(usedBytes), 'right'],
        ['QUOTA', quotaOf, 'right'],
        ['LAST ACTIVE', ({ lastActiveAt }) => (lastActiveAt === null ? 'never' : formatTime(lastActiveAt))],
        ['ID', ({ id }) => id],
      ],
      plain: (user) =>
        tabbed(
          user.id,
          user.email,
          user.plan,
          stateOf(user),
          user.usedBytes,
          user.quotaBytes ?? '',
          user.lastActiveAt ?? '',
          user.name ?? '',
        ),
      empty: 'no accounts',
    }),
  });
  commands.list<{ search?: string; disabled?: boolean }>({
    help: '\nExample:\n  $ drive-cli admin users list --search example.com',
    flags: (command) =>
      command
        .option('--search <text>', 'Only accounts with this text in email address or name')
        .option('--disabled', 'Only disabled accounts'),
    select: (client, { search, disabled }, signal) =>
      client.admin.users.list(
        {
          limit: PAGE_ITEMS,
          ...(search === undefined ? {} : { q: search }),
          ...(disabled === undefined ? {} : { disabled }),
        },
        { signal },
      ),
  });
  commands.show({
    help: '\nExample:\n  $ drive-cli admin users show ada@example.com',
    hasLink: false,
    facts: (user) => [
      ['email', user.email],
      ['name', user.name],
      ['id', user.id],
      ['plan', user.plan],
      ['state', stateOf(user)],
      ['used', formatBytes(user.usedBytes)],
      ['items', `${user.itemCount}${user.maxItems === null ? '' : ` of ${user.maxItems}`}`],
      ['quota', `${quotaOf(user)}${user.quotaOverrideBytes === null ? '' : ', set for this account'}`],
      ['created', formatTime(user.createdAt)],
      ['signed in', user.lastSignInAt === null ? 'never' : formatTime(user.lastSignInAt)],
      ['active', user.lastActiveAt === null ? 'never' : formatTime(user.lastActiveAt)],
    ],
  });
  addCreate(users, run);
  addSet(commands);
  addTransfer(users, run);
  commands.remove({
    description: 'Delete accounts permanently with everything in them. Asks for confirmation.',
    help: '\nExample:\n  $ drive-cli admin users rm ada@example.com --yes',
    question: (all) => `Delete ${all.map(({ email }) => email).join(', ')} with all files, permanently?`,
    record: ({ id, email }) => ({ id, email }),
    line: ({ email }) => email,
    remove: (client, id, signal) => client.admin.users.delete(id, {}, { signal }),
    note: ({ email }) => `deleted the account ${email}`,
  });
}

function addTransfer(users: Command, run: RunAction): void {
  users
    .command('transfer')
    .summary('Move all files of a user to another owner')
    .description(
      'Move everything in the drive of a user to a new folder of another user or of a team drive, and wait for the end. What is in the trash stays, and links end.',
    )
    .argument('<user>', USER_ARGUMENT)
    .addOption(new Option('--to <user>', 'User who receives everything').conflicts('toDrive'))
    .option('--to-drive <drive>', 'Team drive that receives everything, by its name or id')
    .addHelpText('after', '\nExample:\n  $ drive-cli admin users transfer ada@example.com --to-drive Archive')
    .action(run(transferUser));
}

const transferUser: Action<[named: string, options: { to?: string; toDrive?: string }]> = async (
  context,
  named,
  { to, toDrive },
) => {
  if (to === undefined && toDrive === undefined) throw new CliError('usage', 'give --to or --to-drive');
  const { client } = await connect(context);
  const { output, signal } = context;
  const user = await findUser(client, named, signal);
  const receiver =
    to === undefined
      ? { driveId: await findDriveId(client, toDrive ?? '', signal) }
      : { toUserId: (await findUser(client, to, signal)).id };
  const { operationId } = await client.admin.users.transfer(user.id, receiver, { signal });
  const operation = await client.operations.wait(operationId, { signal });
  output.note(`moved the files of ${user.email}`);
  await output.result(operation, operation.id);
};

async function findDriveId(client: DriveClient, named: string, signal: AbortSignal): Promise<string> {
  const drives: AdminTeamDrive[] = [];
  for await (const drive of client.admin.drives.list({ limit: PAGE_ITEMS }, { signal })) drives.push(drive);
  return chooseDrive(drives, named, 'drive-cli admin drives list').id;
}

function addCreate(users: Command, run: RunAction): void {
  addAccountFlags(
    users
      .command('create')
      .summary('Create an account')
      .description(
        'Create an account, whether or not registration is open, and print its id. Asks for its password, which is one line of standard input without a terminal. `admin invites create` lets users choose their own.',
      )
      .argument('<email>', 'email address of the user')
      .option('--admin', 'Make the user an administrator')
      .addHelpText('after', '\nExample:\n  $ drive-cli admin users create ada@example.com --plan paid < password.txt'),
  ).action(run(createUser));
}

function addSet(commands: ReturnType<typeof resourceCommands<AdminUser>>): void {
  commands.set<AccountOptions & { admin?: boolean; enable?: boolean; disable?: boolean }>({
    description:
      'Change accounts. Disabling ends sessions and suspends keys, shares and webhooks until the account is enabled.',
    help: `
Examples:
  $ drive-cli admin users set ada@example.com --quota 50G
  $ drive-cli admin users set ada@example.com --disable`,
    flags: (command) =>
      addAccountFlags(command)
        .option('--admin', 'Make the user an administrator')
        .option('--no-admin', 'Withdraw the rights of an administrator')
        .addOption(new Option('--disable', 'Disable the account').conflicts('enable'))
        .option('--enable', 'Enable the account'),
    async prepare({ signal }, client, { admin, enable, disable, ...options }) {
      const change: AdminUserChange = {
        ...readAccount(options),
        ...(admin === undefined ? {} : { isAdmin: admin }),
        ...(enable === true ? { disabled: false } : disable === true ? { disabled: true } : {}),
      };
      return (id) => client.admin.users.update(id, change, { signal });
    },
  });
}

interface AccountOptions {
  readonly name?: string;
  readonly plan?: 'free' | 'paid';
  /** Bytes. */
  readonly quota?: number | 'plan';
}

const addAccountFlags = (command: Command): Command =>
  command
    .option('--name <name>', 'Name of the user')
    .addOption(new Option('--plan <plan>', 'Plan of the account').choices(['free', 'paid']))
    .addOption(
      new Option('--quota <size>', 'Quota: 500M, 50G, 0 for no files, or plan for the quota of the plan').argParser(
        parseQuota,
      ),
    );

function parseQuota(text: string): number | 'plan' {
  if (text === 'plan') return 'plan';
  if (text === '0') return 0;
  if (text === 'none') throw new InvalidArgumentError('Use a size such as 500M or 50G, 0, or plan.');
  return parseByteLimit(text);
}

const readAccount = ({ name, plan, quota }: AccountOptions) => ({
  ...(name === undefined ? {} : { name }),
  ...(plan === undefined ? {} : { plan }),
  ...(quota === undefined ? {} : { quotaBytes: quota === 'plan' ? null : quota }),
});

const createUser: Action<[email: string, options: AccountOptions & { admin?: boolean }]> = async (
  context,
  email,
  { admin, ...options },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const prompts = openSecretPrompts(context);
  try {
    const password = await prompts.askNew(`a password for ${email}`);
    const user = await client.admin.users.create(
      { email, password, ...readAccount(options), ...(admin === undefined ? {} : { isAdmin: admin }) },
      { signal },
    );
    output.note(`created the account ${user.email}`);
    await output.result(user, user.id);
  } finally {
    prompts.close();
  }
};

function stateOf({ disabledAt, deletesAt, isAdmin, vouchedAt }: AdminUser): string {
  if (deletesAt !== null) return `deleted on ${deletesAt.slice(0, 10)}`;
  if (disabledAt !== null) return 'disabled';
  if (isAdmin) return 'administrator';
  return vouchedAt === null ? 'address not confirmed' : 'active';
}

const quotaOf = ({ quotaBytes }: AdminUser): string => (quotaBytes === null ? 'none' : formatBytes(quotaBytes));
