import type { Command } from 'commander';
import { connect } from '../connection/connect.ts';
import { printList, tabbed } from '../output/list.ts';
import { printable } from '../output/terminal.ts';
import { shorten } from '../output/text-width.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Action, RunAction } from './context.ts';

const VALUE_COLUMNS = 50;

export function defineServer(admin: Command, run: RunAction): void {
  admin
    .command('settings')
    .summary('List the settings of the server')
    .description('List the effective settings of the server and where each comes from. Secrets are masked.')
    .option('--changed', 'Only settings that do not have their default')
    .addHelpText('after', '\nExample:\n  $ drive-cli admin settings --changed')
    .action(run(listSettings));
  admin
    .command('test-mail')
    .summary('Send a test e-mail')
    .description('Let the server send an e-mail, and show what its mail server answered.')
    .argument('[email]', 'recipient; default: your own address')
    .addHelpText('after', '\nExample:\n  $ drive-cli admin test-mail ada@example.com')
    .action(run(sendTestMail));
}

const listSettings: Action<[options: { changed?: boolean }]> = async (context, { changed }) => {
  const { client } = await connect(context);
  const settings = await client.admin.settings({ signal: context.signal });
  const shown = changed === true ? settings.filter(({ source }) => source !== 'default') : settings;
  await printList(context.output, shown, {
    columns: [
      ['NAME', ({ name }) => name],
      ['VALUE', ({ value }) => shorten(printable(value ?? ''), VALUE_COLUMNS)],
      ['SOURCE', ({ source }) => source],
      ['DEFAULT', ({ default: fallback }) => fallback ?? ''],
    ],
    plain: ({ name, value, source }) => tabbed(name, value ?? '', source),
    empty: 'every setting has its default',
  });
};

const sendTestMail: Action<[email: string | undefined]> = async (context, email) => {
  const { client } = await connect(context);
  const { output, signal } = context;
  const mail = await client.admin.sendTestMail(email === undefined ? {} : { to: email }, { signal });
  const { to, delivery, error } = mail;
  if (error !== null)
    throw new CliError('failed', `the e-mail was not sent: ${printable(error)}`, {
      hint: 'check DRIVE_SMTP_URL and DRIVE_MAIL_FROM on the server',
    });
  await output.result(
    mail,
    delivery === 'smtp'
      ? `the mail server accepted the e-mail to ${to}`
      : 'written to outbox/ on the server, not sent: DRIVE_SMTP_URL is not set',
  );
};
