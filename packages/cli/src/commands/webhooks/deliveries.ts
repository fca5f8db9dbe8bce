import type { WebhookDelivery, WebhookDeliveryDetail } from '@drive/sdk';
import { Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatTime } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { padEnd } from '../../output/text-width.ts';
import { PAGE_ITEMS } from '../../remote/folder-pages.ts';
import { parseLimit } from '../../shell/argument-parsers.ts';
import type { ExitCode } from '../../shell/exit-code.ts';
import { requireWebhook, WEBHOOK_ARGUMENT } from '../../webhooks/find-webhook.ts';
import type { Action, RunAction } from '../context.ts';
import { reportFailure, exitCodeOfAll } from '../report-failure.ts';

export function defineDeliveries(webhooks: Command, run: RunAction): void {
  webhooks
    .command('deliveries')
    .summary('List deliveries of a webhook')
    .description('List the deliveries of a webhook in the last 30 days, newest first, or show one delivery in full.')
    .argument('<webhook>', WEBHOOK_ARGUMENT)
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
    .action(run(listDeliveries));
  webhooks
    .command('redeliver')
    .summary('Redeliver events')
    .description('Send the events of deliveries again, and print the id of each new delivery.')
    .argument('<webhook>', WEBHOOK_ARGUMENT)
    .argument('<delivery...>', 'id of a delivery')
    .addHelpText('after', '\nExample:\n  $ drive-cli webhooks redeliver 3f2a9c71 8d1e0b52-6a7f-4f0e-9f5b-0c9a1d2e3f40')
    .action(run(redeliver));
}

const DEFAULT_LIMIT = 50;
const LABEL_COLUMNS = 12;

interface DeliveriesOptions {
  /** 0 means all. */
  readonly limit?: number;
  readonly status?: WebhookDelivery['status'];
}

const listDeliveries: Action<[webhook: string, delivery: string | undefined, options: DeliveriesOptions]> = async (
  context,
  named,
  deliveryId,
  { limit = DEFAULT_LIMIT, status },
) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const { id } = await requireWebhook(client, named, signal);
  if (deliveryId !== undefined) {
    const detail = await client.webhooks.getDelivery(id, deliveryId, { signal });
    return output.result(detail, describe(detail));
  }
  const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  const deliveries: WebhookDelivery[] = [];
  const page = status === undefined ? Math.min(most, PAGE_ITEMS) : PAGE_ITEMS;
  for await (const delivery of client.webhooks.listDeliveries(id, { limit: page }, { signal })) {
    if (status === undefined || delivery.status === status) deliveries.push(delivery);
    if (deliveries.length >= most) break;
  }
  await printList(output, deliveries, {
    columns: [
      ['TIME', ({ createdAt }) => formatTime(createdAt)],
      ['TYPE', ({ type }) => type],
      ['STATUS', ({ status }) => status],
      ['ATTEMPTS', ({ attempts }) => String(attempts.length)],
      ['LAST ANSWER', lastAnswer],
      ['NEXT', ({ nextAttemptAt }) => (nextAttemptAt === null ? '' : formatTime(nextAttemptAt))],
      ['ID', ({ id }) => id],
    ],
    plain: (one) =>
      tabbed(one.createdAt, one.type, one.status, one.attempts.length, lastAnswer(one), one.eventId, one.id),
    empty: 'no deliveries in the last 30 days',
  });
};

const redeliver: Action<[webhook: string, deliveries: string[]]> = async (context, named, deliveryIds) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const { id } = await requireWebhook(client, named, signal);
  const failed: ExitCode[] = [];
  for (const delivery of deliveryIds) {
    try {
      const again = await client.webhooks.redeliver(id, delivery, { signal });
      await output.record({ delivery, ...again }, again.id);
    } catch (error) {
      signal.throwIfAborted();
      if (deliveryIds.length === 1) throw error;
      failed.push(await reportFailure(context, { delivery }, error));
    }
  }
  if (failed.length < deliveryIds.length) output.note(`drive-cli webhooks deliveries ${id} shows the result`);
  return exitCodeOfAll(failed, deliveryIds.length);
};

function lastAnswer({ attempts }: WebhookDelivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return '';
  return last.error ?? String(last.statusCode);
}

function describe(delivery: WebhookDeliveryDetail): string[] {
  const { attempts, nextAttemptAt, requestBody, responseBody } = delivery;
  const facts: [label: string, value: string][] = [
    ['delivery', delivery.id],
    ['event', `${delivery.eventId}, ${delivery.type}`],
    ['status', delivery.status],
    ...attempts.map(({ at, statusCode, error, durationMs }, index): [string, string] => [
      index === 0 ? 'attempts' : '',
      `${formatTime(at)}  ${error ?? `answered ${statusCode}`}${statusCode === null && durationMs === 0 ? '' : `, ${durationMs} ms`}`,
    ]),
    ...(nextAttemptAt === null ? [] : [['next', formatTime(nextAttemptAt)] as [string, string]]),
  ];
  return [
    ...facts.map(([label, value]) => padEnd(label, LABEL_COLUMNS) + value),
    padEnd('sent', LABEL_COLUMNS) + requestBody,
    ...(responseBody === null ? [] : [padEnd('answer', LABEL_COLUMNS) + responseBody]),
  ];
}
