import { Option, type Command } from 'commander';
import { parseEventTypes } from '../webhooks/event-types.ts';
import { parseLimit, usage } from './argument-parsers.ts';
import type { Lazily } from './lazily.ts';

const WEBHOOK = 'id, start of an id, or URL';

/** Commands for webhooks. */
export function addWebhookCommands(program: Command, lazily: Lazily): void {
  const webhooks = program
    .command('webhooks')
    .summary('Manage webhooks and test receivers')
    .description('Register webhooks, inspect deliveries and test a receiver on this machine.');
  webhooks
    .command('list')
    .summary('List webhooks, newest first')
    .description('List webhooks, newest first.')
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks list')
    .action(lazily(async () => (await import('../commands/webhooks.ts')).listWebhooks));
  webhooks
    .command('create')
    .summary('Create a webhook')
    .description(
      'Register a URL that receives every event, and print its signing secret. The secret cannot be shown again.',
    )
    .argument('<url>', 'https URL that the server can reach')
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks create https://example.com/hooks/drive > secret.txt')
    .action(lazily(async () => (await import('../commands/webhooks.ts')).createWebhook));
  webhooks
    .command('update')
    .summary('Change, disable or enable a webhook')
    .description('Change, disable or enable a webhook. Disabling cancels its pending deliveries.')
    .argument('<webhook>', WEBHOOK)
    .option('--to <url>', 'New URL')
    .addOption(new Option('--enable', 'Enable the webhook').conflicts('disable'))
    .option('--disable', 'Disable the webhook')
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks update https://example.com/hooks/drive --enable')
    .action(lazily(async () => (await import('../commands/webhooks.ts')).updateWebhook));
  webhooks
    .command('rm')
    .summary('Delete webhooks')
    .description('Delete webhooks and their delivery history.')
    .argument('<webhook...>', WEBHOOK)
    .option('-n, --dry-run', 'Only show what would be deleted')
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks rm https://example.com/hooks/drive')
    .action(lazily(async () => (await import('../commands/webhooks.ts')).removeWebhooks));
  webhooks
    .command('rotate')
    .summary('Rotate the signing secret of a webhook')
    .description('Replace the signing secret of a webhook and print the new one. The old secret is invalid at once.')
    .argument('<webhook>', WEBHOOK)
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks rotate https://example.com/hooks/drive > secret.txt')
    .action(lazily(async () => (await import('../commands/webhooks.ts')).rotateWebhook));
  webhooks
    .command('test')
    .summary('Send a test event')
    .description('Send an event of type webhook.test and print the response. Exits non-zero if delivery fails.')
    .argument('<webhook>', WEBHOOK)
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks test https://example.com/hooks/drive')
    .action(lazily(async () => (await import('../commands/webhooks.ts')).testWebhook));
  webhooks
    .command('deliveries')
    .summary('List deliveries of a webhook')
    .description('List the deliveries of a webhook in the last 30 days, newest first, or show one delivery in full.')
    .argument('<webhook>', WEBHOOK)
    .argument('[delivery]', 'id of a delivery to show with its attempts, request and response')
    .addOption(
      new Option('--limit <count>', 'Maximum number of deliveries, or none for all (default: 50)').argParser(
        parseLimit,
      ),
    )
    .addOption(new Option('--status <status>', 'Status to list').choices(['pending', 'delivered', 'failed']))
    .addHelpText(
      'after',
      `
Examples:
  $ drive-cli webhooks deliveries https://example.com/hooks/drive --status failed
  $ drive-cli webhooks deliveries 3f2a9c71 8d1e0b52-6a7f-4f0e-9f5b-0c9a1d2e3f40`,
    )
    .action(lazily(async () => (await import('../commands/webhooks-deliveries.ts')).listDeliveries));
  webhooks
    .command('redeliver')
    .summary('Redeliver events')
    .description('Send the events of deliveries again, and print the id of each new delivery.')
    .argument('<webhook>', WEBHOOK)
    .argument('<delivery...>', 'id of a delivery')
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks redeliver 3f2a9c71 8d1e0b52-6a7f-4f0e-9f5b-0c9a1d2e3f40')
    .action(lazily(async () => (await import('../commands/webhooks-deliveries.ts')).redeliver));
  webhooks
    .command('listen')
    .summary('Receive events on this machine')
    .description(
      'Receive events of your account as they happen and forward them to a local server, signed like the deliveries of a webhook. No webhook is needed.',
    )
    .option(
      '--forward-to <url>',
      'Local URL to forward to, for example http://localhost:3000/hook; default: only show events',
    )
    .addOption(
      new Option('--events <types>', 'Event types to receive (comma-separated)').argParser(usage(parseEventTypes)),
    )
    .option(
      '--secret-file <file>',
      'File with the signing secret, - for standard input; default: a new secret, which is shown',
    )
    .option('--since <event>', 'Start after this event id, at most 24 hours back')
    .addHelpText(
      'after',
      `
A failing receiver is reported and still gets the next event; no event is sent twice. A lost connection is restored, and
missed events follow. Stop with Ctrl-C.

Examples:
  $ drive-cli webhooks listen --forward-to http://localhost:3000/hook
  $ drive-cli webhooks listen --events collect.uploaded --json | jq -r .data.file_name`,
    )
    .action(lazily(async () => (await import('../commands/webhooks-listen.ts')).listen));
}
