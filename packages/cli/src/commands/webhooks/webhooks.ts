import type { DriveClient, EventPattern, EventType, Webhook } from '@drive/sdk';
import { type Command, Option } from 'commander';
import { connect } from '../../connection/connect.ts';
import { describeFailure, isDriveErrorOf } from '../../connection/describe-failure.ts';
import { formatCount, formatTime } from '../../output/format.ts';
import { tabbed } from '../../output/list.ts';
import { findFolderId } from '../../remote/folder-id.ts';
import { usage } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import { exitCode } from '../../shell/exit-code.ts';
import { requireWebhook, WEBHOOK_ARGUMENT } from '../../webhooks/find-webhook.ts';
import type { Action, RunAction } from '../context.ts';
import { nothingToChange, resourceCommands } from '../resource-commands.ts';
import { defineDeliveries } from './deliveries.ts';
import { parseEventTypes } from './event-types.ts';
import { defineListen } from './listen.ts';
import { defineTrigger } from './trigger.ts';

const EVENTS_HELP =
  'Event types to send (comma-separated), also file.*, folder.*, share.*, upload.* and *; default: downloads from shares, file requests, proofings and tests';
const FOLDER_HELP = 'Only events of what is in this folder, or in this team drive, by path or id';

export function define(webhooks: Command, run: RunAction): void {
  webhooks.description('Register webhooks, inspect deliveries and test a receiver on this machine.');
  const commands = resourceCommands<Webhook>(webhooks, run, {
    noun: 'webhook',
    plural: 'webhooks',
    argument: ['webhook', WEBHOOK_ARGUMENT],
    isOfDrives: true,
    list: (client, signal, tree) => client.webhooks.list({ ...tree, signal }),
    async find(client, names, signal) {
      const found = await Promise.all(names.map((name) => requireWebhook(client, name, signal)));
      return [...new Map(found.map((webhook) => [webhook.id, webhook])).values()];
    },
    view: () => ({
      columns: [
        ['URL', ({ url }) => url],
        ['STATE', stateOf],
        ['SECRET', ({ signingSecretMasked }) => signingSecretMasked],
        ['CREATED', ({ createdAt }) => formatTime(createdAt)],
        ['ID', ({ id }) => id],
      ],
      plain: ({ id, url, enabled, disabledReason, consecutiveFailures, createdAt }) =>
        tabbed(id, url, enabled ? 'enabled' : 'disabled', disabledReason ?? '', consecutiveFailures, createdAt),
      empty: 'no webhooks yet; create one with: drive-cli webhooks create',
    }),
  });

  commands.list({ help: '\nExamples:\n  $ drive-cli webhooks list\n  $ drive-cli webhooks list --drive Design' });
  webhooks
    .command('create')
    .summary('Create a webhook')
    .description('Register a URL that receives events, and print its signing secret. The secret cannot be shown again.')
    .argument('<url>', 'https URL that the server can reach')
    .addOption(new Option('--events <types>', EVENTS_HELP).argParser(usage(parseEventTypes)))
    .option('--folder <folder>', FOLDER_HELP)
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli webhooks create https://example.com/hooks/drive > secret.txt
  $ drive-cli webhooks create https://example.com/hooks/invoices --events 'file.*' --folder /Invoices
  $ drive-cli webhooks create https://example.com/hooks/design --folder Design:/`,
    )
    .action(run(createWebhook));
  webhooks
    .command('update')
    .summary('Change, disable or enable a webhook')
    .description('Change, disable or enable a webhook. Disabling cancels its pending deliveries.')
    .argument('<webhook>', WEBHOOK_ARGUMENT)
    .option('--to <url>', 'New URL')
    .addOption(
      new Option('--events <types>', 'Event types to send from now on (comma-separated)').argParser(
        usage(parseEventTypes),
      ),
    )
    .addOption(new Option('--folder <folder>', `${FOLDER_HELP}; / for all folders`))
    .addOption(new Option('--enable', 'Enable the webhook').conflicts('disable'))
    .option('--disable', 'Disable the webhook')
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks update https://example.com/hooks/drive --enable')
    .action(run(updateWebhook));
  commands.remove({
    description: 'Delete webhooks and their delivery history.',
    help: '\nExample:\n  $ drive-cli webhooks rm https://example.com/hooks/drive',
    record: ({ id, url }) => ({ id, url }),
    line: ({ id, url }) => tabbed(id, url),
    remove: (client, id, signal) => client.webhooks.delete(id, { signal }),
    note: ({ url }) => `deleted the webhook ${url}`,
  });
  webhooks
    .command('rotate')
    .summary('Rotate the signing secret of a webhook')
    .description('Replace the signing secret of a webhook and print the new one. The old secret is invalid at once.')
    .argument('<webhook>', WEBHOOK_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks rotate https://example.com/hooks/drive > secret.txt')
    .action(run(rotateWebhook));
  webhooks
    .command('test')
    .summary('Send a test event')
    .description('Send an event of type webhook.test and print the response. Exits non-zero if delivery fails.')
    .argument('<webhook>', WEBHOOK_ARGUMENT)
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks test https://example.com/hooks/drive')
    .action(run(testWebhook));
  defineDeliveries(webhooks, run);
  defineListen(webhooks, run);
  defineTrigger(webhooks, run);
}

interface CreateOptions {
  readonly events?: (EventType | EventPattern)[];
  readonly folder?: string;
}

const createWebhook: Action<[url: string, options: CreateOptions]> = async (context, url, { events, folder }) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const place = folder === undefined ? {} : await findPlace(client, folder, signal);
  const created = await client.webhooks
    .create({ url, ...(events === undefined ? {} : { events }), ...place }, { signal })
    .catch((error: unknown) => {
      throw explainBlocked(error, url);
    });
  output.note(`webhook ${created.id}; save its signing secret now: it cannot be shown again`);
  await output.result(created, created.signingSecret);
};

/** A folder, and the team drive that it is in. The root of a drive stands for all of it. */
async function findPlace(
  client: DriveClient,
  named: string,
  signal: AbortSignal,
): Promise<{ readonly folderId?: string; readonly driveId?: string }> {
  const folderId = await findFolderId(client, named, signal);
  if (folderId === undefined) return {};
  const { driveId } = await client.files.get(folderId, { signal });
  if (driveId === null) return { folderId };
  const { rootId } = await client.drives.get(driveId, { signal });
  return folderId === rootId ? { driveId } : { driveId, folderId };
}

/** Names the ways to reach a receiver on this machine or in a private network. */
function explainBlocked(error: unknown, url: string): unknown {
  const isLocal = /^http:\/\/(localhost|[^/]+\.localhost|127\.|10\.|192\.168\.|\[::1\])/i.test(url);
  const isRefused = isDriveErrorOf(error, 'validation_failed') && isLocal;
  if (!isRefused && !isDriveErrorOf(error, 'webhook_url_blocked')) return error;
  return new CliError(isRefused ? 'usage' : 'failed', describeFailure(error).message, {
    hint: `receive events without a webhook: drive-cli webhooks listen --forward-to ${url}; or let the operator allow the network with DRIVE_WEBHOOK_ALLOW_CIDRS`,
    cause: error,
  });
}

interface UpdateOptions {
  readonly to?: string;
  readonly events?: (EventType | EventPattern)[];
  readonly folder?: string;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

const updateWebhook: Action<[webhook: string, options: UpdateOptions]> = async (
  context,
  named,
  { enable, disable, to, events, folder },
) => {
  const enabled = enable === true ? true : disable === true ? false : undefined;
  const change = {
    ...(to === undefined ? {} : { url: to }),
    ...(events === undefined ? {} : { events }),
    ...(enabled === undefined ? {} : { enabled }),
  };
  if (Object.keys(change).length === 0 && folder === undefined) throw nothingToChange('webhooks update');
  const { client } = await connect(context);
  const { output, signal } = context;
  const place = folder === undefined ? {} : { folderId: (await findFolderId(client, folder, signal)) ?? null };
  const { id } = await requireWebhook(client, named, signal);
  const changed = await client.webhooks.update(id, { ...change, ...place }, { signal });
  output.note(`${changed.url} is ${stateOf(changed)}`);
  await output.record(changed, undefined);
};

const rotateWebhook: Action<[webhook: string]> = async (context, named) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const { id } = await requireWebhook(client, named, signal);
  const rotated = await client.webhooks.rotateSecret(id, { signal });
  output.note('save the new signing secret now: it cannot be shown again; the old one is no longer valid');
  await output.result(rotated, rotated.signingSecret);
};

const testWebhook: Action<[webhook: string]> = async (context, named) => {
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
