import type { Webhook } from '@drive/sdk';
import { connect } from '../connection/connect.ts';
import { formatCount, formatTime } from '../output/format.ts';
import { formatTable } from '../output/table.ts';
import { CliError } from '../shell/cli-error.ts';
import { exitCode } from '../shell/exit-code.ts';
import { chooseWebhook, requireWebhook } from '../webhooks/find-webhook.ts';
import type { Command } from './context.ts';

export const listWebhooks: Command<[]> = async (context) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const webhooks = await client.webhooks.list({ signal });
  const columns = ['URL', 'STATE', 'SECRET', 'CREATED', 'ID'].map((title) => ({ title }));
  const rows = webhooks.map((webhook) => [
    webhook.url,
    stateOf(webhook),
    webhook.signingSecretMasked,
    formatTime(webhook.createdAt),
    webhook.id,
  ]);
  const lines = webhooks.map(({ id, url, enabled, disabledReason, consecutiveFailures, createdAt }) =>
    [id, url, enabled ? 'enabled' : 'disabled', disabledReason ?? '', consecutiveFailures, createdAt].join('\t'),
  );
  if (output.interactive && rows.length === 0) output.note('no webhooks yet; make one with: drive-cli webhooks create');
  else await output.result(webhooks, output.interactive ? formatTable(columns, rows) : lines);
};

export const createWebhook: Command<[url: string]> = async (context, url) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const created = await client.webhooks.create({ url }, { signal });
  output.note(`webhook ${created.id}; keep its signing secret now: it is shown this once`);
  await output.result(created, created.signingSecret);
};

export interface UpdateOptions {
  /** Another address. */
  readonly to?: string;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

export const updateWebhook: Command<[webhook: string, options: UpdateOptions]> = async (
  context,
  named,
  { enable, disable, to },
) => {
  const enabled = enable === true ? true : disable === true ? false : undefined;
  const change = { ...(to === undefined ? {} : { url: to }), ...(enabled === undefined ? {} : { enabled }) };
  if (Object.keys(change).length === 0)
    throw new CliError('usage', 'what is to be changed?', { hint: 'see drive-cli webhooks update --help' });
  const { client } = await connect(context);
  const { output, signal } = context;
  const { id } = await requireWebhook(client, named, signal);
  const changed = await client.webhooks.update(id, change, { signal });
  output.note(`${changed.url} is ${stateOf(changed)}`);
  await output.record(changed, undefined);
};

export const removeWebhooks: Command<[webhooks: string[], options: { dryRun?: boolean }]> = async (
  context,
  named,
  { dryRun },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const webhooks = await client.webhooks.list({ signal });
  // All are found before the first is gone.
  const chosen = new Set(named.map((name) => chooseWebhook(webhooks, name)));
  for (const { id, url } of chosen) {
    if (dryRun === true) {
      await output.record({ id, url, status: 'planned' }, `${id}\t${url}`);
      continue;
    }
    await client.webhooks.delete(id, { signal });
    output.note(`nothing is sent to ${url} any more`);
    await output.record({ id, url, status: 'removed' }, undefined);
  }
};

export const rotateWebhook: Command<[webhook: string]> = async (context, named) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const { id } = await requireWebhook(client, named, signal);
  const rotated = await client.webhooks.rotateSecret(id, { signal });
  output.note('keep the new signing secret now: it is shown this once, and the old one signs nothing any more');
  await output.result(rotated, rotated.signingSecret);
};

export const testWebhook: Command<[webhook: string]> = async (context, named) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const { id, url } = await requireWebhook(client, named, signal);
  const test = await client.webhooks.test(id, { signal });
  const { delivered, statusCode, error } = test;
  if (output.json || delivered) await output.result({ id, url, ...test }, `delivered, answered ${statusCode}`);
  if (!delivered && !output.json)
    throw new CliError('failed', `not delivered to ${url}: ${error}`, {
      hint: `drive-cli webhooks deliveries ${id} shows more`,
    });
  return delivered ? exitCode.done : exitCode.failed;
};

function stateOf({ enabled, disabledReason, consecutiveFailures }: Webhook): string {
  if (disabledReason === 'auto_disabled_failures') return 'disabled: too many failures';
  if (!enabled) return 'disabled';
  return consecutiveFailures === 0 ? 'enabled' : `enabled, ${formatCount(consecutiveFailures, 'failure')} in a row`;
}
