import type { AccountDeletionPreview, AccountDeletionRequest, DriveClient } from '@drive/sdk';
import type { Command } from 'commander';
import { connect } from '../../connection/connect.ts';
import { openSecretPrompts } from '../../connection/secret-prompts.ts';
import { formatCount, formatTime } from '../../output/format.ts';
import { printable } from '../../output/terminal.ts';
import { CliError } from '../../shell/cli-error.ts';
import { confirm } from '../../shell/confirm.ts';
import type { Action, RunAction } from '../context.ts';
import { chooseDrive } from '../drives/drives.ts';
import { withSession } from './with-session.ts';

type Choices = NonNullable<AccountDeletionRequest['drives']>;

export function define(account: Command, run: RunAction): void {
  account.description('Delete your account.');
  account
    .command('delete')
    .summary('Delete your account and everything in it')
    .description(
      'Delete your account and everything in it. Shows what stops working for others, asks for confirmation, and for the password and a code with two-factor authentication. The account is disabled at once; the link in an email keeps it until everything is deleted.',
    )
    .option(
      '--drive <drive=member>',
      'Team drive that nobody else manages, and the member who becomes its manager; DRIVE=delete deletes it. Can be repeated',
      (text: string, previous: string[] | undefined) => [...(previous ?? []), text],
    )
    .option('-n, --dry-run', 'Only show what would stop working')
    .option('-y, --yes', 'Do not ask for confirmation')
    .addHelpText(
      'after',
      `
Without a terminal, the password and the code are lines of standard input, in this order.

Examples:
  $ drive-cli export && drive-cli account delete
  $ drive-cli account delete --dry-run
  $ drive-cli account delete --drive Design=ada@example.com --yes < password.txt`,
    )
    .action(run(deleteAccount));
}

interface DeleteOptions {
  readonly drive?: readonly string[];
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const deleteAccount: Action<[options: DeleteOptions]> = async (context, { drive = [], dryRun, yes = false }) => {
  const connection = await connect(context);
  const { client, url } = connection;
  const { output, signal, world } = context;
  const { email } = await client.account.me({ signal });
  const preview = await client.account.deletionPreview({ signal });
  if (dryRun === true) return output.result({ email, ...preview, status: 'planned' }, [...describe(preview)]);
  requireNoObstacle(preview);
  const drives = chooseDrives(preview, drive);
  for (const line of describe(preview)) output.note(line);
  if (!preview.needsPassword)
    throw new CliError('usage', 'this account has no password, so that only a browser can delete it', {
      hint: `open ${url}/app/account`,
    });
  if (!yes) {
    const question = { text: `Delete the account ${email} and everything in it?`, flag: '--yes' };
    await confirm(world, question, (line) => output.ask(line), signal);
  }
  const proof = await askProof(context, client);
  const { deletesAt } = await withSession(context, connection, proof, (session) =>
    session.account.delete({ password: proof.password, drives }, { signal }),
  );
  output.note(`the account ${email} is disabled, and deleted on ${formatTime(deletesAt)}; its keys no longer work`);
  await output.result({ email, deletesAt, status: 'removed' }, deletesAt);
};

async function askProof(context: Parameters<typeof deleteAccount>[0], client: DriveClient) {
  const { enabled } = await client.auth.totp.status({ signal: context.signal });
  const prompts = openSecretPrompts(context);
  try {
    const password = await prompts.ask('the password of your account');
    return enabled ? { password, totp: await prompts.ask('a code of the app, or a recovery code') } : { password };
  } finally {
    prompts.close();
  }
}

function requireNoObstacle({ obstacle }: AccountDeletionPreview): void {
  if (obstacle === 'last_admin')
    throw new CliError('conflict', 'you are the last administrator who can sign in', {
      hint: 'make another user an administrator first: drive-cli admin users set EMAIL --admin',
    });
  if (obstacle === 'managed')
    throw new CliError('conflict', 'your organization manages this account', {
      hint: 'ask its administrator to delete it',
    });
}

/** The choice for each team drive that nobody else manages. */
function chooseDrives({ drives }: AccountDeletionPreview, chosen: readonly string[]): Choices {
  const choices: Choices = [];
  for (const text of chosen) {
    const end = text.lastIndexOf('=');
    if (end < 1) throw new CliError('usage', `--drive ${text} has no member`, { hint: 'as in Design=ada@example.com' });
    const [named, who] = [text.slice(0, end), text.slice(end + 1)];
    const { id: driveId, name, members } = chooseDrive(drives, named, 'drive-cli account delete --dry-run');
    const member = members.find(({ id, email }) => id === who || email.toLowerCase() === who.toLowerCase());
    if (member === undefined && who !== 'delete')
      throw new CliError('not_found', `${printable(name)} has no member ${who}`, {
        hint: `add one first: drive-cli access add ${printable(name)}:/ EMAIL --role manager`,
      });
    choices.push({ driveId, managerId: member?.id ?? null });
  }
  const open = drives.filter(({ id }) => choices.every(({ driveId }) => driveId !== id));
  if (open.length > 0)
    throw new CliError('usage', `nobody else manages ${open.map(({ name }) => printable(name)).join(', ')}`, {
      hint: 'say what becomes of each: --drive DRIVE=MEMBER or --drive DRIVE=delete',
    });
  return choices;
}

function* describe({ ends, drives, keptDays, obstacle }: AccountDeletionPreview): Generator<string> {
  const counts = [
    [ends.links, 'link'],
    [ends.fileRequests, 'file request'],
    [ends.proofings, 'proofing'],
    [ends.pastes, 'paste'],
    [ends.uploadGrants, 'upload grant'],
    [ends.roles, 'given role'],
    [ends.webhooks, 'webhook'],
    [ends.apiKeys, 'API key'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, noun]) => formatCount(count, noun));
  yield parts.length === 0 ? 'nothing stops working for others' : `stops working: ${parts.join(', ')}`;
  for (const { name, members } of drives)
    yield `only you manage the team drive ${printable(name)}, with ${formatCount(members.length, 'other member')}`;
  yield keptDays === 0
    ? 'everything is deleted at once'
    : `everything is deleted after ${formatCount(keptDays, 'day')}`;
  if (obstacle !== null)
    yield obstacle === 'last_admin'
      ? 'refused: you are the last administrator'
      : 'refused: your organization manages this account';
}
