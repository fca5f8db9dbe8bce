import type { ApiKey, KeyScope } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatTime } from '../../output/format.ts';
import { tabbed } from '../../output/list.ts';
import { findFolderId } from '../../remote/folder-id.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { parseExpiry, usage } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, RunAction } from '../context.ts';
import { resourceCommands } from '../resource-commands.ts';

export function define(keys: Command, run: RunAction): void {
  keys.description('Manage API keys.');
  const commands = resourceCommands<ApiKey>(keys, run, {
    noun: 'API key',
    plural: 'API keys',
    argument: ['key', 'id or prefix (svc_ and 8 characters)'],
    list: (client, signal) => client.apiKeys.items({ limit: PAGE_ITEMS }, { signal }),
    async find(client, names, signal) {
      const all: ApiKey[] = [];
      for await (const key of client.apiKeys.items({ limit: PAGE_ITEMS }, { signal })) all.push(key);
      return names.map((name) => requireKey(all, name));
    },
    view: ({ world }, connection) => ({
      columns: [
        ['KEY', ({ prefix }) => prefix],
        ['LABEL', ({ label }) => label ?? ''],
        ['SCOPES', ({ scopes }) => scopes.join(' ')],
        ['FOLDER', ({ folderId }) => folderId ?? ''],
        ['EXPIRES', ({ expiresAt }) => (expiresAt === null ? 'never' : formatTime(expiresAt))],
        ['CREATED', ({ createdAt }) => formatTime(createdAt)],
        ['LAST USED', ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : formatTime(lastUsedAt))],
        ['STATE', (entry) => stateOf(entry, connection.key, world.now())],
        ['ID', ({ id }) => id],
      ],
      plain: ({ prefix, label, createdAt, lastUsedAt, revokedAt, id, scopes, folderId, expiresAt }) =>
        tabbed(
          prefix,
          label ?? '',
          createdAt,
          lastUsedAt ?? '',
          revokedAt ?? '',
          id,
          expiresAt ?? '',
          folderId ?? '',
          scopes.join(' '),
        ),
    }),
  });

  commands.list({
    description: 'List the API keys of the account, newest first.',
    help: '\nExample:\n  $ drive-cli keys list',
  });
  keys
    .command('current')
    .summary('Show the API key in use')
    .description('Show what the key of this command may do: its scopes, its folder and its expiry. Any key may.')
    .addHelpText('after', "\nExample:\n  $ drive-cli keys current --jq '.scopes[]'")
    .action(run(showCurrent));
  keys
    .command('create')
    .summary('Create an API key')
    .description('Create an API key and print it. It cannot be shown again.')
    .option('--label <text>', 'Label of the key')
    .option('--scope <scope...>', `What the key may do: ${keyScopes.join(', ')}; default: everything but admin`)
    .option('--folder <folder>', 'Folder that becomes the root for the key, by path or id; nothing else is reachable')
    .addOption(
      new Option('--expires <time>', `Expiry: 7d, 2w, 1y, or never; default: ${DEFAULT_DAYS}d`).argParser(
        usage(parseExpiry),
      ),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli keys create --label backup > key.txt
  $ drive-cli keys create --scope files:read --folder /Public --expires 30d
  $ drive-cli keys create --label monitoring --scope admin --expires never`,
    )
    .action(run(createKey));
  commands.remove({
    verb: 'revoke',
    summary: 'Revoke API keys',
    description: 'Revoke API keys permanently, with immediate effect.',
    help: '\nExample:\n  $ drive-cli keys revoke svc_Ab3dE_9x',
    record: ({ id, prefix }) => ({ id, prefix }),
    line: ({ prefix }) => prefix,
    remove: (client, id, signal) => client.apiKeys.revoke(id, { signal }),
    note: ({ prefix }, { key }) =>
      `revoked ${prefix}${key.startsWith(prefix) ? ', the key this command used; sign in again with: drive-cli login' : ''}`,
  });
}

const scopeNames: Readonly<Record<KeyScope, true>> = {
  'files:read': true,
  'files:write': true,
  shares: true,
  webhooks: true,
  account: true,
  admin: true,
};
const keyScopes = Object.keys(scopeNames) as KeyScope[];

const DAY_MS = 86_400_000;
/** Days after which a key expires that is created without `--expires`. */
const DEFAULT_DAYS = 90;

/** `svc_` and 8 characters, as the server shows keys. */
const PREFIX_CHARACTERS = 12;

const showCurrent: Action<[]> = async (context) => {
  const { client, keyOrigin } = await connect(context);
  const key = await client.apiKeys.current({ signal: context.signal });
  await context.output.result(key, [
    key.prefix,
    `  label    ${key.label ?? 'none'}`,
    `  scopes   ${key.scopes.join(' ')}`,
    `  folder   ${key.folderId ?? 'all of the drive'}`,
    `  expires  ${key.expiresAt === null ? 'never' : formatTime(key.expiresAt)}`,
    `  from     ${keyOrigin}`,
  ]);
};

interface CreateOptions {
  readonly label?: string;
  readonly scope?: readonly string[];
  readonly folder?: string;
  /** Days; 0: never, or with the key of this command. */
  readonly expires?: number;
}

const createKey: Action<[options: CreateOptions]> = async (context, { label, scope, folder, expires }) => {
  const chosen = scope?.flatMap((text) => text.split(',')).map(requireScope);
  const { client } = await connect(context);
  const { signal } = context;
  const folderId = folder === undefined ? undefined : await findFolderId(client, folder, signal);
  // No new key may do more than the key of this command, or expire later.
  const own = chosen === undefined || expires === undefined ? await client.apiKeys.current({ signal }) : undefined;
  // Without scopes, a key for one folder gets all that such a key can have.
  const scopes = chosen ?? (folderId === undefined ? withoutAdmin(own?.scopes ?? keyScopes) : undefined);
  const days = expires ?? defaultDays(own, context.world.now());
  const created = await client.apiKeys.create(
    {
      ...(label === undefined ? {} : { label }),
      ...(scopes === undefined ? {} : { scopes }),
      ...(folderId === undefined ? {} : { folderId }),
      ...(days === 0 ? {} : { expiresInDays: days }),
    },
    { signal },
  );
  if (expires === undefined && created.expiresAt !== null)
    context.output.note(`the key expires on ${formatTime(created.expiresAt)}; choose another time with --expires`);
  context.output.note('save the key now: it cannot be shown again');
  await context.output.result(created, created.rawKey);
};

const withoutAdmin = (scopes: readonly KeyScope[]): KeyScope[] => scopes.filter((scope) => scope !== 'admin');

/** 0 if the key of this command ends sooner: the new one then ends with it. */
const defaultDays = (own: ApiKey | undefined, now: number): number =>
  own?.expiresAt !== undefined && own.expiresAt !== null && Date.parse(own.expiresAt) < now + DEFAULT_DAYS * DAY_MS
    ? 0
    : DEFAULT_DAYS;

function requireScope(name: string): KeyScope {
  const scope = keyScopes.find((each) => each === name);
  if (scope === undefined)
    throw new CliError('usage', `${name} is no scope`, { hint: `scopes are ${keyScopes.join(', ')}` });
  return scope;
}

function requireKey(keys: readonly ApiKey[], name: string): ApiKey {
  // A complete key is accepted too.
  const matching = keys.filter(
    ({ id, prefix }) =>
      id === name.toLowerCase() || (name.startsWith('svc_') && prefix === name.slice(0, PREFIX_CHARACTERS)),
  );
  const [entry, ...others] = matching;
  if (entry === undefined) {
    const shown = name.startsWith('svc_') ? name.slice(0, PREFIX_CHARACTERS) : name;
    throw new CliError('not_found', `there is no key ${shown}`, { hint: 'drive-cli keys list shows them' });
  }
  if (others.length > 0)
    throw new CliError('usage', `several keys have the prefix ${entry.prefix}`, { hint: 'give the id' });
  return entry;
}

function stateOf(entry: ApiKey, ownKey: string, now: number): string {
  if (entry.revokedAt !== null) return 'revoked';
  if (entry.expiresAt !== null && Date.parse(entry.expiresAt) <= now) return 'expired';
  return ownKey.startsWith(entry.prefix) ? 'in use here' : 'active';
}
