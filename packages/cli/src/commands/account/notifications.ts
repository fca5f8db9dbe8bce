import type { MailFrequency, Notification } from '@drive/sdk';
import { Argument, Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatTime } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { parseLimit } from '../../shell/argument-parsers.ts';
import type { Action, RunAction } from '../context.ts';

const DEFAULT_LIMIT = 50;
const PAGE_ITEMS = 200;

export function define(notifications: Command, run: RunAction): void {
  notifications.description('Show what you are told of, and choose when it comes by email.');
  notifications
    .command('list')
    .alias('ls')
    .summary('List notifications')
    .description('List what you are told of, the unread first.')
    .addOption(
      new Option('--limit <count>', 'Maximum number of notifications, or none for all (default: 50)').argParser(
        parseLimit,
      ),
    )
    .addHelpText('after', '\nExample:\n  $ drive-cli notifications list')
    .action(run(listNotifications));
  notifications
    .command('read')
    .summary('Mark notifications as read')
    .description('Mark notifications as read: those with these ids, or all.')
    .argument('[id...]', 'ids of notifications')
    .addHelpText('after', '\nExample:\n  $ drive-cli notifications read')
    .action(run(readNotifications));
  notifications
    .command('mail')
    .summary('Choose when emails come')
    .description('Show or set when you get emails about what others do: now, daily in one email, or never.')
    .addArgument(new Argument('[when]', 'when they come').choices(['now', 'daily', 'never']))
    .addHelpText('after', '\nExample:\n  $ drive-cli notifications mail daily')
    .action(run(setMail));
}

const whoOf = ({ actor, details }: Notification): string => actor?.name ?? actor?.id ?? details.visitor ?? '';
const aboutOf = ({ item, details }: Notification): string => item?.name ?? details.linkName ?? '';

const listNotifications: Action<[options: { limit?: number }]> = async (context, { limit = DEFAULT_LIMIT }) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  const found: Notification[] = [];
  for await (const each of client.notifications.list({ limit: Math.min(most, PAGE_ITEMS) }, { signal })) {
    found.push(each);
    if (found.length >= most) break;
  }
  await printList(output, found, {
    columns: [
      ['', ({ readAt }) => (readAt === null ? '*' : '')],
      ['TIME', ({ at }) => formatTime(at)],
      ['TYPE', ({ type, count }) => (count === 1 ? type : `${type} (${count})`)],
      ['WHO', (each) => printable(whoOf(each))],
      ['ABOUT', (each) => printable(aboutOf(each))],
      ['ID', ({ id }) => id],
    ],
    plain: (each) =>
      tabbed(each.id, each.at, each.type, whoOf(each), aboutOf(each), each.readAt ?? '', String(each.count)),
    empty: 'no notifications',
  });
};

const readNotifications: Action<[ids: string[]]> = async (context, ids) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const answer = await client.notifications.read(ids.length === 0 ? undefined : ids, { signal });
  output.note(`${answer.unread} unread`);
  await output.result(answer, []);
};

const setMail: Action<[when: MailFrequency | undefined]> = async (context, when) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const { notifications } =
    when === undefined
      ? await client.account.me({ signal })
      : await client.account.update({ notifications: { mail: when } }, { signal });
  await output.result(notifications, notifications.mail);
};
