import type { ApiKey } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../connection/connect.ts';
import { formatTime } from '../output/format.ts';
import { tabbed } from '../output/list.ts';
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
    view: (_context, connection) => ({
      columns: [
        ['KEY', ({ prefix }) => prefix],
        ['LABEL', ({ label }) => label ?? ''],
        ['CREATED', ({ createdAt }) => formatTime(createdAt)],
        ['LAST USED', ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : formatTime(lastUsedAt))],
        ['STATE', (entry) => stateOf(entry, connection.key)],
        ['ID', ({ id }) => id],
      ],
      plain: ({ prefix, label, createdAt, lastUsedAt, revokedAt, id }) =>
        tabbed(prefix, label ?? '', createdAt, lastUsedAt ?? '', revokedAt ?? '', id),
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
    .addHelpText('after', '\nExample:\n  $ drive-cli keys create --label backup > key.txt')
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

/** `svc_` and 8 characters, as the server shows keys. */
const PREFIX_CHARACTERS = 12;

const createKey: Action<[options: { label?: string }]> = async (context, { label }) => {
  const { client } = await connect(context);
  const created = await client.apiKeys.create(label === undefined ? {} : { label }, { signal: context.signal });
  context.output.note('save the key now: it cannot be shown again');
  await context.output.result(created, created.rawKey);
};

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

function stateOf(entry: ApiKey, ownKey: string): string {
  if (entry.revokedAt !== null) return 'revoked';
  return ownKey.startsWith(entry.prefix) ? 'in use here' : 'active';
}
