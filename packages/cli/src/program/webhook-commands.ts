import { Option, type Command } from 'commander';
import { parseEventTypes } from '../webhooks/event-types.ts';
import { parseLimit, usage } from './argument-parsers.ts';
import type { Lazily } from './lazily.ts';

const WEBHOOK = 'id, the start of one, or the address';

/** Events that go to addresses of one's own. */
export function addWebhookCommands(program: Command, lazily: Lazily): void {
  const webhooks = program
    .command('webhooks')
    .summary('manage webhooks, and try them here')
    .description(
      'Have events sent to addresses of yours, see what became of them, and try a receiver on this machine.',
    );
  webhooks
    .command('list')
    .summary('list the webhooks, newest first')
    .description('List the webhooks, the newest first.')
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks list')
    .action(lazily(async () => (await import('../commands/webhooks.ts')).listWebhooks));
  webhooks
    .command('create')
    .summary('make a webhook and print its signing secret, this once')
    .description('Have every event sent to an address. Prints the signing secret, which can not be shown again.')
    .argument('<url>', 'https, and reachable from the server')
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks create https://example.com/hooks/drive > secret.txt')
    .action(lazily(async () => (await import('../commands/webhooks.ts')).createWebhook));
  webhooks
    .command('update')
    .summary('change, disable or enable a webhook')
    .description('Change, disable or enable a webhook. Disabling cancels what waits to be sent.')
    .argument('<webhook>', WEBHOOK)
    .option('--to <url>', 'send to this address from now on')
    .addOption(new Option('--enable', 'send again').conflicts('disable'))
    .option('--disable', 'send nothing any more')
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks update https://example.com/hooks/drive --enable')
    .action(lazily(async () => (await import('../commands/webhooks.ts')).updateWebhook));
  webhooks
    .command('rm')
    .summary('delete webhooks')
    .description('Delete webhooks, and the record of what was sent to them.')
    .argument('<webhook...>', WEBHOOK)
    .option('-n, --dry-run', 'only show which ones')
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks rm https://example.com/hooks/drive')
    .action(lazily(async () => (await import('../commands/webhooks.ts')).removeWebhooks));
  webhooks
    .command('rotate')
    .summary('give a webhook another signing secret and print it, this once')
    .description('Give a webhook another signing secret and print it. The old one signs nothing any more.')
    .argument('<webhook>', WEBHOOK)
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks rotate https://example.com/hooks/drive > secret.txt')
    .action(lazily(async () => (await import('../commands/webhooks.ts')).rotateWebhook));
  webhooks
    .command('test')
    .summary('send a test event and tell how it was taken')
    .description('Send one event of type webhook.test, and tell how it was taken. Fails where it was not.')
    .argument('<webhook>', WEBHOOK)
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks test https://example.com/hooks/drive')
    .action(lazily(async () => (await import('../commands/webhooks.ts')).testWebhook));
  webhooks
    .command('deliveries')
    .summary('show what was sent, and how it was taken')
    .description('Show what was sent to a webhook in the last 30 days, the newest first; of one delivery all there is.')
    .argument('<webhook>', WEBHOOK)
    .argument('[delivery]', 'id of a delivery: with each attempt, what was sent and what was answered')
    .addOption(new Option('--limit <count>', 'so many at most; none: all (default: 50)').argParser(parseLimit))
    .addOption(new Option('--status <status>', 'only these').choices(['pending', 'delivered', 'failed']))
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
    .summary('send events once more')
    .description('Send the events of deliveries once more. Prints the id of each new delivery.')
    .argument('<webhook>', WEBHOOK)
    .argument('<delivery...>', 'id of a delivery')
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks redeliver 3f2a9c71 8d1e0b52-6a7f-4f0e-9f5b-0c9a1d2e3f40')
    .action(lazily(async () => (await import('../commands/webhooks-deliveries.ts')).redeliver));
  webhooks
    .command('listen')
    .summary('receive events here, as they happen')
    .description(
      'Receive the events of the account as they happen, and forward them to a server on this machine, signed as a webhook’s deliveries are. No webhook is needed for it.',
    )
    .option('--forward-to <url>', 'where to send them, as http://localhost:3000/hook; without it they are only shown')
    .addOption(new Option('--events <types>', 'only these, with commas in between').argParser(usage(parseEventTypes)))
    .option('--secret-file <file>', 'sign with the secret in a file, - for standard input; else one is made and shown')
    .option('--since <event>', 'begin with what came after this event, up to a day ago')
    .addHelpText(
      'after',
      `
A receiver that fails is told of and gets the next event all the same; nothing is sent twice. When the connection is lost
it is made anew, and what was missed comes then. Ctrl-C ends it.

Examples:
  $ drive-cli webhooks listen --forward-to http://localhost:3000/hook
  $ drive-cli webhooks listen --events collect.uploaded --json | jq -r .data.file_name`,
    )
    .action(lazily(async () => (await import('../commands/webhooks-listen.ts')).listen));
}
