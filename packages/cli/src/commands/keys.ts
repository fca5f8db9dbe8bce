import type { ApiKey, KeyScope } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../connection/connect.ts';
import { formatTime } from '../output/format.ts';
import { tabbed } from '../output/list.ts';
import { parseExpiry, usage } from '../shell/argument-parsers.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Action, RunAction } from './context.ts';
import { resourceCommands } from './resource-commands.ts';

export function define(keys: Command, run: RunAction): void {
  keys.description('Manage API keys.');
  const commands = resourceCommands<ApiKey>(keys, run, {
    noun: 'API key',
    plural: 'API keys',
    argument: ['key', 'id or prefix (svc_ and 8 characters)'],
    list: (client, signal) => client.apiKeys.list({ signal }),
    async find(client, names, signal) {
      const all = await client.apiKeys.list({ signal });
      return names.map((name) => requireKey(all, name));
    },
    view: ({ world }, connection) => ({
      columns: [
        ['KEY', ({ prefix }) => prefix],
        ['LABEL', ({ label }) => label ?? ''],
        ['SCOPES', ({ scopes }) => scopes.join(' ')],
        ['EXPIRES', ({ expiresAt }) => (expiresAt === null ? 'never' : formatTime(expiresAt))],
        ['CREATED', ({ createdAt }) => formatTime(createdAt)],
        ['LAST USED', ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : formatTime(lastUsedAt))],
        ['STATE', (entry) => stateOf(entry, connection.key, world.now())],
        ['ID', ({ id }) => id],
      ],
      plain: ({ prefix, label, createdAt, lastUsedAt, revokedAt, id, scopes, expiresAt }) =>
        tabbed(
          prefix,
          label ?? '',
          createdAt,
          lastUsedAt ?? '',
          revokedAt ?? '',
          id,
          expiresAt ?? '',
          scopes.join(' '),
        ),
    }),
  });

  commands.list({
    description: 'List the API keys of the account, newest first.',
    help: '\nExample:\n  $ drive-cli keys list',
  });
  keys
    .command('create')
    .summary('Create an API key')
    .description('Create an API key and print it. It cannot be shown again.')
    .option('--label <text>', 'Label of the key')
    .option('--scope <scope...>', `What the key may do: ${keyScopes.join(', ')}; default: everything that you may do`)
    .addOption(new Option('--expires <time>', 'Expiry: 7d, 2w, 1y, or never').argParser(usage(parseExpiry)))
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli keys create --label backup > key.txt
  $ drive-cli keys create --scope files:read --scope shares --expires 30d`,
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

/** `svc_` and 8 characters, as the server shows keys. */
const PREFIX_CHARACTERS = 12;

interface CreateOptions {
  readonly label?: string;
  readonly scope?: readonly string[];
  /** Days; 0: never. */
  readonly expires?: number;
}

const createKey: Action<[options: CreateOptions]> = async (context, { label, scope, expires = 0 }) => {
  const scopes = scope?.flatMap((text) => text.split(',')).map(requireScope);
  const { client } = await connect(context);
  const created = await client.apiKeys.create(
    {
      ...(label === undefined ? {} : { label }),
      ...(scopes === undefined ? {} : { scopes }),
      ...(expires === 0 ? {} : { expiresInDays: expires }),
    },
    { signal: context.signal },
  );
  context.output.note('save the key now: it cannot be shown again');
  await context.output.result(created, created.rawKey);
};

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
