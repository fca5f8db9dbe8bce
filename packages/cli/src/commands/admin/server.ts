import { Option, type Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { formatBytes, formatTime } from '../../output/format.ts';
import { printList, tabbed } from '../../output/list.ts';
import { printable } from '../../output/terminal.ts';
import { parseHistoryDays } from '../../shell/argument-parsers.ts';
import { CliError } from '../../shell/cli-error.ts';
import type { Action, RunAction } from '../context.ts';

export function defineServer(admin: Command, run: RunAction): void {
  admin
    .command('test-mail')
    .summary('Send a test email')
    .description('Let the server send an email, and show what its mail server answered.')
    .argument('[email]', 'recipient; default: your own address')
    .addHelpText('after', '\nExample:\n  $ drive-cli admin test-mail ada@example.com')
    .action(run(sendTestMail));
  admin
    .command('history')
    .summary('Show statistics over time')
    .description('Show users, files, traffic, deliveries and jobs by hour; above 7 days by six hours, above 42 by day.')
    .addOption(
      new Option('--days <days>', 'Number of days until now, at most 90 (default: 7)').argParser(parseHistoryDays),
    )
    .addHelpText('after', '\nExample:\n  $ drive-cli admin history --days 30 --json | jq .[].sentBytes')
    .action(run(showHistory));
}

const sendTestMail: Action<[email: string | undefined]> = async (context, email) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const mail = await client.admin.sendTestMail(email === undefined ? {} : { to: email }, { signal });
  const { to, delivery, error } = mail;
  if (error !== null)
    throw new CliError('failed', `the email was not sent: ${printable(error)}`, {
      hint: 'check DRIVE_SMTP_URL and DRIVE_MAIL_FROM: drive-cli admin settings list --editable',
    });
  await output.result(
    mail,
    delivery === 'smtp'
      ? `the mail server accepted the email to ${to}`
      : 'written to outbox/ on the server, not sent: DRIVE_SMTP_URL is not set',
  );
};

const showHistory: Action<[options: { days?: number }]> = async (context, { days }) => {
  const { client } = await connect(context);
  const history = await client.admin.statsHistory(days === undefined ? {} : { days }, { signal: context.signal });
  const known = (value: number | null, format: (value: number) => string = String): string =>
    value === null ? '' : format(value);
  await printList(context.output, history.points, {
    columns: [
      ['TIME', ({ at }) => formatTime(at)],
      ['USERS', ({ users }) => known(users), 'right'],
      ['FILES', ({ files }) => known(files), 'right'],
      ['STORED', ({ storedBytes }) => known(storedBytes, formatBytes), 'right'],
      ['RECEIVED', ({ receivedBytes }) => formatBytes(receivedBytes), 'right'],
      ['SENT', ({ sentBytes }) => formatBytes(sentBytes), 'right'],
      ['DELIVERIES', ({ deliveredAttempts, failedAttempts }) => `${deliveredAttempts}, ${failedAttempts} failed`],
      ['JOBS', ({ dueJobs, failedJobs }) => `${known(dueJobs)} due, ${known(failedJobs)} failed`],
    ],
    plain: (point) =>
      tabbed(
        point.at,
        known(point.users),
        known(point.files),
        known(point.storedBytes),
        point.receivedBytes,
        point.sentBytes,
        point.deliveredAttempts,
        point.failedAttempts,
        known(point.dueJobs),
        known(point.failedJobs),
      ),
    empty: 'no samples yet: the first is taken 15 minutes after the first start',
  });
};
