import type { ApiKey } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../connection/connect.ts';
import { formatTime } from '../output/format.ts';
import { formatTable } from '../output/table.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Action, RunAction } from './context.ts';

export function define(keys: Command, run: RunAction): void {
  keys.description('Manage API keys.');
  keys
    .command('list')
    .summary('List API keys, newest first')
    .description('List the API keys of the account, newest first.')
    .addHelpText('after', '\nExample:\n  $ drive-cli keys list')
    .action(run(listKeys));
  keys
    .command('create')
    .summary('Create an API key')
    .description('Create an API key and print it. It cannot be shown again.')
    .option('--label <text>', 'Label of the key')
    .addHelpText('after', '\nExample:\n  $ drive-cli keys create --label backup > key.txt')
    .action(run(createKey));
  keys
    .command('revoke')
    .summary('Revoke API keys')
    .description('Revoke API keys permanently, with immediate effect.')
    .argument('<key...>', 'id or prefix (svc_ and 8 characters)')
    .option('-n, --dry-run', 'Only show what would be revoked')
    .addHelpText('after', '\nExample:\n  $ drive-cli keys revoke svc_Ab3dE_9x')
    .action(run(revokeKeys));
}

/** How much of a key the server shows: `svc_` and 8 characters. */
const PREFIX_CHARACTERS = 12;

const listKeys: Action<[]> = async (context) => {
  const { client, key } = await connect(context);
  const keys = await client.apiKeys.list({ signal: context.signal });
  const rows = keys.map((entry) => [
    entry.prefix,
    entry.label ?? '',
    formatTime(entry.createdAt),
    entry.lastUsedAt === null ? 'never' : formatTime(entry.lastUsedAt),
    stateOf(entry, key),
    entry.id,
  ]);
  const columns = ['KEY', 'LABEL', 'CREATED', 'LAST USED', 'STATE', 'ID'].map((title) => ({ title }));
  const plain = keys.map((entry) =>
    [entry.prefix, entry.label ?? '', entry.createdAt, entry.lastUsedAt ?? '', entry.revokedAt ?? '', entry.id].join(
      '\t',
    ),
  );
  await context.output.result(keys, context.output.interactive ? formatTable(columns, rows) : plain);
};

const createKey: Action<[options: { label?: string }]> = async (context, { label }) => {
  const { client } = await connect(context);
  const created = await client.apiKeys.create(label === undefined ? {} : { label }, { signal: context.signal });
  context.output.note('keep it now: the key is shown this once');
  await context.output.result(created, created.rawKey);
};

const revokeKeys: Action<[keys: string[], options: { dryRun?: boolean }]> = async (context, named, { dryRun }) => {
  const { client, key } = await connect(context);
  const { output, signal } = context;
  const keys = await client.apiKeys.list({ signal });
  // All are found before the first is revoked.
  const chosen = named.map((name) => requireKey(keys, name));
  for (const entry of chosen) {
    if (dryRun === true) {
      await output.record({ id: entry.id, prefix: entry.prefix, status: 'planned' }, entry.prefix);
      continue;
    }
    await client.apiKeys.revoke(entry.id, { signal });
    const own = key.startsWith(entry.prefix);
    output.note(
      `revoked ${entry.prefix}${own ? ', the key this command used; sign in again with: drive-cli login' : ''}`,
    );
    await output.record({ id: entry.id, prefix: entry.prefix, status: 'revoked' }, undefined);
  }
};

function requireKey(keys: readonly ApiKey[], name: string): ApiKey {
  // A whole key names itself by its start, so that somebody who only has the key can revoke it.
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
    throw new CliError('usage', `${entry.prefix} is how several keys begin`, { hint: 'give the id' });
  return entry;
}

function stateOf(entry: ApiKey, ownKey: string): string {
  if (entry.revokedAt !== null) return 'revoked';
  return ownKey.startsWith(entry.prefix) ? 'in use here' : 'active';
}
